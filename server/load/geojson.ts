import { text } from '../kernel/texts.ts'
import { bytesOf } from './bytes.ts'
import { crsNamed, type Crs } from './crs.ts'
import { decoded } from './encoding.ts'
import { featureTable, type Feature, type FeatureSource } from './features.ts'
import { JsonCutter, type JsonPart } from './json-cutter.ts'
import { badStranger } from './signatures.ts'
import { badTable, tableLimits, type ReadTable } from './table.ts'

type Json = { [key: string]: unknown }

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(decoded(bytes, 'windows-1252'))
  } catch {
    return undefined
  }
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).trim()
}

/** Name of the system in a member `crs`, in any notation of programs; null if none. A linked system is named by its link. */
function systemName(declared: unknown): string | null {
  if (typeof declared === 'string') return declared
  if (!isObject(declared)) return null
  const { name, code, href } = isObject(declared['properties']) ? declared['properties'] : {}
  if (typeof name === 'string') return name
  if (code !== undefined && typeof code !== 'object') return `EPSG:${String(code)}`
  return typeof href === 'string' ? href : cell(declared).slice(0, 100)
}

const systemIn = ({ crs, coordRefSys }: Json) => systemName(crs ?? coordRefSys)

/** @throws Problem VALIDATION naming an unsupported system */
function knownSystem(name: string): Crs {
  const crs = crsNamed(name)
  if (!crs) throw badTable('crs', { name: name.slice(0, 100) })
  return crs
}

const refused = (fault: 'deep' | 'long' | 'json' | 'feature'): Feature => ({
  properties: [],
  geometry: null,
  refusal: text(`load.row.${fault}`, { limit: tableLimits.rowChars }),
})

/** Head of the feature's own `id`. */
const idHead = '@id'

function featureOf(value: unknown): Feature {
  if (value === undefined) return refused('json')
  if (!isObject(value) || value['type'] !== 'Feature') return refused('feature')
  const { properties, geometry } = value
  const system = systemIn(value) ?? (isObject(geometry) ? systemIn(geometry) : null)
  const id = cell(value['id'])
  const cells = [
    ...(id === '' ? [] : [[idHead, id] as const]),
    ...Object.entries(isObject(properties) ? properties : {}).map(([name, one]) => [name, cell(one)] as const),
  ]
  const numbers = cells.flatMap(([name]) =>
    isObject(properties) && typeof properties[name] === 'number' ? [name] : [],
  )
  return { properties: cells, numbers, geometry, ...(system !== null && { crs: knownSystem(system) }) }
}

/** Detects other JSON formats by their members. */
function strangerOf(document: Json): string | null {
  if (document['type'] === 'Topology') return 'topojson'
  return 'geometryType' in document || 'spatialReference' in document ? 'esrijson' : null
}

/**
 * Byte that ends each document: the record separator of RFC 8142, or the line end for one document per line; null for a single
 * document.
 */
async function endOf(path: string): Promise<number | null> {
  for await (const chunk of bytesOf(path)) {
    if (chunk[0] === 0x1e) return 0x1e
    const [first = '', second = ''] = chunk
      .toString('latin1')
      .split('\n')
      .filter((line) => line.trim() !== '')
    if (!second.startsWith('{')) return null
    const whole = isObject(parsed(Buffer.from(first, 'latin1')))
    return whole || /^\{\s*"type"\s*:\s*"Feature"/.test(first) ? 0x0a : null
  }
  return null
}

/** Features of one or several documents, with the declared system, before or after the features. */
class GeojsonSource implements FeatureSource {
  readonly #path: string
  readonly #end: number | null
  #systems = new Set<string>()
  readonly spare = [idHead]

  constructor(path: string, end: number | null) {
    this.#path = path
    this.#end = end
  }

  async *features(): AsyncGenerator<Feature[]> {
    const cutter = new JsonCutter(this.#end)
    this.#systems = new Set()
    for await (const chunk of bytesOf(this.#path)) yield this.#read(cutter.push(chunk))
    yield this.#read(cutter.rest())
  }

  crs(): Crs | null {
    const [name, other] = this.#systems
    if (name === undefined) return null
    if (other !== undefined) throw badTable('crs', { name: `${name.slice(0, 100)}, ${other.slice(0, 100)}` })
    return knownSystem(name)
  }

  #read(parts: Iterable<JsonPart>): Feature[] {
    const found: Feature[] = []
    for (const { kind, bytes, fault } of parts) {
      if (fault !== undefined) found.push(refused(fault))
      else if (kind === 'element') found.push(featureOf(parsed(bytes)))
      else found.push(...this.#document(parsed(bytes)))
    }
    return found
  }

  #document(value: unknown): Feature[] {
    if (value === undefined && this.#end !== null) return [refused('json')]
    if (!isObject(value)) throw badTable('broken', { line: 0 })
    const stranger = strangerOf(value)
    if (stranger !== null) throw badStranger(stranger, true)
    if (value['type'] === 'Feature') return [featureOf(value)]
    if (value['type'] !== 'FeatureCollection') {
      if (this.#end !== null) return [refused('feature')]
      throw badTable('format')
    }
    const system = systemIn(value)
    if (system !== null) this.#systems.add(system)
    return []
  }
}

/** Rows of a GeoJSON: a collection, a single feature, features per line (GeoJSONL) or as a sequence (RFC 8142). */
export async function readGeojson(path: string): Promise<ReadTable> {
  return await featureTable(new GeojsonSource(path, await endOf(path)))
}
