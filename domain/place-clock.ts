/**
 * Civil time of places in Spain, based on `Intl`: the one module that converts between instants and wall clock.
 * Appointments, due times of orders and papers use the zone of the place; days of figures and schedules use `homeZone`.
 */
import { foldName } from './text.ts'

export const placeZones = ['Europe/Madrid', 'Atlantic/Canary'] as const
export type PlaceZone = (typeof placeZones)[number]
/** Zone of everything without a place: reports, schedules, days of filters. */
export const homeZone: PlaceZone = 'Europe/Madrid'

export interface PlaceParts {
  /** INE code of the CTO's municipality, five digits. */
  ine_code?: string | null | undefined
  /** From the order's address. */
  postal_code?: unknown
  province?: unknown
}

/** The provinces of the Canaries as stored, with the search forms of their alternative names. */
const canaryProvinces: readonly (readonly [name: string, ...others: string[]])[] = [
  [
    'Las Palmas',
    'palmas, las',
    'palmas (las)',
    'las palmas de gran canaria',
    'gran canaria',
    'lanzarote',
    'fuerteventura',
  ],
  [
    'Santa Cruz de Tenerife',
    'santa cruz tenerife',
    'sta. cruz de tenerife',
    'sta cruz de tenerife',
    's/c de tenerife',
    's.c. de tenerife',
    's.c. tenerife',
    's. c. tenerife',
    's. c. de tenerife',
    'sc tenerife',
    'tenerife',
    'la palma',
    'la gomera',
    'el hierro',
  ],
]

/**
 * Canonical name of a Canary province, by which `order_zone` determines the zone; any other province is returned
 * unchanged.
 */
export function clockProvince(written: string): string {
  const asked = foldName(written)
  return canaryProvinces.find(([name, ...others]) => [foldName(name), ...others].includes(asked))?.[0] ?? written
}
const isCanaryCode = (code: string) => /^3[58]/.test(code)

/**
 * Time zone of a place: by its CTO, else by the postal code of the address, else by the name of its province, else
 * `homeZone`. INE and postal codes both begin with the province (35 Las Palmas, 38 Santa Cruz de Tenerife). The SQL
 * function `order_zone` gives the same for names returned by `clockProvince`.
 */
export function zoneOfPlace({ ine_code, postal_code, province }: PlaceParts): PlaceZone {
  const code = ine_code ?? (typeof postal_code === 'string' && postal_code !== '' ? postal_code : null)
  const canary =
    code === null
      ? typeof province === 'string' && canaryProvinces.some(([name]) => name === clockProvince(province))
      : isCanaryCode(code)
  return canary ? 'Atlantic/Canary' : homeZone
}

const formats: Partial<Record<PlaceZone, Intl.DateTimeFormat>> = {}
/** Created lazily: a browser's first format takes tens of milliseconds. */
const formatOf = (timeZone: PlaceZone) =>
  (formats[timeZone] ??= new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  }))

const hourMs = 3_600_000

/** Wall clock reading at the instant `ms`, as the milliseconds of the same reading in UTC; NaN stays NaN. */
export function wallClock(ms: number, zone: PlaceZone): number {
  if (Number.isNaN(ms)) return Number.NaN
  const parts = formatOf(zone).formatToParts(ms)
  const read = Object.fromEntries(parts.map((part) => [part.type, Number(part.value)]))
  const wall = Date.UTC(read.year ?? 0, (read.month ?? 1) - 1, read.day, read.hour, read.minute, read.second)
  return wall + (((ms % 1000) + 1000) % 1000)
}

/** Calendar day of a place, `2026-11-20`. */
export const dayAt = (ms: number, zone: PlaceZone): string => new Date(wallClock(ms, zone)).toISOString().slice(0, 10)

/** Instants at which the wall clock shows `wall`: one, none in the hour skipped in March, two in the hour repeated in October. */
export function instantsAt(wall: number, zone: PlaceZone): number[] {
  const offsets = [wall - 24 * hourMs, wall + 24 * hourMs].map((near) => wallClock(near, zone) - near)
  const found = offsets.map((offset) => wall - offset).filter((ms) => wallClock(ms, zone) === wall)
  return [...new Set(found)].toSorted((a, b) => a - b)
}

/**
 * The instant at which the wall clock shows `wall`. Of a repeated hour the first; in the skipped hour moved by the
 * clock change (02:30 becomes 03:30). NaN stays NaN.
 */
export function instantAt(wall: number, zone: PlaceZone): number {
  if (Number.isNaN(wall)) return Number.NaN
  const [first] = instantsAt(wall, zone)
  if (first !== undefined) return first
  const before = wall - 24 * hourMs
  return wall - (wallClock(before, zone) - before)
}

/** An instant as local time with its UTC offset: `2026-07-10T10:00:00.000+01:00`. */
export function placeText(ms: number, zone: PlaceZone): string {
  const wall = wallClock(ms, zone)
  const minutes = Math.round((wall - ms) / 60_000)
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0')
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`
  return `${new Date(wall).toISOString().slice(0, -1)}${offset}`
}

/** A parsed local time, or why it is invalid. */
type PlaceTime = { ms: number; repeated: boolean } | { fault: 'skipped' | 'form' }

/**
 * Parses `2026-12-10 10:00` or `2026-12-10T10:00:00` in the zone of the place; with `Z` or an offset it is that
 * instant. `repeated`: the text is ambiguous, and the first instant was taken.
 */
export function readPlaceTime(text: string, zone: PlaceZone): PlaceTime {
  const [, day, time, offset] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? []
  const wall = Date.parse(`${day}T${time}Z`)
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 10) !== day) return { fault: 'form' }
  if (offset !== undefined) {
    const ms = Date.parse(`${day}T${time}${offset}`)
    return Number.isNaN(ms) ? { fault: 'form' } : { ms, repeated: false }
  }
  const [first, second] = instantsAt(wall, zone)
  return first === undefined ? { fault: 'skipped' } : { ms: first, repeated: second !== undefined }
}
