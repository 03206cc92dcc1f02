import type { SortDirection } from '@hilo/contract/call.ts'
import { serverNow } from '../../api/clock.ts'
import { rememberFirstRequest } from '../../api/first-request.ts'
import { withoutEmpty } from '../../api/payload.ts'
import { isAbort } from '../../api/problem.ts'
import type { ListPath, Row } from '../define.ts'
import { comesWith } from '../fields.ts'
import { callList } from './call-list.ts'
import { PageCache, type PageRequest } from './page-cache.ts'

export type Sort = readonly (readonly [string, SortDirection])[]
export interface RowQuery {
  filter: Record<string, unknown>
  search: string
  sort: Sort
}

const turned = { asc: 'desc', desc: 'asc' } as const
/** Rows requested beyond the view, so that normal scrolling shows no skeletons. */
const ahead = 30

/** Rows of one query: tracks the visible range, requests missing rows one request at a time, notifies subscribers. */
export class RowStore {
  private readonly cache = new PageCache<Row>()
  private readonly listeners = new Set<() => void>()
  private running: AbortController | null = null
  private asked: PageRequest | null = null
  private first = 0
  private last = 24
  private readonly path: ListPath
  readonly query: RowQuery
  /** Fields that the rows bring. */
  private fields: readonly string[]
  /** Incremented by every change, for useSyncExternalStore. */
  version = 0
  error: unknown = null
  /** Row reached so far while paging towards a distant range; null when the visible range is near. */
  walkedTo: number | null = null
  /** When the visible rows were last up to date (ms); null before the first response. */
  updatedAt: number | null = null

  constructor(path: ListPath, query: RowQuery, fields: readonly string[]) {
    this.path = path
    this.query = query
    this.fields = fields
  }

  get total(): number | null {
    return this.cache.total
  }
  get exact(): boolean {
    return this.cache.exact
  }
  get loading(): boolean {
    return this.running !== null
  }
  row = (index: number): Row | undefined => this.cache.row(index)
  /** A loaded record by id. */
  find = (id: number): Row | undefined => this.cache.rows().find((row) => row.id === id)
  /** Index of a loaded record, or null. */
  indexOf = (id: number): number | null => this.cache.indexOf((row) => row.id === id)
  /** Ids of every loaded record. */
  ids = (): number[] => this.cache.rows().map(({ id }) => id)

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  private tell(): void {
    this.version++
    for (const listener of this.listeners) listener()
  }

  /** Sets the visible range. */
  show(first: number, last: number): void {
    this.first = first
    this.last = last
    this.cache.trim(first, last)
    if (this.walkedTo !== null) this.leaveWalk()
    this.work()
  }

  /** Cancels paging towards a range that is no longer visible, so that it does not delay the visible one. */
  private leaveWalk(): void {
    const next = this.cache.plan(this.first, this.last)
    if (next && next.start === this.asked?.start && next.reverse === this.asked.reverse) return
    this.stop()
    this.walkedTo = null
  }

  /** Requests the visible rows again; the current ones stay until the new ones arrive. */
  refresh(): void {
    this.stop()
    this.error = null
    this.cache.refresh(this.first, this.last)
    this.work()
  }

  /** Sets the fields of the rows. The rows are requested again only if one of them is missing. */
  bring(fields: readonly string[]): void {
    const had = this.fields
    this.fields = fields
    if (this.total !== null || this.running) {
      if (!comesWith(had, fields)) this.refresh()
    }
  }

  /**
   * Requests the rows again after a change elsewhere. Skipped while paging towards a distant range, and where rows were
   * reached from the end.
   */
  follow(): void {
    if (this.total !== null && this.walkedTo === null && this.cache.fromStart(this.first)) this.refresh()
  }

  retry(): void {
    this.error = null
    this.tell()
    this.work()
  }

  stop(): void {
    this.running?.abort()
    this.running = null
  }

  replace(record: Row): void {
    this.cache.replace(record, (old) => old.id === record.id)
    this.tell()
  }

  /** Starts the next request, unless one is in flight. */
  work(): void {
    if (this.running || this.error !== null) return
    const next =
      this.cache.plan(this.first, this.last) ?? this.cache.plan(Math.max(0, this.first - ahead), this.last + ahead)
    if (!next) return
    const running = new AbortController()
    this.running = running
    this.asked = next
    this.walkedTo = this.stillFar(next) ? next.start : null
    this.ask(next, running.signal).then(
      () => this.done(running, null),
      (error: unknown) => this.done(running, isAbort(error) ? null : error),
    )
  }

  private stillFar({ reverse, start, limit }: PageRequest): boolean {
    const wanted = reverse ? (this.total ?? 0) - 1 - this.last : this.first
    return start + limit < wanted
  }

  private done(running: AbortController, error: unknown): void {
    if (this.running !== running) return
    this.running = null
    this.error = error
    this.work()
    if (!this.running) this.walkedTo = null
    this.tell()
  }

  /** Parameters common to every request of this list. */
  private get asking() {
    const { filter, search, sort } = this.query
    return { ...(Object.keys(filter).length > 0 && { filter }), ...(search && { search }), sort }
  }

  /** Ids of the first `limit` records, bypassing the cache. */
  async head(limit: number): Promise<number[]> {
    const { records } = await callList(this.path, { ...this.asking, limit, fields: ['id'] })
    return records.map(({ id }) => id)
  }

  private async ask(request: PageRequest, signal: AbortSignal): Promise<void> {
    const { sort } = this.query
    const query = {
      ...this.asking,
      ...(request.reverse && { sort: sort.map(([field, way]) => [field, turned[way]]) }),
      fields: this.fields,
      limit: request.limit,
      ...(request.cursor !== null && { cursor: request.cursor }),
      ...(request.count && { count: true }),
    }
    if (request.count && request.cursor === null) rememberFirstRequest(this.path, JSON.stringify(withoutEmpty(query)))
    const answer = await callList(this.path, query, signal)
    if (this.cache.accept(request, answer)) this.updatedAt = serverNow()
    this.cache.trim(this.first, this.last)
  }
}
