/** Route order of the day's orders. Pure. */
import { metresBetween } from '@hilo/domain/picture.ts'

export interface Place {
  lat: number
  lon: number
}

/** Fields of an order that decide its position. */
export interface Stop {
  id: number
  appointment: { from: string; to: string } | null
  requested_date: string | null
  cto_id: number | null
}

export interface Leg<S extends Stop> {
  stop: S
  /** Metres from the current position; null if either place is unknown. */
  metres: number | null
}

const startOf = ({ appointment }: Stop) => (appointment === null ? Infinity : Date.parse(appointment.from))
/** Orders without a distance: by requested date, then by creation. */
const waiting = (a: Stop, b: Stop) => (a.requested_date ?? '9').localeCompare(b.requested_date ?? '9') || a.id - b.id

/** Nearest neighbour route; orders without a place, or a route without a start, go to the end. */
function nearest<S extends Stop>(stops: readonly S[], placeOf: (stop: S) => Place | null, from: Place | null): S[] {
  const left = stops.toSorted(waiting)
  const route: S[] = []
  for (let at = from; left.length > 0;) {
    const near = at === null ? left : left.toSorted((a, b) => far(at, placeOf(a)) - far(at, placeOf(b)))
    const [next] = near
    if (next === undefined) break
    left.splice(left.indexOf(next), 1)
    route.push(next)
    at = placeOf(next) ?? at
  }
  return route
}
const far = (at: Place | null, to: Place | null) =>
  at === null || to === null ? Number.MAX_VALUE : metresBetween(at, to)

/** Appointments by time, then the others by nearest neighbour, from the current position or the last visit. */
export function routeOrder<S extends Stop>(
  stops: readonly S[],
  placeOf: (stop: S) => Place | null,
  here: Place | null,
): Leg<S>[] {
  const agreed = stops
    .filter(({ appointment }) => appointment !== null)
    .toSorted((a, b) => startOf(a) - startOf(b) || a.id - b.id)
  const last = agreed.map(placeOf).findLast((place) => place !== null) ?? null
  const free = nearest(
    stops.filter(({ appointment }) => appointment === null),
    placeOf,
    here ?? last,
  )
  const metres = (stop: S) => {
    const place = placeOf(stop)
    return here === null || place === null ? null : metresBetween(here, place)
  }
  return [...agreed, ...free].map((stop) => ({ stop, metres: metres(stop) }))
}

/** True if a visit is after `dayEnd`; orders without a day may be done at any time. */
export function isLater({ appointment, requested_date }: Stop, dayEnd: Date): boolean {
  if (appointment !== null) return Date.parse(appointment.from) >= dayEnd.getTime()
  if (requested_date === null) return false
  const [year = 0, month = 1, day = 1] = requested_date.split('-').map(Number)
  return new Date(year, month - 1, day).getTime() >= dayEnd.getTime()
}

/** Next midnight after a moment, in the device's time zone. */
export function endOfDay(now: number): Date {
  const day = new Date(now)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1)
}
