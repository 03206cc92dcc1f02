import { metresBetween } from '@hilo/domain/picture.ts'
import type { Position } from '@hilo/domain/step-data.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'

export { metresBetween }

/** What is known of where the device is. */
export interface Here {
  position: Position | null
  /** Time of the device's clock, ms. */
  at: number
  /** The person does not want to say; nothing waits for it. */
  refused: boolean
}

/** How old a position may be to stand for where one is, and how long to wait for one, ms. */
const fresh = 60_000
const patience = 6_000
/** A better fix stays for a while although a newer one has come: whoever works at a box does not walk, ms. */
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

/** Where the device is; null without permission, signal or patience: no step waits for it. */
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
      (seen) => done(found(seen)),
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

/** Whether the person has said before that he may be asked where he is; the question itself is never put by this. */
export const mayAsk = (): Promise<boolean> =>
  navigator.permissions?.query({ name: 'geolocation' }).then(
    ({ state }) => state === 'granted',
    () => false,
  ) ?? Promise.resolve(false)

/** Follows the device while a step is open, so that its place is good when a picture asks for it. */
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

/** The same on a screen that does without: only where it has been allowed before. */
export function useQuietWatch(): void {
  const [allowed, setAllowed] = useState(false)
  useEffect(() => {
    void mayAsk().then(setAllowed)
  }, [])
  useWatch(allowed)
}

/** Where the device is, as it becomes known. */
export const useHere = (): Here => useSyncExternalStore(subscribe, get)
