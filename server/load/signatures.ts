import type { Problem } from '@hilo/domain/problem.ts'
import { text } from '../kernel/texts.ts'
import { badTable } from './table.ts'

/** Unsupported formats, detected by their first bytes so that a refusal can name them: `load.stranger.<name>`. */

const starts: readonly (readonly [name: string, start: string, at?: number])[] = [
  ['pdf', '%PDF-'],
  ['image', '\xff\xd8\xff'],
  ['image', '\x89PNG'],
  ['image', 'GIF8'],
  ['image', 'II*\0'],
  ['image', 'MM\0*'],
  ['image', 'WEBP', 8],
  ['access', '\0\x01\0\0Standard '],
  ['dwg', 'AC10'],
  ['dxf', 'AutoCAD Binary DXF'],
  ['shp', '\0\0\x27\x0a'],
  ['sqlite', 'SQLite format 3\0'],
  ['compressed', '\x1f\x8b'],
  ['compressed', '7z\xbc\xaf\x27\x1c'],
  ['compressed', 'Rar!'],
  ['compressed', 'BZh91AY&SY'],
  ['compressed', '\xfd7zXZ\0'],
  // The first field of what follows, so that a heading `PAR1` is none.
  ['parquet', 'PAR1\x15'],
  ['arrow', 'ARROW1\0\0'],
  ['arrow', 'FEA1\0\0'],
  ['statistics', '$FL2@(#)'],
  ['statistics', '$FL3@(#)'],
  ['statistics', '\xc2\xea\x81\x60\xb3\x14\x11\xcf', 12],
  ['statistics', 'HEADER RECORD*******LIB'],
  ['statistics', 'RDX2\nX\n'],
  ['statistics', 'RDX3\nX\n'],
]

/** Texts, by what stands behind a beginning that a CSV may have too: `ID;Producto`, `Version;Fecha`, `TABLE`. */
const texts: readonly (readonly [name: string, form: RegExp])[] = [
  ['dxf', /^(?:\s*999\r?\n[^\n]*\n)*\s*0\r?\n\s*SECTION\r?\n/],
  ['json', /^(?:\xef\xbb\xbf)?\s*\[\s*[[{]/],
  [
    'mapinfo',
    /^(?:\xef\xbb\xbf)?\s*version\s+\d{3,4}\s*\r?\n\s*(?:charset|delimiter|unique|index|coordsys|transform|columns)\b/i,
  ],
  ['mapinfo', /^(?:\xef\xbb\xbf)?\s*!table\s*\r?\n\s*!version\b/i],
  ['sylk', /^ID;P[^]*?[\r\n](?:C;(?:X\d+;Y\d+|Y\d+;X\d+);[A-Z]|P;PGeneral\b|B;(?:X\d+;Y\d+|Y\d+;X\d+)\b)/],
  ['flatgeobuf', /^fgb[\x01-\x09]fgb/],
  ['dif', /^TABLE\r?\n0,1\r?\n"/],
  ['statistics', /^[\x6e-\x73][\x01\x02]\x01\0/],
]

/** Root elements of XML documents, without prefix. */
const roots: Readonly<Record<string, string>> = {
  FeatureCollection: 'gml',
  gpx: 'gpx',
  html: 'html',
  stata_dta: 'statistics',
  table: 'html',
  Workbook: 'xml_workbook',
}

/** The root element of an XML or HTML text, without prefix; null if none. */
export function rootOf(head: Buffer): string | null {
  const text = head.toString(head[0] === 0xff || head[1] === 0 ? 'utf16le' : 'latin1')
  if (!/^(?:\xef\xbb\xbf|\ufeff)?\s*</.test(text)) return null
  return /<(?:[\w.-]+:)?([A-Za-z][\w.-]*)/.exec(text.replace(/<!--[\s\S]*?-->/g, ''))?.[1] ?? null
}

/** An OpenDocument spreadsheet as one XML text (.fods). */
export function isFlatOds(head: Buffer): boolean {
  return rootOf(head) === 'document' && /office:mimetype="[^"]*\.spreadsheet/.test(head.toString('latin1'))
}

const fieldTypes = 'CNFDLMBGPIOTVY@+'

/** A `.dbf`: a version, a date, and the descriptor of a first field. */
function isDbf(head: Buffer): boolean {
  if (head.length < 65 || ![0x03, 0x30, 0x31, 0x32, 0x43, 0x83, 0x8b, 0xcb, 0xf5].includes(head[0] ?? 0)) return false
  const [month = 0, day = 0] = head.subarray(2, 4)
  const [start, size] = [head.readUInt16LE(8), head.readUInt16LE(10)]
  const name = /^[^\0-\x1f][^\0]{0,9}\0/.test(head.toString('latin1', 32, 43))
  const type = fieldTypes.includes(String.fromCharCode(head[43] ?? 0))
  return month <= 12 && day <= 31 && start >= 65 && size > 1 && head.readUInt16LE(12) === 0 && name && type
}

/** @param head the first kilobytes of a file */
export function strangerOf(head: Buffer): string | null {
  const text = head.toString('latin1')
  const known =
    starts.find(([, start, at = 0]) => text.startsWith(start, at)) ?? texts.find(([, form]) => form.test(text))
  if (known) return known[0]
  if (isDbf(head)) return 'dbf'
  const root = rootOf(head)
  return root === null ? null : (roots[root] ?? 'xml')
}

/** Formats of several files, by the names in their archive. */
const packed: readonly (readonly [name: string, form: RegExp])[] = [
  ['geodatabase', /\.gdbtable$/i],
  ['mapinfo', /\.(?:mif|tab)$/i],
]

/** @param names of the files in an archive */
export function packedStrangerOf(names: Iterable<string>): string | null {
  const all = [...names]
  return packed.find(([, form]) => all.some((name) => form.test(name)))?.[0] ?? null
}

/** @param map whether geodata are accepted here */
export function badStranger(name: string, map: boolean): Problem {
  const formats = text(map ? 'load.formats.map' : 'load.formats.table')
  return badTable('stranger', { name: text(`load.stranger.${name}`), formats })
}
