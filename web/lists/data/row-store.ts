import { serverNow } from '../../api/clock.ts'
import { rememberAsked } from '../../api/asked.ts'
import { withoutEmpty } from '../../api/payload.ts'
import { isAbort } from '../../api/problem.ts'
import type { ListPath, Row } from '../define.ts'
import { callList } from './call-list.ts'
import { PageCache, type PageRequest } from './page-cache.ts'

export type Sort = readonly (readonly [string, 'asc' | 'desc'])[]
export interface RowQuery {
  filter: Record<string, unknown>
  search: string
  sort: Sort
}

const turned = { asc: 'desc', desc: 'asc' } as const
/** Rows asked for beyond the view, so that ordinary scrolling never meets a skeleton. */
const ahead = 30

/** The rows of one query: knows what is in view, asks for what is missing, tells who listens. One request at a time. */
export class RowStore {
  private readonly cache = new PageCache<Row>()
  private readonly listeners = new Set<() => void>()
  private running: AbortController | null = null
  private asked: PageRequest | null = null
  private first = 0
  private last = 24
  private readonly path: ListPath
  readonly query: RowQuery
  /** Grows with every change, for useSyncExternalStore. */
  version = 0
  error: unknown = null
  /** Row that a walk towards a far place has reached; null when what is in view is near. */
  walkedTo: number | null = null
  /** When the rows in view were last known to be right; null before the first answer. */
  updatedAt: number | null = null

  constructor(path: ListPath, query: RowQuery) {
    this.path = path
    this.query = query
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
  /** A record that is held, wherever it stands. */
  find = (id: number): Row | undefined => this.cache.rows().find((row) => row.id === id)
  /** Where it stands, or null. */
  indexOf = (id: number): number | null => this.cache.indexOf((row) => row.id === id)
  /** Of every record that is held. */
  ids = (): number[] => this.cache.rows().map(({ id }) => id)

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  private tell(): void {
    this.version++
    for (const listener of this.listeners) listener()
  }

  /** Says which rows are in view. */
  show(first: number, last: number): void {
    this.first = first
    this.last = last
    this.cache.trim(first, last)
    if (this.walkedTo !== null) this.leaveWalk()
    this.work()
  }

  /** A walk whose goal is no longer wanted must not hold up what is in view now. */
  private leaveWalk(): void {
    const next = this.cache.plan(this.first, this.last)
    if (next && next.start === this.asked?.start && next.reverse === this.asked.reverse) return
    this.stop()
    this.walkedTo = null
  }

  /** Asks again for what is shown; the rows stay until newer ones come. */
  refresh(): void {
    this.stop()
    this.error = null
    this.cache.refresh(this.first, this.last)
    this.work()
  }

  /** Asks again because something happened elsewhere; not in the middle of a walk, nor where rows were walked to from the end. */
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

  /** Starts the next request, unless one is on its way. */
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

  /** What every request of this list says. */
  private get asking() {
    const { filter, search, sort } = this.query
    return { ...(Object.keys(filter).length > 0 && { filter }), ...(search && { search }), sort }
  }

  /** Its first records, whatever is held. */
  async head(limit: number): Promise<Row[]> {
    return (await callList(this.path, { ...this.asking, limit })).records
  }

  private async ask(request: PageRequest, signal: AbortSignal): Promise<void> {
    const { sort } = this.query
    const query = {
      ...this.asking,
      ...(request.reverse && { sort: sort.map(([field, way]) => [field, turned[way]]) }),
      limit: request.limit,
      ...(request.cursor !== null && { cursor: request.cursor }),
      ...(request.count && { count: true }),
    }
    if (request.count && request.cursor === null) rememberAsked(this.path, JSON.stringify(withoutEmpty(query)))
    const answer = await callList(this.path, query, signal)
    if (this.cache.accept(request, answer)) this.updatedAt = serverNow()
    this.cache.trim(this.first, this.last)
  }
}
