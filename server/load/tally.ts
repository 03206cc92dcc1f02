/** What becomes of the rows of a load, counted: results that travel, and what their author is warned of by column. */
import type { LoadAnswer, LoadWarning, RowResult } from '@hilo/contract/load.ts'
import { text } from '../http/texts.ts'
import type { DoubtCode, RowDoubt } from './cell.ts'
import type { TableNote } from './table.ts'

/** Results that travel with the answer. */
const mostResults = 200
/** Lines that a warning names. */
const mostLines = 20
/** Too common to be said of every row: they are told by column alone. */
const byColumnOnly: readonly DoubtCode[] = ['changed', 'ignored', 'not_loaded']

/** Numbers with the decimal comma. */
const shownValues = (values: RowDoubt['values'] = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' ? String(value).replace('.', ',') : value,
    ]),
  )

/** What is doubted about one row, in Spanish sentences. */
export function rowDoubts(doubts: readonly RowDoubt[]): string[] {
  return doubts
    .filter(({ code }) => !byColumnOnly.includes(code))
    .map(({ column, code, values }) => `${column && `${column}: `}${text(`load.doubt.${code}`, shownValues(values))}`)
}

/** Sentence of a warning; some have a form of their own for a single cell. */
function warning(code: DoubtCode, count: number, values: Record<string, string | number>): string {
  const single = `load.warn.${code}.one`
  const said = count === 1 ? text(single, values) : single
  return said === single ? text(`load.warn.${code}`, values) : said
}

interface Counted {
  doubt: RowDoubt
  count: number
  lines: number[]
}

/** Counts, and keeps what travels: refused rows first, then those that are doubted. */
export class Tally {
  ok = 0
  error = 0
  readonly #heads: ReadonlyMap<string, string>
  readonly #kept: [refused: RowResult[], doubted: RowResult[], good: RowResult[]] = [[], [], []]
  readonly #doubts = new Map<string, Counted>()

  constructor(columns: LoadAnswer['record']['columns']) {
    this.#heads = new Map(columns.map(({ name, head }) => [name, head]))
  }

  add(results: readonly RowResult[], doubts: readonly { line: number; doubt: RowDoubt }[]): void {
    for (const one of results) {
      if (one.ok) this.ok += 1
      else this.error += 1
      const kept = this.#kept[one.ok ? (one.warned ? 1 : 2) : 0]
      if (kept.length < mostResults) kept.push(one)
    }
    for (const { line, doubt } of doubts) this.#count(line, doubt)
  }

  #count(line: number, doubt: RowDoubt): void {
    const key = [doubt.code, doubt.column, doubt.code === 'row' ? doubt.values?.['sentence'] : ''].join(' ')
    const counted = this.#doubts.get(key) ?? { doubt, count: 0, lines: [] }
    this.#doubts.set(key, counted)
    counted.count += 1
    if (counted.lines.length < mostLines && counted.lines.at(-1) !== line) counted.lines.push(line)
  }

  get results(): RowResult[] {
    return this.#kept
      .flat()
      .slice(0, mostResults)
      .toSorted((a, b) => a.line - b.line)
  }

  /** Warnings by column, those of the most cells first; then what the reader noticed about the file. */
  warnings(notes: readonly TableNote[]): LoadWarning[] {
    const byColumn = [...this.#doubts.values()].map(({ doubt: { column, code, values }, count, lines }) => {
      const cells = text(count === 1 ? 'load.cells.one' : 'load.cells', { count })
      const head = this.#heads.get(column) ?? column
      return { column, code, message: warning(code, count, { ...values, cells, head }), count, lines }
    })
    const ofFile = notes.map(({ code, message, lines = [] }) => ({
      column: '',
      code,
      message,
      count: lines.length,
      lines: lines.slice(0, mostLines),
    }))
    return [...byColumn.toSorted((a, b) => b.count - a.count), ...ofFile]
  }
}
