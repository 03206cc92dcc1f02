/**
 * Changes of the database: rows of `change_log`, each delivered once, as soon as its transaction has committed. A position is a
 * snapshot of PostgreSQL (`pg_snapshot`: which transactions had ended), not a number. It names the transactions that still ran, so
 * a long load, an open transaction or another database of the same server delays no change of another transaction.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { askInProcess, type ProcessDb } from '../kernel/sql/in-process.ts'
import type { Log } from '../log.ts'

export interface Change {
  area: string
  id: number
  version: number
  /** Operator that may see it; null: only the neutral one. */
  vnoId: number | null
  /** Its technician. */
  technicalId: number | null
}

/** Changes between two positions of the log; null changes: too many, or deleted. */
export interface Changes {
  changes: Change[] | null
  /** Snapshot up to which changes were delivered. */
  position: string
}

const pollMs = 250
/** Batch size from which a full reload is cheaper. */
const most = 2000

// Rows of the transactions that ended between two snapshots: begun after the first, or running then. Rows of those that still run
// are not visited, however many they have written.
const readLog = `
  with till as materialized (select coalesce($2::pg_snapshot, pg_current_snapshot()) as s)
  select json_build_object('position', (select s::text from till), 'changes', (
    select coalesce(json_agg(json_build_object('area', c.area, 'id', c.record_id, 'version', c.version, 'vnoId', c.vno_id,
      'technicalId', c.technical_id) order by c.xid, c.id), '[]')
    from (
      select * from change_log where xid >= pg_snapshot_xmax($1::pg_snapshot) and pg_visible_in_snapshot(xid, (select s from till))
      union all
      select * from change_log where xid = any (array(
        select ran from pg_snapshot_xip($1::pg_snapshot) ran where pg_visible_in_snapshot(ran, (select s from till))))
      order by xid, id limit $3::int) c))::text`
// Older rows are deleted by age, so a row before a position proves that no later one is missing.
const reaches = `
  select (pg_snapshot_xmax(pg_current_snapshot()) >= pg_snapshot_xmax($1::pg_snapshot)
    and exists (select from change_log where xid < pg_snapshot_xmin($1::pg_snapshot)))::text`
const here = 'select pg_current_snapshot()::text'

/** Longest position that is accepted: some 150 transactions running at once. */
const longest = 3000

/** Whether a text from a client is a position: PostgreSQL refuses any other as an error. */
export function isPosition(text: string): boolean {
  const found = text.length <= longest && /^(\d{1,15}):(\d{1,15}):((?:\d{1,15}(?:,\d{1,15})*)?)$/.exec(text)
  if (!found) return false
  const [first = 0, next = 0, ...running] = found
    .slice(1)
    .flatMap((part) => (part === '' ? [] : part.split(',').map(Number)))
  const rises = running.every((one, index) => one >= (running[index - 1] ?? first) && one < next)
  return first > 0 && next >= first && rises
}

type Listener = (changes: Changes) => void

/** One reader of the log per process, active only while there are listeners. */
export class ChangeFeed {
  readonly #db: ProcessDb
  readonly #log: Log
  readonly #listeners = new Set<Listener>()
  #position: Promise<string> | null = null

  constructor(db: ProcessDb, log: Log) {
    this.#db = db
    this.#log = log
  }

  /**
   * Subscribes to changes from now on, or after a position of the log.
   * @returns its start position, and the unsubscribe function
   */
  async subscribe(from: string | null, listener: Listener): Promise<{ position: string; end(): void }> {
    let waiting: Changes[] | null = []
    const hear: Listener = (changes) => (waiting ? void waiting.push(changes) : listener(changes))
    const position = await this.#join(hear)
    try {
      if (from !== null) listener(await this.#between(from, position))
    } catch (error) {
      this.#leave(hear)
      throw error
    }
    const missed = waiting
    waiting = null
    missed.forEach(listener)
    return { position, end: () => this.#leave(hear) }
  }

  async #join(listener: Listener): Promise<string> {
    this.#listeners.add(listener)
    if (!this.#position) {
      this.#position = askInProcess(this.#db, here, []).then((text) => text ?? '')
      void this.#run()
    }
    try {
      return await this.#position
    } catch (error) {
      this.#leave(listener)
      throw error
    }
  }

  #leave(listener: Listener): void {
    this.#listeners.delete(listener)
  }

  async #between(from: string, till: string): Promise<Changes> {
    if ((await askInProcess(this.#db, reaches, [from])) !== 'true') return { changes: null, position: till }
    return await this.#read(from, till)
  }

  async #read(from: string, till: string | null): Promise<Changes> {
    const text = await askInProcess(this.#db, readLog, [from, till, most + 1])
    const read = JSON.parse(text ?? '') as { position: string; changes: Change[] }
    return read.changes.length > most ? { ...read, changes: null } : read
  }

  async #run(): Promise<void> {
    while (this.#listeners.size > 0) {
      try {
        const from = (await this.#position) ?? ''
        const changes = await this.#read(from, null)
        this.#position = Promise.resolve(changes.position)
        for (const listener of this.#listeners) listener(changes)
      } catch (error) {
        this.#log.warn('El canal en vivo vuelve a intentarlo.', { error })
      }
      await sleep(pollMs)
    }
    this.#position = null
  }
}
