/** GeoJSON of a grid: properties for its cells, and geometries of every kind. */
import type { Dice } from './dice.ts'
import type { CellValue } from './files-cells.ts'
import type { Grid } from './files-rows.ts'
import { geojsonTruth, type FuzzFile } from './files-truth.ts'

const point = [-3.6643, 40.3885]
const geometries: readonly unknown[] = [
  null,
  { type: 'Point', coordinates: point },
  { type: 'Point', coordinates: [...point, 650] },
  { type: 'MultiPoint', coordinates: [point] },
  { type: 'LineString', coordinates: [point, [-3.66, 40.39]] },
  { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: point }] },
]
const oddGeometries: readonly unknown[] = [
  { type: 'MultiPoint', coordinates: [point, point] },
  { type: 'Point', coordinates: [] },
  { type: 'Point', coordinates: ['-3.66', '40.38'] },
  { type: 'Point', coordinates: [40.3885, -3.6643] },
  { type: 'Point', coordinates: [1e9, -1e9] },
  { type: 'Point', coordinates: [null, null] },
  { type: 'Polygon', coordinates: [[point, [0, 0], [1, 1], point]] },
  { type: 'LineString', coordinates: [point] },
  { type: 'Curve', coordinates: 7 },
  { type: 'GeometryCollection', geometries: [] },
  {},
  [],
  'POINT(1 2)',
]
const systems: readonly unknown[] = [
  { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } },
  { type: 'name', properties: { name: 'EPSG:25830' } },
  { type: 'name', properties: { name: 'EPSG:4326' } },
  { type: 'name', properties: { name: 'EPSG:99999' } },
  { type: 'link', properties: { href: 'http://epsg.io/4230' } },
  'EPSG:4258',
  7,
  null,
]
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

const property = (dice: Dice, value: CellValue): unknown => {
  if (value instanceof Date) return value.toISOString()
  if (dice.chance(0.01)) return dice.pick<unknown>([{ a: 1 }, [1, 2], nested(40), null])
  return value
}

export function drawGeojson(dice: Dice, { columns, rows }: Grid): FuzzFile {
  const places = rows.map(() => dice.pick(dice.chance(0.1) ? oddGeometries : geometries))
  const features = rows.map((row, at) => ({
    type: 'Feature',
    properties: Object.fromEntries(columns.map(({ head }, i) => [head, property(dice, row[i] ?? null)])),
    geometry: places[at],
  }))
  const crs = dice.chance(0.15) ? { crs: dice.pick(systems) } : {}
  const collection = dice.chance(0.5)
    ? { type: 'FeatureCollection', ...crs, features }
    : { features, ...crs, type: 'FeatureCollection' }
  const whole = JSON.stringify(collection, null, dice.pick([0, 2]))
  const lines = features.map((one) => JSON.stringify(one))
  const text = dice.chance(0.7) ? whole : lines.join('\n')
  const bytes = Buffer.from(dice.chance(0.1) ? `\ufeff${text}` : text)
  return { format: 'geojson', bytes, how: text === whole ? 'collection' : 'lines', meant: geojsonTruth(whole) }
}
