import { KeysetChain } from './keyset-chain.ts'

export interface PageRequest {
  /** Pages from the end of the list towards its beginning: every sort is reversed. */
  reverse: boolean
  start: number
  limit: number
  cursor: string | null
  count: boolean
  generation: number
}
export interface PageAnswer<R> {
  records: readonly R[]
  next_cursor: string | null
  total?: { value: number; exact: boolean } | undefined
}

const pageSize = 50
/** Largest page size that the API accepts. */
const longest = 200
/** With more rows than this to page through, paging from the other end is considered. */
const worthTurning = 400

/**
 * Cache of the rows near the view, and planner of the next request. Holds two chains: one from the beginning and one,
 * with reversed sort, from the end, so that both ends are one request away; in between, the nearer chain pages on with
 * the longest pages. At most `maxRows` rows stay in memory.
 */
export class PageCache<R> {
  private head = new KeysetChain<R>(pageSize)
  private tail = new KeysetChain<R>(pageSize)
  private stale = new Set<number>()
  private counted = false
  private readonly maxRows: number
  generation = 0
  total: number | null = null
  exact = false

  constructor(maxRows = 1500) {
    this.maxRows = maxRows
  }

  /** Number of rows in memory. */
  get held(): number {
    const count = (chain: KeysetChain<R>) => [...chain.pages.values()].reduce((sum, page) => sum + page.length, 0)
    return count(this.head) + count(this.tail)
  }

  row(index: number): R | undefined {
    return this.head.row(index) ?? (this.total === null ? undefined : this.tail.row(this.total - 1 - index))
  }

  /** Index of a loaded record, or null. */
  indexOf(same: (row: R) => boolean): number | null {
    const inHead = this.head.indexOf(same)
    if (inHead !== null) return inHead
    const inTail = this.total === null ? null : this.tail.indexOf(same)
    return inTail === null ? null : (this.total ?? 0) - 1 - inTail
  }

  /** Whether a row was reached by paging from the beginning of the list. */
  fromStart(index: number): boolean {
    return this.head.row(index) !== undefined || this.total === 0
  }

  /** Every loaded record. */
  rows(): R[] {
    return [this.head, this.tail].flatMap((chain) => [...chain.pages.values()].flat())
  }

  /** The next request that brings rows `first`–`last` closer, or null when all are loaded. */
  plan(first: number, last: number): PageRequest | null {
    if (this.total === null) return this.ask(false, 0, pageSize, null)
    const end = Math.min(last, this.total - 1)
    for (let index = Math.max(0, first); index <= end; index = this.pageEnd(index) + 1)
      if (this.row(index) === undefined || this.isStale(index)) return this.towards(index, end)
    return null
  }

  private pageEnd(index: number): number {
    return (Math.floor(index / pageSize) + 1) * pageSize - 1
  }

  private isStale(index: number): boolean {
    return this.stale.has(Math.floor(index / pageSize))
  }

  private towards(index: number, end: number): PageRequest {
    const total = this.total ?? 0
    const fromHead = this.head.anchor(index)
    const mirrored = total - 1 - index
    const fromTail = this.tail.anchor(mirrored)
    const walk = index - fromHead.start
    const turn = walk > worthTurning && mirrored - fromTail.start < walk
    const from = turn ? fromTail : fromHead
    const reach = turn ? mirrored : end
    const wanted = Math.ceil((Math.max(reach, turn ? mirrored : index) + 1 - from.start) / pageSize) * pageSize
    return this.ask(turn, from.start, Math.min(longest, Math.max(pageSize, wanted)), from.cursor)
  }

  private ask(reverse: boolean, start: number, limit: number, cursor: string | null): PageRequest {
    return { reverse, start, limit, cursor, count: !this.counted, generation: this.generation }
  }

  /** Stores a response; false when the response belongs to a list that is no longer shown. */
  accept(request: PageRequest, answer: PageAnswer<R>): boolean {
    if (request.generation !== this.generation) return false
    const chain = request.reverse ? this.tail : this.head
    chain.accept(request.start, answer.records, answer.next_cursor)
    if (!request.reverse) {
      const pages = Math.ceil(Math.max(1, answer.records.length) / pageSize)
      for (let page = 0; page < pages; page++) this.stale.delete(request.start / pageSize + page)
    }
    if (answer.total) {
      this.counted = true
      this.total = answer.total.value
      this.exact = answer.total.exact
    }
    this.settle(request, request.start + answer.records.length, answer.next_cursor)
    return true
  }

  /** Corrects an estimated total with what paging has found. */
  private settle(request: PageRequest, seen: number, next: string | null): void {
    const chain = request.reverse ? this.tail : this.head
    if (chain.length !== null && next === null) {
      this.total = chain.length
      this.exact = true
      this.stale.clear()
    } else if (this.total === null || (this.total <= seen && next !== null)) {
      this.total = seen + (next === null ? 0 : pageSize)
      this.exact = false
    }
  }

  /** Evicts the pages farthest from the view until the row limit is met. */
  trim(first: number, last: number): void {
    let held = this.held
    if (held <= this.maxRows) return
    const middle = (first + last) / 2
    const mirrored = (this.total ?? 0) - 1 - middle
    const pages = [this.head, this.tail].flatMap((chain) => {
      const at = chain === this.head ? middle : mirrored
      return [...chain.pages.keys()].map((page) => ({ chain, page, away: Math.abs((page + 0.5) * pageSize - at) }))
    })
    for (const { chain, page } of pages.sort((a, b) => b.away - a.away)) {
      if (held <= this.maxRows) return
      held -= chain.pages.get(page)?.length ?? 0
      chain.pages.delete(page)
    }
  }

  /** Marks all rows as stale. Visible rows stay until newer ones replace them. */
  refresh(first: number, last: number): void {
    this.generation++
    this.counted = false
    const [from, to] = [Math.floor(first / pageSize), Math.floor(last / pageSize)]
    for (const page of [...this.head.pages.keys()]) if (page < from || page > to) this.head.pages.delete(page)
    this.stale = new Set(this.head.pages.keys())
    this.head.cut(from * pageSize)
    this.tail = new KeysetChain<R>(pageSize)
  }

  /** Replaces a record with a newer version in the same place. */
  replace(record: R, same: (old: R) => boolean): void {
    for (const chain of [this.head, this.tail])
      for (const [page, rows] of chain.pages)
        if (rows.some(same)) chain.pages.set(page, rows.map((row) => (same(row) ? record : row)))
  }
}
