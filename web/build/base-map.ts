/**
 * The base map drawn where no street tiles are configured: coast, neighbouring countries, provinces and municipalities,
 * each with its name. Made at build time from the boundaries of the IGN (es-atlas) and Natural Earth (world-atlas).
 */
import { provinceOf } from '@hilo/domain/province.ts'
import type { Feature, Geometry, MultiPolygon, Polygon, Position } from 'geojson'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Plugin } from 'vite'
import { capitals, cities, countries, seas } from './base-map-names.ts'

type Named = GeometryCollection<{ name: string }>
type Atlas = Topology<Record<'municipalities' | 'provinces' | 'border', Named>>
type World = Topology<Record<'countries', Named>>
type Area = Feature<Polygon | MultiPolygon, { name: string }>

/** West, south, east and north of the neighbours' finer coast. */
const [west, south, east, north] = [-21, 25, 11, 47]
/** Decimals of a degree: 0.001 is some 100 m, finer than the simplified boundaries. */
const decimals = 3

const require = createRequire(import.meta.url)
const read = <T>(name: string): T => JSON.parse(readFileSync(require.resolve(name), 'utf8')) as T

const label = (lon: number, lat: number, properties: object): Feature => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [lon, lat] },
  properties,
})
const shape = (kind: string, geometry: Geometry): Feature => ({ type: 'Feature', geometry, properties: { kind } })

/** The ring inside the rectangle of the neighbours (Sutherland–Hodgman: one side after the other). */
function clipped(ring: readonly Position[]): Position[] {
  const sides = [
    { axis: 0, limit: west, sign: 1 },
    { axis: 0, limit: east, sign: -1 },
    { axis: 1, limit: south, sign: 1 },
    { axis: 1, limit: north, sign: -1 },
  ] as const
  let points = [...ring]
  for (const { axis, limit, sign } of sides) {
    const inside = (point: Position) => sign * ((point[axis] ?? 0) - limit) >= 0
    points = points.flatMap((point, n) => {
      const before = points.at(n - 1) ?? point
      if (inside(point) === inside(before)) return inside(point) ? [point] : []
      const share = (limit - (before[axis] ?? 0)) / ((point[axis] ?? 0) - (before[axis] ?? 0))
      const cut = [0, 1].map((k) => (before[k] ?? 0) + share * ((point[k] ?? 0) - (before[k] ?? 0)))
      return inside(point) ? [cut, point] : [cut]
    })
  }
  const [first] = points
  return first ? [...points, first] : []
}

const polygonsOf = ({ geometry }: Area): Position[][][] =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates

/** Twice the signed area of a ring and the sums of its centroid. */
function momentsOf(ring: readonly Position[]) {
  const sums = { area: 0, x: 0, y: 0 }
  const [ox = 0, oy = 0] = ring[0] ?? []
  for (let n = 1; n < ring.length; n += 1) {
    const [ax, ay] = [(ring[n - 1]?.[0] ?? 0) - ox, (ring[n - 1]?.[1] ?? 0) - oy]
    const [bx, by] = [(ring[n]?.[0] ?? 0) - ox, (ring[n]?.[1] ?? 0) - oy]
    const cross = ax * by - bx * ay
    sums.area += cross
    sums.x += (ax + bx) * cross
    sums.y += (ay + by) * cross
  }
  return { area: Math.abs(sums.area), lon: ox + sums.x / (3 * sums.area), lat: oy + sums.y / (3 * sums.area) }
}

/** Centroid of the largest part of an area, and the extent of that part: where its name is written, and how soon. */
function middleOf(area: Area) {
  const parts = polygonsOf(area).map(([outer = []]) => momentsOf(outer))
  return parts.reduce((largest, part) => (part.area > largest.area ? part : largest))
}

function coastOf(atlas: Atlas): Feature[] {
  const near = read<World>('world-atlas/countries-10m.json')
  const world = read<World>('world-atlas/countries-110m.json')
  const far = (feature(world, world.objects.countries).features as Area[])
    .filter(({ properties: { name } }) => name !== 'Spain' && !(name in countries))
    .map(({ geometry }) => shape('far', geometry))
  const neighbours = (feature(near, near.objects.countries).features as Area[])
    .filter(({ properties }) => properties.name in countries)
    .flatMap((country) => polygonsOf(country).map((rings) => rings.map(clipped).filter((ring) => ring.length > 3)))
    .filter((rings) => rings.length > 0)
  const provinces = feature(atlas, atlas.objects.provinces).features as Area[]
  return [
    ...far,
    shape('neighbour', { type: 'MultiPolygon', coordinates: neighbours }),
    ...feature(atlas, atlas.objects.border).features.map(({ geometry }) => shape('land', geometry)),
    shape(
      'province',
      mesh(atlas, atlas.objects.provinces, (one, other) => one !== other),
    ),
    ...provinces.flatMap((area) => {
      const { lon, lat } = middleOf(area)
      const name = provinceOf(`${area.id}001`)?.names[0]
      return name === undefined ? [] : [label(lon, lat, { kind: 'province-name', name })]
    }),
    ...Object.values(countries).flatMap(({ name, at }) =>
      at ? [label(at[0], at[1], { kind: 'country-name', name })] : [],
    ),
    ...seas.map(({ name, at }) => label(at[0], at[1], { kind: 'sea-name', name })),
  ]
}

const smallRank = 4
/** Rank of a municipality's name: 1 capital of a province, 2 other city, 3 wide, 4 all others. */
function rankOf(code: string, area: number): number {
  if (capitals.has(code)) return 1
  return cities.has(code) ? 2 : area > 0.02 ? 3 : smallRank
}

/**
 * The areas themselves: their borders are drawn, and the one under a point is looked up. The engine writes the name of an
 * area once in every tile, so that all but small areas have a point for their name.
 */
function municipalitiesOf(atlas: Atlas): Feature[] {
  const areas = feature(atlas, atlas.objects.municipalities).features as Area[]
  return areas.flatMap((area) => {
    const code = String(area.id)
    // Commons that belong to several municipalities have codes of no province.
    const province = provinceOf(code)
    if (!province) return []
    const { lon, lat, area: extent } = middleOf(area)
    const { name } = area.properties
    const rank = rankOf(code, extent)
    const small = rank === smallRank
    const properties = { name, province: province.names[0], ...(small && { rank }) }
    const ground = { ...shape('municipality', area.geometry), properties }
    return small ? [ground] : [ground, label(lon, lat, { name, rank })]
  })
}

const textOf = (features: Feature[]): string =>
  JSON.stringify({ type: 'FeatureCollection', features }, (_key, value: unknown) =>
    typeof value === 'number' ? Number(value.toFixed(decimals)) : value,
  )

/** Both files of the base map by their path, which holds a hash of their content. */
function baseMapFiles(): Record<'coast' | 'municipalities', { path: string; content: string }> {
  const atlas = read<Atlas>('es-atlas/es/municipalities.json')
  const file = (name: string, content: string) => {
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 8)
    return { path: `static/field-${name}-${hash}.json`, content }
  }
  return {
    coast: file('coast', textOf(coastOf(atlas))),
    municipalities: file('municipalities', textOf(municipalitiesOf(atlas))),
  }
}

/** Adds the files of the base map to the build, and tells the client their paths as `__HILO_BASE_MAP__`. */
export function baseMap(): Plugin {
  const files = baseMapFiles()
  const paths = { coast: `/${files.coast.path}`, municipalities: `/${files.municipalities.path}` }
  return {
    name: 'hilo-base-map',
    config: () => ({ define: { __HILO_BASE_MAP__: JSON.stringify(paths) } }),
    generateBundle() {
      for (const { path, content } of Object.values(files))
        this.emitFile({ type: 'asset', fileName: path, source: content })
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = Object.values(files).find(({ path }) => request.url === `/${path}`)
        if (file) response.setHeader('Content-Type', 'application/json').end(file.content)
        else next()
      })
    },
  }
}
