/** How a file writes its days, found from all its rows: `12/1/2026` alone is 12 January or 1 December. */
import type { Cell } from './cell.ts'

/** `12/1/2026`: which of both numbers is the day depends on the file. */
export const numericForm = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4}|\d{2})(?!\d)(.*)$/

/** Both numbers before the year; undefined for other notations. Only days stand first before points. */
export function numericDate(cell: string): [first: number, second: number] | undefined {
  const [, first, separator, second] = numericForm.exec(cell) ?? []
  return separator === undefined || separator === '.' ? undefined : [Number(first), Number(second)]
}

/** Which of day and month a column, or a whole file, writes first; null if no cell shows it. */
export type DayOrder = 'day' | 'month' | 'both' | null
export interface DateForms {
  /** By head. */
  orders: ReadonlyMap<string, DayOrder>
  file: DayOrder
  /** Heads whose every day cell stands at a Spanish midnight in UTC: the program that wrote them moved it to the day before. */
  shifted: ReadonlySet<string>
}
export const noDateForms: DateForms = { orders: new Map(), file: null, shifted: new Set() }

/**
 * Midnight of Spain as spreadsheets hold it where a program took UTC for local time. SheetJS before 0.20 is also 44 s short:
 * it counts from 1899, when Madrid had its solar time.
 */
const shiftedMidnight = /T(?:2[23]:00:00|2[1-3]:59:16)$/

/** Scans the cells of date columns. */
export class DateFinder {
  readonly #seen = new Map<string, Set<'day' | 'month'>>()
  readonly #shifted = new Map<string, boolean>()

  look(head: string, { text, type }: Cell, column: 'day' | 'moment'): void {
    if (column === 'day' && (type === 'date' || type === 'datetime'))
      this.#shifted.set(head, (this.#shifted.get(head) ?? true) && shiftedMidnight.test(text))
    const [first, second] = type === undefined ? (numericDate(text) ?? []) : []
    if (first === undefined || second === undefined || first > 12 === second > 12) return
    const orders = this.#seen.get(head) ?? new Set()
    this.#seen.set(head, orders.add(first > 12 ? 'day' : 'month'))
  }

  get forms(): DateForms {
    const only = (orders: ReadonlySet<'day' | 'month'>): DayOrder =>
      orders.size > 1 ? 'both' : ([...orders][0] ?? null)
    const all = new Set([...this.#seen.values()].flatMap((orders) => [...orders]))
    return {
      orders: new Map([...this.#seen].map(([head, orders]) => [head, only(orders)])),
      file: only(all),
      shifted: new Set([...this.#shifted].filter(([, is]) => is).map(([head]) => head)),
    }
  }
}
