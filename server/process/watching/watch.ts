/** Keeps one listener per OLT among all processes, and reads boxes with open work or with a customer waiting for light. */
import { eventTimes } from '@hilo/domain/event.ts'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { askInProcess, type ProcessDb } from '../../kernel/sql/in-process.ts'
import { leaseTimes, releaseLease, renewLeases, takeLeases, type Lease } from './lease.ts'
import { suspects } from '../judging/tree-sweep.ts'
import { awaitedCase } from '../cases/open-cases.ts'
import { Listener, type WatchedBox } from './listener.ts'
import { weighAlarms } from './lone-cuts.ts'
import type { Process } from '../process.ts'
import { watchedEvent } from './watched-ports.ts'

interface KnownOlt {
  oltId: number
  /** True if the lease looked free. */
  free: boolean
  boxes: WatchedBox[]
}

// Selects only OLTs that are free or have watched boxes: the other hundreds need no work each second.
const findOlts = `
  select coalesce(json_agg(json_build_object('oltId', o.olt_id, 'boxes', o.boxes, 'free', o.free)), '[]')::text
  from (
    select n.id as olt_id, coalesce(w.boxes, '[]') as boxes, l.olt_id is null or l.expires_at < clock_timestamp() as free
    from olt n
    left join (
      select t.olt_id, json_agg(json_build_object('ctoId', b.cto_id, 'events', b.events, 'worked', b.worked)) as boxes
      from (
        select w.cto_id, coalesce(json_agg(w.id order by w.id) filter (where w.id is not null), '[]') as events,
          coalesce(bool_or(w.touched_at > app_now() - $1::int8 * interval '1 ms'), false) as worked
        from (
          select e.cto_id, e.id, e.touched_at from event e
          where ${watchedEvent} and exists (select from event_neighbour n where n.event_id = e.id)
          union all
          select k.cto_id, null, null from neighbour_case k where ${awaitedCase}) w
        group by w.cto_id) b
      join cto c on c.id = b.cto_id join pon t on t.id = c.pon_id
      group by t.olt_id) w on w.olt_id = n.id
    left join olt_lease l on l.olt_id = n.id) o
  where o.free or json_array_length(o.boxes) > 0`

async function knownOlts(db: ProcessDb): Promise<KnownOlt[]> {
  return JSON.parse((await askInProcess(db, findOlts, [eventTimes.handsOn])) ?? '[]') as KnownOlt[]
}

export interface Watch {
  /** Releases every lease to the other processes. */
  stop(): Promise<void>
}

/** Milliseconds between weighings while there are new alarms. */
const betweenWeighings = 3000

class Watcher {
  readonly #process: Process
  readonly #owner = `${hostname()}:${process.pid}:${randomUUID()}`
  readonly #listeners = new Map<number, Listener>()
  readonly #releasing = new Set<Promise<void>>()
  /** Other processes may have left alarms unweighed. */
  #unweighed = true
  #weighedAt = -Infinity
  #weighing: Promise<void> = Promise.resolve()

  constructor(process: Process) {
    this.#process = process
  }

  async tick(): Promise<void> {
    await this.#renew()
    const olts = await knownOlts(this.#process.db)
    await this.#take(olts.filter(({ oltId, free }) => free && !this.#listeners.has(oltId)).map(({ oltId }) => oltId))
    const boxes = new Map(olts.map((one) => [one.oltId, one.boxes]))
    for (const [oltId, listener] of this.#listeners) listener.sweep(boxes.get(oltId) ?? [])
    this.#weigh()
    await this.#suspect(olts.filter(({ oltId }) => this.#listeners.has(oltId)))
  }

  /** Not awaited: leases have to be renewed meanwhile. Skipped while there are no alarms. */
  #weigh(): void {
    if (!this.#unweighed || performance.now() - this.#weighedAt < betweenWeighings) return
    const { db, log } = this.#process
    this.#unweighed = false
    this.#weighedAt = Infinity
    this.#weighing = weighAlarms(db, [...this.#listeners.keys()])
      .catch((error: unknown) => {
        log.warn('Los cortes sin intervención se vuelven a mirar.', { error })
        return true
      })
      .then((left) => {
        this.#unweighed ||= left
        this.#weighedAt = performance.now()
      })
  }

  /** One query for the boxes of all OLTs; there are seldom any. */
  async #suspect(olts: readonly KnownOlt[]): Promise<void> {
    const oltOf = new Map(olts.flatMap(({ oltId, boxes }) => boxes.map(({ ctoId }) => [ctoId, oltId] as const)))
    const found = oltOf.size > 0 ? await suspects(this.#process.db, [...oltOf.keys()]) : []
    for (const [oltId, some] of Map.groupBy(found, ({ ctoId }) => oltOf.get(ctoId) ?? 0))
      this.#listeners.get(oltId)?.suspect(some)
  }

  async stop(): Promise<void> {
    for (const listener of this.#listeners.values()) this.#release(listener)
    await Promise.all([...this.#releasing, this.#weighing])
  }

  async #renew(): Promise<void> {
    const leases: Lease[] = [...this.#listeners.values()].filter(({ lost }) => !lost).map(({ lease }) => lease)
    const held = new Set(await renewLeases(this.#process.db, this.#owner, leases))
    for (const [oltId, listener] of this.#listeners) {
      if (held.has(listener.lease)) continue
      listener.end()
      this.#listeners.delete(oltId)
    }
  }

  async #take(olts: readonly number[]): Promise<void> {
    for (const lease of await takeLeases(this.#process.db, this.#owner, olts))
      this.#listeners.set(lease.oltId, new Listener(this.#process, lease, () => (this.#unweighed = true)))
    this.#unweighed ||= olts.length > 0
  }

  /** Not awaited: a pending reading of one listener must not delay the renewal of the others. */
  #release(listener: Listener): void {
    this.#listeners.delete(listener.lease.oltId)
    const { db, log } = this.#process
    const released = listener
      .stopped()
      .then(() => releaseLease(db, listener.lease))
      .catch((error: unknown) => log.warn('Una OLT no se ha podido ceder.', { error }))
      .finally(() => this.#releasing.delete(released))
    this.#releasing.add(released)
  }
}

/** Starts watching in this process; several processes share the OLTs by leases. */
export function startWatch(process: Process): Watch {
  const watcher = new Watcher(process)
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    while (!signal.aborted) {
      await watcher.tick().catch((error: unknown) => {
        process.log.warn('La vigilancia de las OLT vuelve a intentarlo.', { error })
      })
      await sleep(leaseTimes.renewMs, undefined, { signal }).catch(() => undefined)
    }
    await watcher.stop()
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
