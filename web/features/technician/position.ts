import type { Position } from '@hilo/domain/step-data.ts'

let last: { position: Position; at: number } | null = null

/** How old a position may be to stand for where one is, and how long to wait for one, ms. */
const fresh = 60_000
const patience = 6_000

const round = (degrees: number) => Math.round(degrees * 1e7) / 1e7

/** Where the device is; null without permission, signal or patience: no step waits for it. */
export function whereAmI(): Promise<Position | null> {
  if (last && Date.now() - last.at < fresh) return Promise.resolve(last.position)
  if (!('geolocation' in navigator)) return Promise.resolve(null)
  return new Promise((resolve) =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const position = {
          lat: round(coords.latitude),
          lon: round(coords.longitude),
          accuracy_m: Math.min(100_000, Math.round(coords.accuracy)),
        }
        last = { position, at: Date.now() }
        resolve(position)
      },
      () => resolve(last?.position ?? null),
      { enableHighAccuracy: true, timeout: patience, maximumAge: fresh },
    ),
  )
}

/** Metres between two positions, on a sphere. */
export function metresBetween(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const rad = Math.PI / 180
  const half = (to: number) => Math.sin((to * rad) / 2) ** 2
  const h = half(b.lat - a.lat) + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * half(b.lon - a.lon)
  return 2 * 6_371_000 * Math.asin(Math.sqrt(h))
}
