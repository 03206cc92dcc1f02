/** CSVs of a grid in encodings, separators and line ends of several programs. */
import type { Dice } from './dice.ts'
import { plainText } from './files-cells.ts'
import { headsOf, type Grid } from './files-rows.ts'
import { csvTruth, type FuzzFile } from './files-truth.ts'

/** Drawn characters of Windows-1252 beyond Latin-1; texts with others are not written so. */
const beyondLatin: Readonly<Record<string, number>> = { '\u20ac': 0x80, '\u2013': 0x96, '\u2014': 0x97, '\u2019': 0x92 }

function windows1252(text: string): Buffer | null {
  const bytes: number[] = []
  for (const char of text) {
    const code = beyondLatin[char] ?? char.charCodeAt(0)
    if (char.length > 1 || code > 0xff || (code > 0x7f && code < 0xa0 && !(char in beyondLatin))) return null
    bytes.push(code)
  }
  return Buffer.from(bytes)
}

const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16()
const encodings: Readonly<Record<string, (text: string) => Buffer | null>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with mark': (text) => Buffer.from(`\ufeff${text}`),
  'UTF-16LE': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16BE': (text) => bigEndian(`\ufeff${text}`),
  'UTF-16LE without mark': (text) => Buffer.from(text, 'utf16le'),
  'Windows-1252': windows1252,
}

function quoted(dice: Dice, text: string, separator: string): string {
  const needed = text.includes(separator) || /["\r\n]/.test(text)
  return needed || dice.chance(0.2) ? `"${text.replaceAll('"', '""')}"` : text
}

export function drawCsv(dice: Dice, grid: Grid): FuzzFile {
  const separator = dice.pick([';', ';', ',', '\t', '|'])
  const end = dice.pick(['\r\n', '\n', '\r'])
  const heads = headsOf(dice, grid)
  const lines = [heads, ...grid.rows.map((row) => row.map(plainText))].map((row) =>
    row.map((cell) => quoted(dice, cell, separator)).join(separator),
  )
  if (dice.chance(0.1)) lines.splice(1 + dice.below(lines.length), 0, dice.chance(0.5) ? '' : separator.repeat(3))
  const says = dice.chance(0.1) ? `sep=${separator}${end}` : ''
  const text = lines.join(end) + (dice.chance(0.7) ? end : '')
  const name = dice.pick(Object.keys(encodings))
  const bytes = encodings[name]?.(says + text) ?? null
  const read = csvTruth(text, separator, end)
  // The separator declaration counts as a line of the file.
  const meant = read && says !== '' ? { ...read, rows: new Map([...read.rows].map(([n, row]) => [n + 1, row])) } : read
  return {
    format: 'csv',
    bytes: bytes ?? Buffer.from(says + text),
    how: `${bytes ? name : 'UTF-8'}, ${JSON.stringify(separator)}, ${JSON.stringify(end)}${says && ', sep='}`,
    meant,
  }
}
