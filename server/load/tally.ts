/** Counts the results of a load: results in the answer, and warnings by column. */
import type { LoadAnswer, LoadWarning, RowResult } from '@hilo/contract/loads/load.ts'
import { text } from '../kernel/texts.ts'
import type { DoubtCode, RowDoubt } from './cell.ts'
import type { TableNote } from './table.ts'

/** Results in the answer. */
const mostResults = 200
/** Lines named by a warning. */
const mostLines = 20
/** Too frequent for each row's result: only counted by column. */
const byColumnOnly: readonly DoubtCode[] = ['changed', 'ignored', 'not_loaded']

/** Numbers with decimal comma. */
const shownValues = (values: RowDoubt['values'] = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' ? String(value).replace('.', ',') : value,
    ]),
  )

/** Warnings about one row, as Spanish sentences. @param called how a column is named */
export function rowDoubts(doubts: readonly RowDoubt[], called: (column: string) => string = String): string[] {
  return doubts
    .filter(({ code }) => !byColumnOnly.includes(code))
    .map(
      ({ column, code, values }) =>
        `${column && `${called(column)}: `}${text(`load.doubt.${code}`, shownValues(values))}`,
    )
}

/** Sentence of a warning; some have a singular form. */
function warning(code: DoubtCode, count: number, values: Record<string, string | number>): string {
  const single = `load.warn.${code}.one`
  const message = count === 1 ? text(single, values) : single
  return message === single ? text(`load.warn.${code}`, values) : message
}

interface Counted {
  doubt: RowDoubt
  count: number
  lines: number[]
}

/** Counts results, and keeps those for the answer: refused rows first, then those with warnings. */
export class Tally {
  error = 0
  /** Accepted rows by code. */
  readonly done = { CREATED: 0, UPDATED: 0, UNCHANGED: 0 }
  readonly #heads: ReadonlyMap<string, string>
  readonly #kept: [refused: RowResult[], doubted: RowResult[], good: RowResult[]] = [[], [], []]
  readonly #doubts = new Map<string, Counted>()

  constructor(columns: LoadAnswer['record']['columns']) {
    this.#heads = new Map(columns.map(({ name, head }) => [name, head]))
  }

  add(results: readonly RowResult[], doubts: readonly { line: number; doubt: RowDoubt }[]): void {
    for (const one of results) {
      if (!one.ok) this.error += 1
      else if (one.code in this.done) this.done[one.code as keyof typeof this.done] += 1
      const group = this.#kept[one.ok ? (one.warned ? 1 : 2) : 0]
      if (group.length < mostResults) group.push(one)
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

  get ok(): number {
    return this.done.CREATED + this.done.UPDATED + this.done.UNCHANGED
  }

  get results(): RowResult[] {
    return this.#kept
      .flat()
      .slice(0, mostResults)
      .toSorted((a, b) => a.line - b.line)
  }

  /** Warnings by column, the most frequent first; then the reader's notes on the file. */
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
