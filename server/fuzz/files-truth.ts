/** True content of a file, by its generator and by independent readers. */
import { setTimeout as wait } from 'node:timers/promises'
import { readSheet } from 'read-excel-file/node'
import type { CellValue } from './files-cells.ts'

/** A cell without a readable value: its row cannot be accepted silently. */
export const broken = Symbol('broken')
export type TrueCell = CellValue | typeof broken

export interface Truth {
  heads: readonly string[]
  /** By line of the file, or number of the feature. */
  rows: ReadonlyMap<number, readonly TrueCell[]>
}

export interface FuzzFile {
  format: string
  bytes: Buffer
  /** Kind of damage. */
  how: string
  /** As generated; null if the damage may have changed anything. */
  meant: Truth | null
  /** Whether `read-excel-file` supports all of its content. */
  common?: boolean
}

/** Some damaged archives make `read-excel-file` hang. */
const longestReadMs = 3000

/** By `read-excel-file`; null if it refuses the workbook. */
export async function workbookTruth(bytes: Buffer): Promise<Truth | null> {
  try {
    const late = wait(longestReadMs, [] as CellValue[][])
    const [heads, ...rows] = await Promise.race([readSheet(bytes) as Promise<unknown> as Promise<CellValue[][]>, late])
    if (!heads) return null
    return { heads: heads.map((one) => String(one ?? '')), rows: new Map(rows.map((row, at) => [at + 2, row])) }
  } catch {
    return null
  }
}

/** Strict RFC 4180: null for a misplaced quote. A file with CR line ends has no others. */
export function csvTruth(text: string, separator: string, end: string): Truth | null {
  const lineEnd = end === '\r' ? /\r\n?/ : /\r\n|\r|\n/
  const records: { line: number; cells: string[] }[] = []
  let [at, line] = [0, 1]
  while (at < text.length) {
    const record = { line, cells: [] as string[] }
    records.push(record)
    for (;;) {
      let cell = ''
      if (text[at] === '"') {
        const quoted = /"((?:[^"]|"")*)"/y
        quoted.lastIndex = at
        const inside = quoted.exec(text)?.[1]
        if (inside === undefined) return null
        cell = inside.replaceAll('""', '"')
        line += inside.split(lineEnd).length - 1
        at = quoted.lastIndex
      } else {
        while (at < text.length && text[at] !== separator && !/[\r\n]/.test(text[at] ?? '')) cell += text[at++]
        if (cell.includes('"')) return null
      }
      record.cells.push(cell)
      if (text[at] !== separator) break
      at += 1
    }
    const end = /^(\r\n|\r|\n)/.exec(text.slice(at, at + 2))?.[0]
    if (at < text.length && end === undefined) return null
    at += end?.length ?? 0
    line += 1
  }
  const [heads, ...rows] = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  return heads ? { heads: heads.cells, rows: new Map(rows.map((one) => [one.line, one.cells])) } : null
}

/** Properties of the features of a collection; null for any other document. */
export function geojsonTruth(text: string): Truth | null {
  try {
    const { features } = JSON.parse(text) as { features: { properties: Record<string, CellValue> | null }[] }
    const heads = [...new Set(features.flatMap(({ properties }) => Object.keys(properties ?? {})))]
    const plain = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)
    const rows = features.map(({ properties }) => heads.map((head) => (plain(properties?.[head]) ?? null) as CellValue))
    return { heads, rows: new Map(rows.map((row, at) => [at + 1, row])) }
  } catch {
    return null
  }
}
