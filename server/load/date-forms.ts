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
type DayOrder = 'day' | 'month' | 'both' | null
export interface DateForms {
  /** By head. */
  orders: ReadonlyMap<string, DayOrder>
  file: DayOrder
  /** Heads whose every day stands at a Spanish midnight in UTC: the program that wrote them moved it to the day before. */
  shifted: ReadonlySet<string>
  /** What every hour of the workbook is short of, seconds. */
  lagS: number
}
export const noDateForms: DateForms = { orders: new Map(), file: null, shifted: new Set(), lagS: 0 }

/** Days as typed cells hold them where a program took UTC for local time; in winter the Canaries have the same clock. */
const utcMidnight = /^[^T]+(?:T(?:00|2[23]):00:00)?$/
const isMoved = (text: string) => /T2[23]:00:00$/.test(text)
/** SheetJS before 0.20 counts from 1899, when Madrid and the Canaries had solar time: its hours are 44 and 36 s short. */
const lags: Readonly<Record<string, number>> = { ':16': 44, ':24': 36 }
/** English programs write it so; Spanish ones `a. m.`. */
const englishHalf = /\d\s[AP]M$/
const isWhole = (cell: string) => /^(?:,? \d{1,2}:\d\d.*)?$/.test(numericForm.exec(cell)?.[5] ?? 'x')

type Order = 'day' | 'month'
const only = <T>(some: ReadonlySet<T>): T | null => (some.size === 1 ? ([...some][0] as T) : null)
const orderOf = (orders: ReadonlySet<Order>): DayOrder => (orders.size > 1 ? 'both' : only(orders))

/** Scans all cells: of the columns of dates, and of others, which may show the order as well. */
export class DateFinder {
  readonly #orders = new Map<string, Set<Order>>()
  /** Columns that are not loaded; null if some cell is no date. */
  readonly #beside = new Map<string, Set<Order> | null>()
  readonly #days = new Map<string, { utc: boolean; moved: boolean }>()
  readonly #seconds = new Set<string>()
  #hasHalves = false

  look(head: string, { text, type }: Cell, column: 'day' | 'moment'): void {
    if (text === '') return
    if (type === 'datetime') this.#seconds.add(text.slice(-3))
    if (column === 'day' && (type === 'date' || type === 'datetime')) {
      const { utc, moved } = this.#days.get(head) ?? { utc: true, moved: false }
      this.#days.set(head, { utc: utc && utcMidnight.test(text), moved: moved || isMoved(text) })
    }
    if (type !== undefined) return
    const order = orderShown(text)
    if (order) this.#orders.set(head, (this.#orders.get(head) ?? new Set()).add(order))
    this.#hasHalves ||= englishHalf.test(text) && numericDate(text) !== undefined
  }

  /** A cell of a column of another kind, or that is not loaded. */
  lookBeside(head: string, { text, type }: Cell): void {
    const seen = this.#beside.get(head)
    if (text === '' || type !== undefined || seen === null) return
    const order = orderShown(text)
    const isDate = numericDate(text) !== undefined && isWhole(text)
    this.#beside.set(head, !isDate ? null : order ? (seen ?? new Set()).add(order) : (seen ?? new Set()))
  }

  get forms(): DateForms {
    const beside = [...this.#beside.values()].filter((orders) => orders !== null)
    const all = new Set([...this.#orders.values(), ...beside].flatMap((orders) => [...orders]))
    return {
      orders: new Map([...this.#orders].map(([head, orders]) => [head, orderOf(orders)])),
      file: orderOf(all) ?? (this.#hasHalves ? 'month' : null),
      shifted: new Set([...this.#days].filter(([, { utc, moved }]) => utc && moved).map(([head]) => head)),
      lagS: lags[only(this.#seconds) ?? ''] ?? 0,
    }
  }
}

/** Which number of `30/11/2026` can only be the day. */
function orderShown(cell: string): Order | null {
  const [first = 0, second = 0] = numericDate(cell) ?? []
  return first > 12 === second > 12 ? null : first > 12 ? 'day' : 'month'
}
