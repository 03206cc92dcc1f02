/** A small PMTiles file (version 3) with real vector tiles in the layers of Protomaps' basemaps. */
import * as geojsonVt from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { FeatureCollection } from 'geojson'
import { writeFile } from 'node:fs/promises'

type Tile = Parameters<typeof fromGeojsonVt>[0][string]
/** Its declarations import each other without extensions, which Node's resolution of types does not follow. */
const { GeoJSONVT } = geojsonVt as unknown as {
  GeoJSONVT: new (
    data: FeatureCollection,
    options: { maxZoom: number },
  ) => {
    getTile(z: number, x: number, y: number): Tile | null
  }
}

type Layers = Readonly<Record<string, FeatureCollection>>
interface Around {
  lat: number
  lon: number
  /** Deepest zoom of the file; the browser enlarges its tiles beyond it. */
  maxZoom: number
}

const headerBytes = 127

/** Unsigned integers as protocol buffers write them. */
function varints(values: readonly number[]): Buffer {
  const bytes: number[] = []
  for (const value of values) {
    let rest = value
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80)
    bytes.push(rest)
  }
  return Buffer.from(bytes)
}

/** Number of a tile along the Hilbert curves of all zooms before it. */
function tileId(z: number, x: number, y: number): number {
  let id = (4 ** z - 1) / 3
  let [column, row] = [x, y]
  for (let side = 2 ** z / 2; side >= 1; side /= 2) {
    const [right, down] = [column & side ? 1 : 0, row & side ? 1 : 0]
    id += side * side * ((3 * right) ^ down)
    if (down === 0) {
      if (right === 1) [column, row] = [side - 1 - column, side - 1 - row]
      ;[column, row] = [row, column]
    }
  }
  return id
}

function tileAt(z: number, { lat, lon }: Around): [x: number, y: number] {
  const sin = Math.sin((lat * Math.PI) / 180)
  const y = 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)
  return [Math.floor((lon / 360 + 0.5) * 2 ** z), Math.floor(y * 2 ** z)]
}

/** Header of the format: where each part is, no compression, vector tiles. */
function header(directory: number, metadata: number, tiles: number, count: number, around: Around): Buffer {
  const head = Buffer.alloc(headerBytes)
  head.write('PMTiles', 0, 'latin1')
  head.writeUInt8(3, 7)
  const parts = [directory, metadata, 0, tiles]
  let at = headerBytes
  for (const [n, length] of parts.entries()) {
    head.writeBigUInt64LE(BigInt(at), 8 + 16 * n)
    head.writeBigUInt64LE(BigInt(length), 16 + 16 * n)
    at += length
  }
  for (const offset of [72, 80, 88]) head.writeBigUInt64LE(BigInt(count), offset)
  // Clustered; directory and tiles uncompressed; Mapbox vector tiles; zooms.
  for (const [n, byte] of [1, 1, 1, 1, 0, around.maxZoom].entries()) head.writeUInt8(byte, 96 + n)
  const degrees = [-180, -85, 180, 85].map((one) => one * 1e7)
  for (const [n, one] of degrees.entries()) head.writeInt32LE(one, 102 + 4 * n)
  head.writeUInt8(around.maxZoom, 118)
  head.writeInt32LE(Math.round(around.lon * 1e7), 119)
  head.writeInt32LE(Math.round(around.lat * 1e7), 123)
  return head
}

/** Writes the tiles of a place and its neighbours, at every zoom. */
export async function writeTileFile(path: string, layers: Layers, around: Around): Promise<void> {
  const indexes = Object.entries(layers).map(
    ([name, data]) => [name, new GeoJSONVT(data, { maxZoom: around.maxZoom })] as const,
  )
  const tiles: { id: number; data: Uint8Array }[] = []
  for (let z = 0; z <= around.maxZoom; z += 1) {
    const [x, y] = tileAt(z, around)
    for (let dx = -1; dx <= 1; dx += 1)
      for (let dy = -1; dy <= 1; dy += 1) {
        if (Math.min(x + dx, y + dy) < 0 || Math.max(x + dx, y + dy) >= 2 ** z) continue
        const found = indexes.flatMap(([name, index]) => {
          const tile = index.getTile(z, x + dx, y + dy)
          return tile ? [[name, tile] as const] : []
        })
        if (found.length > 0)
          tiles.push({ id: tileId(z, x + dx, y + dy), data: fromGeojsonVt(Object.fromEntries(found), { version: 2 }) })
      }
  }
  tiles.sort((one, other) => one.id - other.id)
  const ids = tiles.map(({ id }, n) => id - (tiles[n - 1]?.id ?? 0))
  const lengths = tiles.map(({ data }) => data.length)
  // Offset 0 means: right after the tile before.
  const directory = varints([
    tiles.length,
    ...ids,
    ...tiles.map(() => 1),
    ...lengths,
    ...tiles.map((_, n) => (n ? 0 : 1)),
  ])
  const metadata = Buffer.from(JSON.stringify({ vector_layers: Object.keys(layers).map((id) => ({ id, fields: {} })) }))
  const data = Buffer.concat(tiles.map((tile) => tile.data))
  const head = header(directory.length, metadata.length, data.length, tiles.length, around)
  await writeFile(path, Buffer.concat([head, directory, metadata, data]))
}
