import { createReadStream } from 'node:fs'
import { text } from '../kernel/texts.ts'
import { featureTable, type Feature } from './features.ts'
import { badTable, tableLimits, type ReadTable } from './table.ts'
import { attributeOf, parsedPieces, type Attributes, type XmlHandler } from './xml-stream.ts'
import { asFault, openArchive } from './zip.ts'

/** Placemarks of a KML: `ExtendedData` are the properties, the system is WGS84. */

const shapes: Readonly<Record<string, string>> = {
  Point: 'Point',
  LineString: 'LineString',
  Polygon: 'Polygon',
  Track: 'Track',
  Model: 'Model',
}

interface Shape {
  type: string
  coordinates: string
}

/** `-3.66,40.38,640 -3.67,40.39` as GeoJSON coordinates. */
function coordinatesOf({ type, coordinates }: Shape): unknown {
  const points = coordinates
    .replace(/\s+/g, ' ')
    .replace(/ ?, ?/g, ',')
    .split(' ')
    .filter((one) => one !== '')
    .map((one) => one.split(','))
  return type === 'Point' ? (points[0] ?? []) : points
}

function geometryOf(found: readonly Shape[]): unknown {
  const [first, ...more] = found
  if (!first) return null
  if (more.length === 0) return { type: first.type, coordinates: coordinatesOf(first) }
  const alike = more.every(({ type }) => type === first.type)
  return { type: alike ? `Multi${first.type}` : 'GeometryCollection', coordinates: found.map(coordinatesOf) }
}

/** Collects placemarks from the tags of a document. */
class Placemarks {
  done: Feature[] = []
  /** True once the document is recognized as KML. */
  known = false
  #properties: Map<string, string> | null = null
  #shapes: Shape[] = []
  /** Open elements within the placemark, innermost last. */
  #path: string[] = []
  #data = ''
  #value = ''
  #chars = 0

  open(name: string, attributes: Attributes): void {
    this.known ||= name === 'kml' || name === 'Placemark'
    if (name === 'Placemark') {
      this.#properties = new Map()
      this.#shapes = []
      this.#path = []
      this.#chars = 0
      return
    }
    this.#path.push(name)
    this.#value = ''
    const type = shapes[name]
    if (type !== undefined) this.#shapes.push({ type, coordinates: '' })
    if (name === 'Data' || name === 'SimpleData') this.#data = (attributeOf(attributes, 'name') ?? '').trim()
  }

  text(value: string): void {
    if (!this.#properties) return
    this.#chars += value.length
    if (this.#chars <= tableLimits.rowChars) this.#value += value
  }

  close(name: string): void {
    const properties = this.#properties
    if (!properties) return
    if (name === 'Placemark') return this.#finish(properties)
    this.#path.pop()
    const shape = this.#shapes.at(-1)
    if (name === 'coordinates' && shape?.coordinates === '') shape.coordinates = this.#value
    else if (name === 'name' && this.#path.length === 0) properties.set('name', this.#value.trim())
    else if ((name === 'SimpleData' || (name === 'value' && this.#path.at(-1) === 'Data')) && this.#data !== '')
      properties.set(this.#data, this.#value.trim())
    this.#value = ''
  }

  #finish(properties: ReadonlyMap<string, string>): void {
    const long = this.#chars > tableLimits.rowChars
    const refusal = long ? { refusal: text('load.row.long', { limit: tableLimits.rowChars }) } : {}
    this.done.push({ properties: long ? [] : [...properties], geometry: geometryOf(this.#shapes), ...refusal })
    this.#properties = null
  }
}

async function* placemarks(bytes: () => Promise<AsyncIterable<Buffer>>): AsyncGenerator<Feature[]> {
  const found = new Placemarks()
  const handler: XmlHandler = {
    open: (name, attributes) => found.open(name, attributes),
    close: (name) => found.close(name),
    text: (value) => found.text(value),
  }
  try {
    for await (const _ of parsedPieces(await bytes(), handler)) {
      const { done } = found
      found.done = []
      yield done
    }
  } catch (error) {
    throw asFault(error)
  }
  if (!found.known) throw badTable('format')
}

async function kmlTable(bytes: () => Promise<AsyncIterable<Buffer>>): Promise<ReadTable> {
  return await featureTable({ features: () => placemarks(bytes), crs: () => null, spare: ['name'] })
}

export async function readKml(path: string): Promise<ReadTable> {
  return await kmlTable(() => Promise.resolve(createReadStream(path) as AsyncIterable<Buffer>))
}

/** The only KML of an archive, or its `doc.kml`. */
export async function readKmz(path: string): Promise<ReadTable> {
  const archive = await openArchive(path)
  const found = archive.entries.filter(({ fileName }) => /\.kml$/i.test(fileName))
  const entry =
    found.find(({ fileName }) => /^doc\.kml$/i.test(fileName)) ?? (found.length === 1 ? found[0] : undefined)
  if (!entry)
    throw badTable('layers', {
      names: found
        .map(({ fileName }) => fileName)
        .join(', ')
        .slice(0, 200),
    })
  return await kmlTable(async () => await archive.open(entry, tableLimits.sheetBytes))
}
