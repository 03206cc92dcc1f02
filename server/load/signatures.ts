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
]

/** Root elements of XML documents, without prefix. */
const roots: Readonly<Record<string, string>> = {
  FeatureCollection: 'gml',
  gpx: 'gpx',
  html: 'html',
  table: 'html',
  Workbook: 'xml_workbook',
}

/** The root element of an XML or HTML text, without prefix; null if none. */
export function rootOf(head: Buffer): string | null {
  const text = head.toString(head[0] === 0xff || head[1] === 0 ? 'utf16le' : 'latin1')
  if (!/^(?:\xef\xbb\xbf|\ufeff)?\s*</.test(text)) return null
  return /<(?:[\w.-]+:)?([A-Za-z][\w.-]*)/.exec(text.replace(/<!--[\s\S]*?-->/g, ''))?.[1] ?? null
}

/** @param head the first kilobyte of a file */
export function strangerOf(head: Buffer): string | null {
  const text = head.toString('latin1')
  const known = starts.find(([, start, at = 0]) => text.startsWith(start, at))
  if (known) return known[0]
  if (/^(?:\s*999\r?\n[^\n]*\n)*\s*0\r?\n\s*SECTION\r?\n/.test(text)) return 'dxf'
  if (/^(?:\xef\xbb\xbf)?\s*\[\s*[[{]/.test(text)) return 'json'
  const root = rootOf(head)
  return root === null ? null : (roots[root] ?? 'xml')
}

/** @param map whether geodata are accepted here */
export function badStranger(name: string, map: boolean): Problem {
  const formats = text(map ? 'load.formats.map' : 'load.formats.table')
  return badTable('stranger', { name: text(`load.stranger.${name}`), formats })
}
