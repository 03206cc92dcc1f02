/** Who gave a box its place: the inventory or a technician at the box. */
export const positionSources = ['inventory', 'field'] as const
export type PositionSource = (typeof positionSources)[number]

export interface Position {
  /** Degrees, WGS84. */
  lat: number
  lon: number
  accuracy_m: number | null
}

/** Rounds degrees to seven decimals: a centimetre. */
export function degrees(value: number): number {
  return Math.round(value * 1e7) / 1e7 + 0
}

/** A position as stored, from a device's reading. */
export function toPosition(measured: { lat: number; lon: number; accuracy_m?: number | null | undefined }): Position {
  return { lat: degrees(measured.lat), lon: degrees(measured.lon), accuracy_m: measured.accuracy_m ?? null }
}
