import { inSpain } from '@hilo/domain/inventory.ts'
import { text } from '../kernel/texts.ts'
import { areMetres, crsOfCode, likelySystem, type Crs } from './crs.ts'
import { checked } from './mojibake.ts'
import { Notes } from './notes.ts'
import { derivedHeads, placeOf, pointsOf, type Place, type PlaceFault } from './place.ts'
import { badTable, foldHead, Heads, tableLimits, type ReadTable, type TableRow } from './table.ts'

/** Rows of any feature source: properties become cells, a point becomes `lat` and `lon`, a line its length as well. */

/** One feature of any format. */
export interface Feature {
  properties: readonly (readonly [name: string, value: string])[]
  /** GeoJSON geometry. */
  geometry: unknown
  /** System of this feature only, if it differs from the file's. */
  crs?: Crs
  /** Why it could not be read, as a Spanish sentence. */
  refusal?: string
  /** Names of numeric properties. */
  numbers?: readonly string[]
}

/** Features of a file in batches; can be iterated more than once. */
export interface FeatureSource {
  features(): AsyncIterable<readonly Feature[]>
  /** The file's system, known after iterating; null if none is declared. @throws Problem for an unknown one */
  crs(): Crs | null
  /**
   * Properties that the format always writes, used or not. They give way to a property whose name differs in form only, which may
   * then be unused as well.
   */
  spare?: readonly string[]
  /** Properties whose name the format may have cut short. */
  cut?: readonly string[]
  /** Notes on the whole file, known after iterating. */
  notes?(): readonly (readonly [code: string, values: Readonly<Record<string, string>>])[]
}

const wgs84 = crsOfCode(4326)

interface Survey {
  names: Set<string>
  /** Those of `derivedHeads` that some geometry gives. */
  derived: Set<string>
  crs: Crs
}

/** Lists the properties, and checks whether positions are plausible for the file's system. */
async function surveyed(source: FeatureSource): Promise<Survey> {
  const names = new Set<string>()
  const derived = new Set<string>()
  let [places, metric, count] = [0, 0, 0]
  let sample: readonly [number, number] = [0, 0]
  for await (const some of source.features()) {
    for (const { properties, geometry, crs } of some) {
      count += 1
      if (count > tableLimits.rows) throw badTable('rows', { limit: tableLimits.rows })
      for (const [name] of properties) names.add(name)
      if (names.size > tableLimits.columns) throw badTable('columns', { limit: tableLimits.columns })
      const points = pointsOf(geometry)
      const [first] = Array.isArray(points) ? points : []
      if (!first) continue
      for (const head of points?.length === 1 ? derivedHeads.slice(0, 2) : derivedHeads) derived.add(head)
      if (crs) continue
      places += 1
      if (!areMetres(...first)) continue
      metric += 1
      sample = first
    }
  }
  if (count === 0) throw badTable('empty')
  const system = source.crs() ?? wgs84
  if (!system) throw new Error('no WGS84')
  if (system.degrees && metric > places / 2) throw badTable('crs_metres', { name: likelySystem(...sample) })
  return { names, derived, crs: system }
}

function noteSystem(notes: Notes, { code, title, accuracyM, degrees }: Crs): void {
  const name = `${title} (${code})`
  if (accuracyM > 0) notes.file('crs_shift', { name, metres: accuracyM })
  else if (!degrees) notes.file('crs', { name })
}

function notePlace(notes: Notes, line: number, { lat, lon }: Place): void {
  if (lat === undefined || lon === undefined) return notes.line('no_geometry', line)
  const point = { lat: Number(lat), lon: Number(lon) }
  if (!inSpain(point) && inSpain({ lat: point.lon, lon: point.lat })) notes.line('swapped', line)
}

const faultText = (fault: PlaceFault) => text(`load.row.${fault}`)

/**
 * A table of features: properties take precedence over columns derived from the geometry.
 * @throws Problem VALIDATION for too many or no features, and for implausible coordinates
 */
export async function featureTable(source: FeatureSource): Promise<ReadTable> {
  const { names, crs, ...survey } = await surveyed(source)
  const { spare = [], cut = [] } = source
  const isSpare = (head: string) => spare.includes(head)
  const own = new Set([...names].filter((name) => !isSpare(name)).map(foldHead))
  const isFree = (head: string) => !own.has(foldHead(head))
  const derived = derivedHeads.filter((head) => survey.derived.has(head) && isFree(head))
  const columns = [...derived, ...[...names].filter((name) => !isSpare(name) || isFree(name))]
  const spareForms = new Set(spare.map(foldHead))
  const unneeded = columns.filter((head) => spareForms.has(foldHead(head)))
  if (columns.length === 0) throw badTable('no_properties')
  const heads = new Heads(columns)
  const notes = new Notes()
  noteSystem(notes, crs)
  for (const [code, values] of source.notes?.() ?? []) notes.file(code, values)
  const rowOf = (feature: Feature, line: number): TableRow => {
    const place = placeOf(feature.geometry, feature.crs ?? crs)
    const cells = new Map<string, string>([
      ...(typeof place === 'string' ? [] : Object.entries(place)),
      ...feature.properties,
    ])
    const row = heads.row(
      line,
      checked(
        columns.map((name) => cells.get(name) ?? ''),
        line,
        notes,
      ),
    )
    if (feature.refusal !== undefined) return { ...row, refusal: feature.refusal }
    if (typeof place === 'string') return { ...row, refusal: faultText(place) }
    notePlace(notes, line, place)
    const numbers = [...derived.filter((head) => head in place), ...(feature.numbers ?? [])]
    return { ...row, types: Object.fromEntries(numbers.map((name) => [name.trim(), 'number' as const])) }
  }
  const rows = {
    async *[Symbol.asyncIterator]() {
      let line = 0
      notes.start()
      for await (const some of source.features()) for (const feature of some) yield rowOf(feature, (line += 1))
      notes.finish()
    },
  }
  return { heads: heads.names, derived: [...derived, ...unneeded], cut, rows, notes: notes.list }
}
