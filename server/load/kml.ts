import { text } from '../kernel/texts.ts'
import { featureTable, type Feature, type FeatureSource } from './features.ts'
import { kmlAlone, kmlArchive, type KmlFiles } from './kml-files.ts'
import { badTable, tableLimits, type ReadTable } from './table.ts'
import { typedProperties, type TypedProperty } from './typed-number.ts'
import { attributeOf, parsedPieces, type Attributes, type XmlHandler } from './xml-stream.ts'
import { asFault } from './zip.ts'

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

const mostLinks = 1000
/** Characters; a longer link leads nowhere. */
const mostHref = 2000

/** Links of a `NetworkLink`, to other documents. */
class Links {
  readonly found = new Set<string>()
  #inLink = false
  #isOpen = false
  #href = ''

  open(name: string): void {
    if (name === 'NetworkLink') this.#inLink = true
    if (name === 'Link' || name === 'Url') this.#isOpen = this.#inLink
    this.#href = ''
  }

  text(value: string): void {
    if (this.#isOpen && this.#href.length < mostHref) this.#href += value
  }

  close(name: string): void {
    const href = this.#href.trim()
    if (name === 'href' && this.#isOpen && href !== '' && this.found.size < mostLinks) this.found.add(href)
    if (name === 'Link' || name === 'Url') this.#isOpen = false
    if (name === 'NetworkLink') this.#inLink = false
  }
}
/** What a placemark itself may say, apart from its data. */
const ownElements = ['name', 'description', 'address', 'phoneNumber']
/** Longest text of theirs that is kept: descriptions may be whole pages. */
const mostOwn = 200

const numericType = /^(?:\w+:)?(?:float|double|u?int|u?short)$/i
/** Fields of all schemas of one document; more are read as text. */
const mostFields = 2000

/** Types of the fields that the schemas of a document declare, before or after the placemarks that refer to them. */
class KmlSchemas {
  readonly #isNumeric = new Map<string, boolean>()
  #schema = ''

  open(name: string, attributes: Attributes): void {
    if (name === 'Schema') this.#schema = attributeOf(attributes, 'id') ?? attributeOf(attributes, 'name') ?? ''
    if (name !== 'SimpleField' || this.#isNumeric.size > mostFields) return
    const field = (attributeOf(attributes, 'name') ?? '').trim()
    const isNumeric = numericType.test((attributeOf(attributes, 'type') ?? '').trim())
    this.#isNumeric.set(`${this.#schema}\n${field}`, isNumeric)
    // For placemarks that name no schema, or one that is not there.
    this.#isNumeric.set(`\n${field}`, isNumeric && this.#isNumeric.get(`\n${field}`) !== false)
  }

  /** @param url of the schema, `#id` */
  isNumeric(url: string, field: string): boolean {
    const schema = url.slice(url.indexOf('#') + 1)
    return this.#isNumeric.get(`${schema}\n${field}`) ?? this.#isNumeric.get(`\n${field}`) ?? false
  }
}

/** Collects placemarks and links from the tags of a document. */
class Placemarks {
  done: Feature[] = []
  readonly links = new Links()
  /** True once the document is recognized as KML. */
  known = false
  readonly #schemas: KmlSchemas
  #properties: Map<string, TypedProperty> | null = null
  #shapes: Shape[] = []
  /** Open elements within the placemark, innermost last. */
  #path: string[] = []
  #schemaUrl = ''
  #data = ''
  #value = ''
  #chars = 0

  constructor(schemas: KmlSchemas) {
    this.#schemas = schemas
  }

  open(name: string, attributes: Attributes): void {
    this.known ||= name === 'kml' || name === 'Placemark'
    this.#schemas.open(name, attributes)
    if (name === 'Placemark') {
      this.#properties = new Map()
      this.#shapes = []
      this.#path = []
      this.#chars = 0
      return
    }
    if (!this.#properties) return this.links.open(name)
    this.#path.push(name)
    this.#value = ''
    const type = shapes[name]
    if (type !== undefined) this.#shapes.push({ type, coordinates: '' })
    if (name === 'SchemaData') this.#schemaUrl = attributeOf(attributes, 'schemaUrl') ?? ''
    if (name === 'Data' || name === 'SimpleData') this.#data = (attributeOf(attributes, 'name') ?? '').trim()
  }

  text(value: string): void {
    if (!this.#properties) return this.links.text(value)
    this.#chars += value.length
    if (this.#chars <= tableLimits.rowChars) this.#value += value
  }

  close(name: string): void {
    const properties = this.#properties
    if (!properties) return this.links.close(name)
    if (name === 'Placemark') return this.#finish(properties)
    this.#path.pop()
    const shape = this.#shapes.at(-1)
    if (name === 'coordinates' && shape?.coordinates === '') shape.coordinates = this.#value
    else if (ownElements.includes(name) && this.#path.length === 0)
      properties.set(name, [name, this.#value.trim().slice(0, mostOwn), false])
    else if ((name === 'SimpleData' || (name === 'value' && this.#path.at(-1) === 'Data')) && this.#data !== '') {
      const isNumeric = name === 'SimpleData' && this.#schemas.isNumeric(this.#schemaUrl, this.#data)
      properties.set(this.#data, [this.#data, this.#value.trim(), isNumeric])
    }
    this.#value = ''
  }

  #finish(properties: ReadonlyMap<string, TypedProperty>): void {
    const long = this.#chars > tableLimits.rowChars
    const refusal = long ? { refusal: text('load.row.long', { limit: tableLimits.rowChars }) } : {}
    const cells = typedProperties(long ? [] : [...properties.values()])
    this.done.push({ ...cells, geometry: geometryOf(this.#shapes), ...refusal })
    this.#properties = null
  }
}

async function* placemarks(bytes: AsyncIterable<Buffer>, found: Placemarks): AsyncGenerator<Feature[]> {
  const handler: XmlHandler = {
    open: (name, attributes) => found.open(name, attributes),
    close: (name) => found.close(name),
    text: (value) => found.text(value),
  }
  try {
    for await (const _ of parsedPieces(bytes, handler)) {
      const { done } = found
      found.done = []
      yield done
    }
  } catch (error) {
    throw asFault(error)
  }
  if (!found.known) throw badTable('format')
}

const mostDocuments = 100
const listed = (names: Iterable<string>) => [...names].slice(0, 5).join(', ').slice(0, 200)

/** Placemarks of a document, then of those that it links, each once. */
class KmlSource implements FeatureSource {
  readonly spare = ownElements
  readonly #files: KmlFiles
  /** Kept for the next iteration, since a schema may stand behind its placemarks. */
  readonly #schemas = new Map<string, KmlSchemas>()
  #read: string[] = []
  #unread = new Set<string>()

  constructor(files: KmlFiles) {
    this.#files = files
  }

  async *features(): AsyncGenerator<Feature[]> {
    this.#read = this.#files.names.slice(0, 1)
    this.#unread = new Set()
    let count = 0
    for (const name of this.#read) {
      const schemas = this.#schemas.get(name) ?? new KmlSchemas()
      this.#schemas.set(name, schemas)
      const found = new Placemarks(schemas)
      for await (const some of placemarks(await this.#files.open(name), found)) {
        count += some.length
        yield some
      }
      for (const href of found.links.found) this.#follow(name, href)
    }
    if (count === 0 && this.#unread.size > 0) throw badTable('links', { names: listed(this.#unread) })
  }

  #follow(from: string, href: string): void {
    const name = this.#files.linked(from, href)
    if (name !== null && this.#read.includes(name)) return
    if (name === null || this.#read.length === mostDocuments) this.#unread.add(href)
    else this.#read.push(name)
  }

  crs(): null {
    return null
  }

  notes() {
    const others = this.#files.names.filter((name) => !this.#read.includes(name))
    return [
      ...(this.#unread.size > 0 ? [['links', { names: listed(this.#unread) }] as const] : []),
      ...(others.length > 0 ? [['files', { names: listed(others) }] as const] : []),
    ]
  }
}

export async function readKml(path: string): Promise<ReadTable> {
  return await featureTable(new KmlSource(kmlAlone(path)))
}

export async function readKmz(path: string): Promise<ReadTable> {
  return await featureTable(new KmlSource(await kmlArchive(path)))
}
