import { createReadStream } from 'node:fs'
import { badTable, Heads, tableLimits, type ReadTable } from './table.ts'

/** Features of a GeoJSON one by one: properties become cells, a point becomes `lat` and `lon`, a line its length too. */

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Cuts the elements of the top-level array `features` out of a text that arrives in pieces. */
class FeatureCutter {
  #depth = 0
  #quoted = false
  #escaped = false
  /** Text outside the features, until their array begins. */
  #before = ''
  #inside = false
  #current = ''
  over = false

  /** Texts of the features that this piece completes. */
  push(piece: string): string[] {
    const found: string[] = []
    let from = this.#inside && this.#depth > 2 ? 0 : -1
    for (let at = 0; at < piece.length; at++) {
      const char = piece[at] ?? ''
      if (this.#quoted) {
        this.#inString(char)
      } else if (char === '"') this.#quoted = true
      else if (char === '{' || char === '[') {
        if (char === '[' && this.#depth === 1 && /"features"\s*:\s*$/.test(this.#before)) this.#inside = true
        if (this.#inside && this.#depth === 2) from = at
        this.#depth += 1
      } else if (char === '}' || char === ']') {
        this.#depth -= 1
        if (this.#inside && this.#depth === 2) {
          found.push(this.#current + piece.slice(from, at + 1))
          this.#current = ''
          from = -1
        }
        if (this.#inside && this.#depth === 1) this.#inside = false
        if (this.#depth === 0) this.over = true
      }
      if (this.#depth === 1 && !this.#inside) this.#remember(char)
    }
    if (from !== -1) this.#current += piece.slice(from)
    if (this.#current.length > tableLimits.rowChars) throw badTable('too_large')
    return found
  }

  #inString(char: string): void {
    if (this.#escaped) this.#escaped = false
    else if (char === '\\') this.#escaped = true
    else if (char === '"') this.#quoted = false
  }

  /** Enough to see which member comes next. */
  #remember(char: string): void {
    this.#before = (this.#before + char).slice(-64)
  }
}

async function* features(path: string): AsyncGenerator<Json> {
  const cutter = new FeatureCutter()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let count = 0
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      for (const text of cutter.push(decoder.decode(chunk, { stream: true }))) {
        count += 1
        if (count > tableLimits.rows) throw badTable('rows', { limit: tableLimits.rows })
        yield JSON.parse(text) as Json
      }
    }
    decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw badTable('encoding')
    throw error instanceof SyntaxError ? badTable('broken', { line: count }) : error
  }
  if (!cutter.over) throw badTable('broken', { line: count })
  if (count === 0) throw badTable('empty')
}

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function cell(value: Json): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

type Point = readonly [lon: number, lat: number]
function pointOf(value: Json | undefined): Point {
  const [lon, lat] = Array.isArray(value) ? value : []
  if (typeof lon !== 'number' || typeof lat !== 'number') throw badTable('geometry')
  return [lon, lat]
}

const radians = Math.PI / 180
const earthM = 6_371_000
function metres([lonA, latA]: Point, [lonB, latB]: Point): number {
  const half = (a: number, b: number) => Math.sin(((b - a) * radians) / 2) ** 2
  const chord = half(latA, latB) + Math.cos(latA * radians) * Math.cos(latB * radians) * half(lonA, lonB)
  return 2 * earthM * Math.asin(Math.sqrt(chord))
}

/** What a geometry says. */
const derivedHeads = ['lat', 'lon', 'length_m'] as const

/** Place of a geometry: a point, or where a line begins and how long it is. */
function placeOf(geometry: Json | undefined): Record<string, string> {
  if (geometry === null || geometry === undefined) return {}
  if (!isObject(geometry)) throw badTable('geometry')
  const { type, coordinates } = geometry
  if (type === 'Point') {
    const [lon, lat] = pointOf(coordinates)
    return { lat: String(lat), lon: String(lon) }
  }
  if (type !== 'LineString' || !Array.isArray(coordinates) || coordinates.length < 2) throw badTable('geometry')
  const points = coordinates.map(pointOf)
  const [[lon, lat] = [0, 0]] = points
  const length = points.slice(1).reduce((sum, point, at) => sum + metres(points[at] ?? point, point), 0)
  return { lat: String(lat), lon: String(lon), length_m: String(Math.round(length)) }
}

/** What the feature says itself goes before what follows from its geometry. */
function valuesOf(feature: Json): Record<string, string> {
  if (!isObject(feature) || feature['type'] !== 'Feature') throw badTable('format')
  const properties = isObject(feature['properties']) ? feature['properties'] : {}
  const said = Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, cell(value).trim()]))
  return { ...placeOf(feature['geometry']), ...said }
}

export async function readGeojson(path: string): Promise<ReadTable> {
  const names = new Set<string>()
  for await (const feature of features(path)) {
    for (const name of Object.keys(valuesOf(feature))) names.add(name)
    if (names.size > tableLimits.columns) throw badTable('columns', { limit: tableLimits.columns })
  }
  const heads = new Heads([...names])
  const rows = {
    async *[Symbol.asyncIterator]() {
      let line = 0
      for await (const feature of features(path)) {
        line += 1
        const values = valuesOf(feature)
        yield heads.row(
          line,
          [...names].map((name) => values[name] ?? ''),
        )
      }
    },
  }
  return { heads: heads.names, rows, derived: derivedHeads }
}
