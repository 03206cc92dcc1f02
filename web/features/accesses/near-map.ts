export interface Point {
  lat: number
  lon: number
}

const metresPerDegree = 111_320
const shrink = (lat: number) => Math.max(0.01, Math.cos((lat * Math.PI) / 180))

/** Point shifted by metres, with the seven decimals of a position. */
export function moved({ lat, lon }: Point, east: number, north: number): Point {
  const round = (degrees: number) => Math.round(degrees * 1e7) / 1e7
  return { lat: round(lat + north / metresPerDegree), lon: round(lon + east / (metresPerDegree * shrink(lat))) }
}

export const isPoint = ({ lat, lon }: { lat: number | null; lon: number | null }): boolean =>
  lat !== null && lon !== null && Math.abs(lat) <= 90 && Math.abs(lon) <= 180
