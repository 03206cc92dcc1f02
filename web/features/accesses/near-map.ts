export interface Point {
  lat: number
  lon: number
}

const metresPerDegree = 111_320
const shrink = (lat: number) => Math.max(0.01, Math.cos((lat * Math.PI) / 180))

/** Metres to the east and to the north of a point. */
export function offset(from: Point, to: Point): { east: number; north: number } {
  return {
    east: (to.lon - from.lon) * metresPerDegree * shrink(from.lat),
    north: (to.lat - from.lat) * metresPerDegree,
  }
}

/** The point so many metres away, with the seven decimals that a position has. */
export function moved({ lat, lon }: Point, east: number, north: number): Point {
  const round = (degrees: number) => Math.round(degrees * 1e7) / 1e7
  return { lat: round(lat + north / metresPerDegree), lon: round(lon + east / (metresPerDegree * shrink(lat))) }
}

export const isPoint = ({ lat, lon }: { lat: number | null; lon: number | null }): boolean =>
  lat !== null && lon !== null && Math.abs(lat) <= 90 && Math.abs(lon) <= 180
