/** Common parts of the watching tests: boxes with open work, alarms by hand, and their effects. */
import assert from 'node:assert/strict'
import type { Event } from '@hilo/contract/events/events.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { readConfig } from '../config.ts'
import { silentLog } from '../log.ts'
import type { PlantAlarm } from '../plant/plant.ts'
import { openReader, type Reader } from '../plant/reader.ts'
import { SimulatedPlant } from '../plant/simulated/simulated-plant.ts'
import { caseTasks } from '../process/cases/escalate.ts'
import type { Process } from '../process/process.ts'
import { takeLease, type Lease } from '../process/watching/lease.ts'
import { storeAlarms } from '../process/watching/observe.ts'
import { startTestDatabase, type TestDatabase } from './database.ts'
import type { Account } from './factories.ts'
import type { TestEvent } from './plant-factories.ts'
import { until, untilTrue } from './poll.ts'
import { patientReads, quickPlant } from './quick-plant.ts'
import { keepInInbox, makeNeighbours, makeWatching, type NeighbourBox } from './watched-box.ts'

interface Board {
  version: number
  alarms: NonNullable<Event['neighbours']['alarms']> | null
  items: { port: number; state: string; light: string; rx_dbm: number | null }[]
  touched_at: Date | null
}
interface Notice {
  kind: string
  vno_id: number | null
  technical_id: number | null
  payload: object
}
interface Case {
  state: string
  port: number
  cut_s: number | null
  rx_after: number | null
  notified: { stage: string }[]
}
interface Watched {
  box: NeighbourBox
  event: TestEvent & { technician: Account }
  lease: Lease
  began: number
}

export class WatchDesk {
  readonly db: TestDatabase
  readonly plant: SimulatedPlant
  readonly reader: Reader
  readonly process: Process

  constructor(db: TestDatabase) {
    this.db = db
    this.plant = new SimulatedPlant(db, quickPlant)
    this.reader = openReader(this.plant, db, patientReads)
    this.process = { db, plant: this.plant, reader: this.reader, config: readConfig({}), log: silentLog }
  }

  static async open(): Promise<WatchDesk> {
    return new WatchDesk(await startTestDatabase())
  }

  close(): Promise<void> {
    return this.db.close()
  }

  async rows<T>(text: string, values: unknown[]): Promise<T[]> {
    return (await this.db.owner.query(text, values)).rows as T[]
  }

  async board(eventId: number): Promise<Board> {
    const text = 'select version, alarms, neighbour_items as items, touched_at from event where id = $1'
    const [row] = await this.rows<Board>(text, [eventId])
    assert.ok(row)
    return row
  }

  /** Waits until the board is as wanted. */
  shows({ id }: { id: number }, wanted: (board: Board) => boolean): Promise<Board> {
    return until(() => this.board(id), wanted)
  }

  notices(eventId: number): Promise<Notice[]> {
    const text = 'select kind, vno_id, technical_id, payload from notification where event_id = $1 order by id'
    return this.rows<Notice>(text, [eventId])
  }

  cases(eventId: number): Promise<Case[]> {
    const text = 'select state, port, cut_s, rx_after, notified from neighbour_case where event_id = $1 order by id'
    return this.rows<Case>(text, [eventId])
  }

  /** A stage of a case whose OLT does not answer: the alarms, which were written by hand, are all that is known. */
  async escalate(eventId: number, port: { id: number }, stage: string): Promise<void> {
    const silent = Object.assign(Object.create(this.reader) as Reader, {
      readBox: () => Promise.reject(new Problem('OLT_UNREACHABLE')),
    })
    const run = caseTasks({ ...this.process, reader: silent })['process.escalate']
    assert.ok(run)
    await run({ event_id: eventId, port_id: port.id, stage }, undefined as never)
  }

  /** Waits until a process listens to the OLT of a box. */
  async listens({ oltId }: NeighbourBox): Promise<void> {
    const held = 'select 1 from olt_lease where olt_id = $1 and expires_at > clock_timestamp()'
    await untilTrue(async () => (await this.rows(held, [oltId])).length === 1)
  }

  /** A box with open work, and the lease to store its alarms. */
  async watched(count = 4): Promise<Watched> {
    const box = await makeNeighbours(this.db, { count })
    const event = await makeWatching(this.db, this.reader, box)
    const lease = await takeLease(this.db, box.oltId, 'test')
    assert.ok(lease)
    return { box, event, lease, began: Date.now() + 10 }
  }

  /** Stores alarms that have arrived, at their own time. */
  async store(lease: Lease, alarms: PlantAlarm[]): Promise<void> {
    const renew = `update olt_lease set expires_at = clock_timestamp() + interval '1 minute' where olt_id = $1`
    await this.db.owner.query(renew, [lease.oltId])
    await keepInInbox(this.db, alarms)
    await storeAlarms(this.db, lease, alarms)
  }
}
