/** Delivers the alarms of simulated OLTs to listeners. */
import { setTimeout as sleep } from 'node:timers/promises'
import { askInProcess, inProcess, type ProcessDb } from '../../kernel/sql/in-process.ts'
import { PlantUnreachable, type PlantAlarm } from '../plant.ts'
import { deviceTime, type Manner } from './manner.ts'
import { isLost, type PlantProfile } from './profile.ts'

/** Per OLT: alarms sent, whether more are due, whether it is reachable. */
const lookForAlarms = `
  select json_agg(json_build_object('now', app_now(), 'down', coalesce(o.down, false), 'sent', coalesce(o.sent, 0),
    'manner', coalesce(o.manner, '{}'),
    'due', exists (select from plant_alarm a where a.olt_id = asked.olt and a.sent is null and a.due_at <= app_now()),
    'alarms', (select coalesce(json_agg(json_build_object('cursor', a.sent, 'oltId', a.olt_id, 'ponId', a.pon_id,
        'ontId', a.ont_id, 'serial', a.serial, 'kind', a.kind,
        'affected', a.affected, 'gasps', a.gasps, 'deviceAt', a.at, 'receivedAt', a.due_at) order by a.sent), '[]')
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

interface Seen {
  now: string
  down: boolean
  sent: number
  due: boolean
  manner: Manner
  alarms: (Omit<PlantAlarm, 'deviceAt' | 'receivedAt'> & { deviceAt: string; receivedAt: string })[]
}

export class AlarmFeed {
  readonly #db: ProcessDb
  readonly #profile: PlantProfile
  /** Polls of OLTs waiting for the next common query. */
  #looks: { oltId: number; cursor: number | null; tell: (seen: Promise<Seen>) => void }[] = []

  constructor(db: ProcessDb, profile: PlantProfile) {
    this.#db = db
    this.#profile = profile
  }

  /** As `Plant.listen`. */
  async listen(
    oltId: number,
    cursor: number | null,
    take: (alarms: PlantAlarm[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    let from = cursor
    // Alarms from before the listening are skipped.
    if (from === null) await this.#send(oltId)
    while (!signal.aborted) {
      const feed = await this.#look(oltId, from)
      if (feed.down || isLost(this.#profile, oltId, new Date(feed.now)))
        throw new PlantUnreachable(`OLT ${oltId} is down`)
      from ??= feed.sent
      const last = feed.alarms.at(-1)
      if (last) {
        await take(
          feed.alarms.map(({ deviceAt, receivedAt, serial, ...alarm }) => ({
            ...alarm,
            serial: feed.manner.nameless && alarm.ontId !== null ? null : serial,
            deviceAt: deviceTime(feed.manner, new Date(deviceAt)),
            receivedAt: new Date(receivedAt),
          })),
        )
        from = last.cursor
      } else if (feed.due) await this.#send(oltId)
      else await this.#pause(signal)
    }
  }

  /** Waits until the next beat, common to all listeners, so that their polls coincide. */
  async #pause(signal: AbortSignal): Promise<void> {
    const { pollMs } = this.#profile
    await sleep(pollMs - (performance.now() % pollMs), undefined, { signal }).catch(() => undefined)
  }

  /** One query for all pending polls, however many OLTs are listened to. */
  #look(oltId: number, cursor: number | null): Promise<Seen> {
    if (this.#looks.length === 0) setImmediate(() => this.#lookAtAll())
    return new Promise((tell) => this.#looks.push({ oltId, cursor, tell }))
  }

  #lookAtAll(): void {
    const looks = this.#looks
    this.#looks = []
    const values = [looks.map(({ oltId }) => oltId), looks.map(({ cursor }) => cursor)]
    const feeds = askInProcess(this.#db, lookForAlarms, values).then((text) => JSON.parse(text ?? '') as Seen[])
    for (const [index, { tell }] of looks.entries()) tell(feeds.then((all) => all[index] as Seen))
  }

  /** Assigns cursors to due alarms. The OLT's row is locked, so that a cursor never skips an alarm. */
  async #send(oltId: number): Promise<void> {
    await inProcess(this.#db, async (sql) => {
      const [olt] = await sql.rows<{ down: boolean; sent: number }>(lockOlt, [oltId])
      if (!olt || olt.down) return
      const sent = await sql.rows(sendDue, [oltId, olt.sent])
      await sql.rows(countSent, [oltId, sent.length])
      await sql.rows(dropOld, [oltId, olt.sent + sent.length - keptAlarms])
    })
  }
}
