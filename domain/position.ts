export interface Position {
  /** Degrees, WGS84. */
  lat: number
  lon: number
  accuracy_m: number | null
}

/** Degrees with seven decimals: a centimetre. */
export function degrees(value: number): number {
  return Math.round(value * 1e7) / 1e7 + 0
}

/** A place as it is kept, from what a device says. */
export function place(seen: { lat: number; lon: number; accuracy_m?: number | null | undefined }): Position {
  return { lat: degrees(seen.lat), lon: degrees(seen.lon), accuracy_m: seen.accuracy_m ?? null }
}
