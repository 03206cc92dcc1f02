/** Street tiles of the map: one PMTiles file, on this machine or at an address that answers parts of it. */
import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'

export type MapTiles =
  | { kind: 'address'; url: URL }
  /** `path`: under which this server sends the file; it names the version, so that browsers may keep what they read. */
  | { kind: 'file'; folder: string; name: string; path: string }

const wrong = (why: string) =>
  new Error(`MAP_TILES tiene que ser un fichero PMTiles (versión 3) o su dirección https://: ${why}.`)

/** First bytes of a PMTiles file: its name and the version of the format. */
function startOf(file: string): string {
  const bytes = Buffer.alloc(8)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, bytes, 0, bytes.length, 0)
  } finally {
    closeSync(descriptor)
  }
  return bytes.toString('latin1')
}

function readFile(file: string): MapTiles {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat?.isFile()) throw wrong(`no existe el fichero ${file}`)
  if (startOf(file) !== 'PMTiles\u0003') throw wrong(`${file} no lo es`)
  const version = createHash('sha256').update(`${stat.size} ${stat.mtimeMs}`).digest('hex').slice(0, 12)
  return { kind: 'file', folder: dirname(file), name: basename(file), path: `/map/${version}.tiles` }
}

/**
 * @param value of the variable `MAP_TILES`
 * @throws {Error} with a Spanish sentence that says what it has to be
 */
export function readMapTiles(value: string | undefined): MapTiles | undefined {
  if (value === undefined) return undefined
  if (!/^[a-z][a-z\d+.-]+:/i.test(value)) return readFile(resolve(value))
  const url = URL.parse(value)
  if (!url || !['https:', 'http:'].includes(url.protocol)) throw wrong('esa dirección no vale')
  if (url.username || url.password) throw wrong('la dirección se ve en la página y no puede llevar claves')
  return { kind: 'address', url }
}

/** What the page asks for the tiles; empty without tiles. */
export const tilesAddress = (tiles: MapTiles | undefined): string =>
  tiles === undefined ? '' : tiles.kind === 'file' ? tiles.path : tiles.url.href

/** Origin that the page must be allowed to ask, beside its own. */
export const tilesOrigin = (tiles: MapTiles | undefined): string | undefined =>
  tiles?.kind === 'address' ? tiles.url.origin : undefined
