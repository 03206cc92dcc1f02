import { setTimeout as sleep } from 'node:timers/promises'
import { askInProcess, inProcess, type ProcessDb } from '../../db/in-process.ts'
import type { Tx } from '../../db/scope.ts'
import {
  fellAt,
  PlantUnreachable,
  type BoxReading,
  type LineHistory,
  type LineReading,
  type LineService,
  type Plant,
  type PlantAlarm,
  type PonCount,
  type PonState,
} from '../plant.ts'
import { act, moveLine, type Deed } from './act.ts'
import { detailOf } from './detail.ts'
import { historyOf, type Past } from './history.ts'
import { garbled, readingOf } from './light.ts'
import { change, isAdmitted, isUp, restart, stateOf, type Line, type Moved } from './line.ts'
import { makeLines, makeLinesOfPon } from './make.ts'
import { isLost, share, still, within, type PlantProfile } from './profile.ts'

const oltOfBox = `
  select n.olt_id, coalesce(o.down, false) as down, app_now() as now from cto c join pon n on n.id = c.pon_id
  left join plant_olt o on o.olt_id = n.olt_id where c.id = $1`
const oltOfPon = `
  select n.olt_id, coalesce(o.down, false) as down, app_now() as now from pon n left join plant_olt o on o.olt_id = n.olt_id where n.id = $1`
const linesOfBox = 'select l.*, app_now() as now from plant_line l where l.cto_id = $1 order by l.port'
const linesOfPon = 'select l.*, app_now() as now from plant_line l where l.pon_id = $1'
const linesOfPort = 'select l.*, app_now() as now from plant_line l where l.cto_id = $1 and l.port_id = $2'
const pastOf = 'select at, up, cause, extra_db from plant_past where port_id = $1 order by at, id'

/** Of each OLT: alarms already on their way, whether more are due, whether there is anybody to ask. */
const lookForAlarms = `
  select json_agg(json_build_object('now', app_now(), 'down', coalesce(o.down, false), 'sent', coalesce(o.sent, 0),
    'due', exists (select from plant_alarm a where a.olt_id = asked.olt and a.sent is null and a.due_at <= app_now()),
    'alarms', (select coalesce(json_agg(json_build_object('cursor', a.sent, 'oltId', a.olt_id, 'ponId', a.pon_id,
        'ontId', null, 'serial', a.serial, 'kind', a.kind, 'deviceAt', a.at, 'receivedAt', a.due_at) order by a.sent), '[]')
      from (select * from plant_alarm where olt_id = asked.olt and sent > asked.cursor order by sent limit 500) a))
    order by asked.place)
  from unnest($1::int[], $2::bigint[]) with ordinality as asked(olt, cursor, place) left join plant_olt o on o.olt_id = asked.olt`
const lockOlt = 'select down, sent from plant_olt where olt_id = $1 for update'
const sendDue = `
  with due as (
    select id, row_number() over (order by due_at, id) as place from plant_alarm
     where olt_id = $1 and sent is null and due_at <= app_now())
  update plant_alarm a set sent = $2::bigint + due.place from due where a.id = due.id returning a.id`
const countSent = 'update plant_olt set sent = sent + $2 where olt_id = $1'
const dropOld = 'delete from plant_alarm where olt_id = $1 and sent <= $2::bigint'
const keptAlarms = 10_000

interface Asked {
  olt_id: number
  down: boolean
  now: Date
}
type Timed = Line & { now: Date }
interface Seen {
  now: string
  down: boolean
  sent: number
  due: boolean
  alarms: (Omit<PlantAlarm, 'deviceAt' | 'receivedAt'> & { deviceAt: string; receivedAt: string })[]
}

/** A tree whose glass is cut before its boxes has no light of any of them. */
const stateOfTree = (tree: readonly Timed[]): PonState => ({ ...countOf(tree), up: tree.some(({ fed }) => fed) })

/** A plant in the database: every process sees the same one, and it may be moved by hand. */
export class SimulatedPlant implements Plant {
  readonly kind = 'simulated'
  readonly #db: ProcessDb
  readonly #profile: PlantProfile
  /** Looks at OLTs that wait for the next one at all of them. */
  #looks: { oltId: number; cursor: number | null; tell: (seen: Promise<Seen>) => void }[] = []

  constructor(db: ProcessDb, profile: PlantProfile = still) {
    this.#db = db
    this.#profile = profile
  }

  async readBox(ctoId: number, signal?: AbortSignal): Promise<BoxReading> {
    await this.#reach(oltOfBox, ctoId, signal)
    return await inProcess(this.#db, async (sql) => {
      await makeLines(sql, [ctoId])
      const lines = await sql.rows<Timed>(linesOfBox, [ctoId])
      const takenAt = lines[0]?.now ?? (await now(sql))
      const readings = lines.map((line) => readingOf(line, takenAt))
      return { ctoId, takenAt, source: 'simulated', readings: garbled(readings, this.#profile, ctoId, takenAt) }
    })
  }

  async countPon(ponId: number, signal?: AbortSignal): Promise<PonCount> {
    await this.#reach(oltOfPon, ponId, signal)
    return await inProcess(this.#db, async (sql) => {
      await makeLinesOfPon(sql, ponId)
      return countOf(await sql.rows<Timed>(linesOfPon, [ponId]))
    })
  }

  async readLine(
    ctoId: number,
    portId: number,
    signal?: AbortSignal,
    heard?: (pon: PonState) => void,
  ): Promise<LineReading> {
    await this.#reach(oltOfBox, ctoId, signal)
    const treeOf = async (sql: Tx) => {
      const [box] = await sql.rows<{ pon_id: number }>('select pon_id from cto where id = $1', [ctoId])
      await makeLinesOfPon(sql, box?.pon_id ?? 0)
      return await sql.rows<Timed>(linesOfPon, [box?.pon_id])
    }
    if (heard) {
      heard(stateOfTree(await inProcess(this.#db, treeOf)))
      // The box and its ONT are a question of their own.
      await this.#reach(oltOfBox, ctoId, signal)
    }
    return await inProcess(this.#db, async (sql) => {
      const tree = await treeOf(sql)
      const lines = tree.filter((line) => line.cto_id === ctoId).sort((one, two) => one.port - two.port)
      const line = lines.find(({ port_id }) => port_id === portId)
      if (!line) throw new RangeError(`no position ${portId} in the box ${ctoId}`)
      const readings = lines.map((one) => readingOf(one, line.now))
      return {
        box: { ctoId, takenAt: line.now, source: 'simulated', readings },
        pon: stateOfTree(tree),
        detail: await detailOf(sql, line, line.now),
      }
    })
  }

  async readHistory(ctoId: number, portId: number, signal?: AbortSignal): Promise<LineHistory> {
    await this.#reach(oltOfBox, ctoId, signal)
    return await inProcess(this.#db, async (sql) => {
      await makeLines(sql, [ctoId])
      const [line] = await sql.rows<Timed>(linesOfPort, [ctoId, portId])
      if (!line) throw new RangeError(`no position ${portId} in the box ${ctoId}`)
      return historyOf(line, await sql.rows<Past>(pastOf, [portId]), line.now)
    })
  }

  async reset(ctoId: number, portId: number, signal?: AbortSignal): Promise<void> {
    await this.#tell(ctoId, portId, signal, (line, at) => restart(line, at, this.#profile))
  }

  async provision(
    ctoId: number,
    portId: number,
    { serial, profile, vlan }: LineService,
    signal?: AbortSignal,
  ): Promise<void> {
    const to = { admits: serial, service: { profile, vlan } }
    await this.#tell(ctoId, portId, signal, (line, at) => change(line, to, at, this.#profile, 'admin_down'))
  }

  async deprovision(ctoId: number, portId: number, signal?: AbortSignal): Promise<void> {
    const to = { admits: '', service: null }
    await this.#tell(ctoId, portId, signal, (line, at) => change(line, to, at, this.#profile, 'admin_down'))
  }

  async detect(ctoId: number, portId: number, signal?: AbortSignal): Promise<string | null> {
    await this.#reach(oltOfBox, ctoId, signal)
    return await inProcess(this.#db, async (sql) => {
      await makeLines(sql, [ctoId])
      const [line] = await sql.rows<Timed>(linesOfPort, [ctoId, portId])
      return line?.fresh === true && isUp(line, line.now) ? line.serial : null
    })
  }

  async listen(
    oltId: number,
    cursor: number | null,
    take: (alarms: PlantAlarm[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    let from = cursor
    // What came before anybody listened is passed over.
    if (from === null) await this.#send(oltId)
    while (!signal.aborted) {
      const seen = await this.#look(oltId, from)
      if (seen.down || isLost(this.#profile, oltId, new Date(seen.now)))
        throw new PlantUnreachable(`OLT ${oltId} is down`)
      from ??= seen.sent
      const last = seen.alarms.at(-1)
      if (last) {
        await take(
          seen.alarms.map(({ deviceAt, receivedAt, ...alarm }) => ({
            ...alarm,
            deviceAt: new Date(deviceAt),
            receivedAt: new Date(receivedAt),
          })),
        )
        from = last.cursor
      } else if (seen.due) await this.#send(oltId)
      else await this.#pause(signal)
    }
  }

  /** Moves the plant as a hand in the box would; answers when. */
  async act(ctoId: number, deed: Deed): Promise<Date> {
    return await inProcess(this.#db, (sql) => this.actWithin(sql, ctoId, deed))
  }

  /** The same as part of a transaction, which must be in the scope of all operators. */
  async actWithin(sql: Tx, ctoId: number, deed: Deed): Promise<Date> {
    return await act(sql, ctoId, deed, this.#profile)
  }

  async #tell(
    ctoId: number,
    portId: number,
    signal: AbortSignal | undefined,
    move: (line: Line, at: Date) => Moved,
  ): Promise<void> {
    await this.#reach(oltOfBox, ctoId, signal)
    await inProcess(this.#db, (sql) => moveLine(sql, ctoId, portId, this.#profile, move))
  }

  /** Until the next beat: whoever listens to another OLT wakes then too. */
  async #pause(signal: AbortSignal): Promise<void> {
    const { pollMs } = this.#profile
    await sleep(pollMs - (performance.now() % pollMs), undefined, { signal }).catch(() => undefined)
  }

  /** One question for all who want to look now, however many OLTs are listened to. */
  #look(oltId: number, cursor: number | null): Promise<Seen> {
    if (this.#looks.length === 0) setImmediate(() => this.#lookAtAll())
    return new Promise((tell) => this.#looks.push({ oltId, cursor, tell }))
  }

  #lookAtAll(): void {
    const looks = this.#looks
    this.#looks = []
    const values = [looks.map(({ oltId }) => oltId), looks.map(({ cursor }) => cursor)]
    const seen = askInProcess(this.#db, lookForAlarms, values).then((text) => JSON.parse(text ?? '') as Seen[])
    for (const [index, { tell }] of looks.entries()) tell(seen.then((all) => all[index] as Seen))
  }

  /** Gives what is due its place in the row. The OLT's row is held meanwhile, so that a cursor never passes over anything. */
  async #send(oltId: number): Promise<void> {
    await inProcess(this.#db, async (sql) => {
      const [olt] = await sql.rows<{ down: boolean; sent: number }>(lockOlt, [oltId])
      if (!olt || olt.down) return
      const sent = await sql.rows(sendDue, [oltId, olt.sent])
      await sql.rows(countSent, [oltId, sent.length])
      await sql.rows(dropOld, [oltId, olt.sent + sent.length - keptAlarms])
    })
  }

  /** The way to the OLT and back, or the silence of one that is down. */
  async #reach(query: string, id: number, signal: AbortSignal | undefined): Promise<void> {
    const [olt] = await inProcess(this.#db, (sql) => sql.rows<Asked>(query, [id]))
    if (!olt) throw new RangeError(`nothing hangs at ${id}`)
    const moment = olt.now.getTime() % 2 ** 31
    const { silent, timeoutMs, readMs } = this.#profile
    const dead = olt.down || isLost(this.#profile, olt.olt_id, olt.now) || share(94, id, moment) < silent
    await sleep(dead ? timeoutMs : within(readMs, 54, id, moment), undefined, { signal })
    if (dead) throw new PlantUnreachable(`OLT ${olt.olt_id} does not answer`)
  }
}

async function now(sql: Tx): Promise<Date> {
  const [row] = await sql.rows<{ now: Date }>('select app_now() as now', [])
  if (!row) throw new Error('no clock')
  return row.now
}

function countOf(lines: readonly Timed[]): PonCount {
  const provisioned = lines.filter(isAdmitted)
  const fall = (line: Timed) =>
    fellAt({ state: stateOf(line, line.now), lastDownAt: line.last_down_at, lastDownCause: line.last_down_cause })
  return {
    provisioned: provisioned.length,
    online: provisioned.filter((line) => isUp(line, line.now)).length,
    dropped: provisioned.map(fall).filter((at) => at !== null),
  }
}
