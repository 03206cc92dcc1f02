import { metresBetween } from '@hilo/domain/picture.ts'
import type { Position } from '@hilo/domain/step-data.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'

export { metresBetween }

/** Last known position of the device. */
interface Here {
  position: Position | null
  /** Device clock, ms since 1970. */
  at: number
  /** Permission denied: do not wait for a position. */
  refused: boolean
}

/** Maximum age of a usable position, and longest wait for a new one, ms. */
const fresh = 60_000
const patience = 6_000
/** A more accurate fix outlives newer ones for this time, ms: a technician at a box does not walk. */
const better = 20_000

let here: Here = { position: null, at: 0, refused: false }
const listeners = new Set<() => void>()
let watch: number | null = null

function show(next: Here) {
  here = next
  for (const listener of listeners) listener()
}

const round = (degrees: number) => Math.round(degrees * 1e7) / 1e7

function found({ coords }: GeolocationPosition): Position {
  const position = {
    lat: round(coords.latitude),
    lon: round(coords.longitude),
    accuracy_m: Math.min(100_000, Math.round(coords.accuracy)),
  }
  const known = here.position?.accuracy_m
  const keep = known != null && known < position.accuracy_m && Date.now() - here.at < better
  if (!keep) show({ position, at: Date.now(), refused: false })
  return here.position ?? position
}

function failed({ code, PERMISSION_DENIED }: GeolocationPositionError) {
  if (code === PERMISSION_DENIED && !here.refused) show({ ...here, refused: true })
}

const known = () => (Date.now() - here.at < fresh ? here.position : null)

/** Position of the device; null without permission, without signal or after `ms`. Steps never wait for it. */
export function whereAmI(ms = patience): Promise<Position | null> {
  const position = known()
  if (position || here.refused || !('geolocation' in navigator)) return Promise.resolve(position)
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(here.position), ms)
    const done = (where: Position | null) => {
      clearTimeout(timer)
      resolve(where)
    }
    navigator.geolocation.getCurrentPosition(
      (position) => done(found(position)),
      (error) => {
        failed(error)
        done(here.position)
      },
      { enableHighAccuracy: true, timeout: patience, maximumAge: fresh },
    )
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const get = () => here

/** True if the permission is already granted; never prompts. */
const mayAsk = (): Promise<boolean> =>
  navigator.permissions?.query({ name: 'geolocation' }).then(
    ({ state }) => state === 'granted',
    () => false,
  ) ?? Promise.resolve(false)

/** Watches the position while a step is open, so that pictures get an accurate one. */
export function useWatch(wanted = true): void {
  useEffect(() => {
    if (!wanted || !('geolocation' in navigator) || watch !== null) return
    const id = navigator.geolocation.watchPosition(found, failed, { enableHighAccuracy: true, maximumAge: better })
    watch = id
    return () => {
      navigator.geolocation.clearWatch(id)
      watch = null
    }
  }, [wanted])
}

/** Watches the position only if the permission is already granted; for screens that do not need it. */
export function useQuietWatch(): void {
  const [allowed, setAllowed] = useState(false)
  useEffect(() => {
    void mayAsk().then(setAllowed)
  }, [])
  useWatch(allowed)
}

/** The last known position, as a subscription. */
export const useHere = (): Here => useSyncExternalStore(subscribe, get)
