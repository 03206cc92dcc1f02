import { setTimeout as sleep } from 'node:timers/promises'
import { inProcess, type ProcessDb } from '../../db/in-process.ts'
import type { Tx } from '../../db/scope.ts'
import {
  PlantUnreachable,
  type Candidate,
  type LineDetail,
  type LineHistory,
  type LineService,
  type OltTime,
  type OntPower,
  type Plant,
  type PlantAlarm,
  type PlantColumn,
  type PonState,
  type PonSweep,
  type StatesReading,
} from '../plant.ts'
import { act, moveOnt, type Deed } from './act.ts'
import { AlarmFeed } from './alarm-feed.ts'
import { detailOf, emptyDetail } from './detail.ts'
import { darkAt, historyOf, lossAt, type Past } from './history.ts'
import { change, isAdmitted, restart, type Line, type Moved } from './line.ts'
import { makeLinesOfPon } from './make.ts'
import { deviceTime, type Manner } from './manner.ts'
import { candidatesOn, foundOn, ontsOf, ponStateOf, powersTold, toldBy, type Gone } from './olt-view.ts'
import { isLost, share, still, within, type PlantProfile } from './profile.ts'

const oltOfPon = `
  select n.olt_id, coalesce(o.down, false) as down, coalesce(o.manner, '{}') as manner, o.started_at, app_now() as now
  from pon n left join plant_olt o on o.olt_id = n.olt_id where n.id = $1`
const olt = `
  select t.id as olt_id, coalesce(o.down, false) as down, coalesce(o.manner, '{}') as manner, o.started_at, app_now() as now
  from olt t left join plant_olt o on o.olt_id = t.id where t.id = $1`
const linesOfPon = 'select l.*, app_now() as now from plant_line l where l.pon_id = $1 order by l.port_id'
const goneOfPon = 'select * from plant_gone where pon_id = $1'
const pastOf =
  'select port_id, at, up, cause, extra_db from plant_past where port_id = any($1::bigint[]) order by at, id'
const linesBySerial = 'select * from plant_line where olt_id = $1 and serial = any($2::text[])'
const setManner = `insert into plant_olt (olt_id, manner) values ($1, $2)
  on conflict (olt_id) do update set manner = excluded.manner`

interface Asked {
  olt_id: number
  down: boolean
  manner: Manner
  started_at: Date | null
  now: Date
}
interface Tree {
  lines: Line[]
  gone: Gone[]
  now: Date
}

/** Since when an OLT runs that nobody has started again. */
const longAgoMs = 40 * 86_400_000

/** A plant in the database: every process sees the same one, and it may be moved by hand. */
export class SimulatedPlant implements Plant {
  readonly kind = 'simulated'
  readonly #db: ProcessDb
  readonly #profile: PlantProfile
  readonly #feed: AlarmFeed

  constructor(db: ProcessDb, profile: PlantProfile = still) {
    this.#db = db
    this.#profile = profile
    this.#feed = new AlarmFeed(db, profile)
  }

  async unsupported(oltId: number): Promise<readonly PlantColumn[]> {
    const [known] = await inProcess(this.#db, (sql) => sql.rows<Asked>(olt, [oltId]))
    return known?.manner.unsupported ?? []
  }

  async readClock(oltId: number, signal?: AbortSignal): Promise<OltTime> {
    const { manner } = await this.#reach(olt, oltId, signal)
    const [asked] = await inProcess(this.#db, (sql) => sql.rows<Asked>(olt, [oltId]))
    const now = asked?.now ?? new Date(Number.NaN)
    const started = asked?.started_at?.getTime() ?? now.getTime() - longAgoMs
    return { at: deviceTime(manner, now), uptimeS: Math.floor((now.getTime() - started) / 1000) }
  }

  async readStates(ponId: number, serials: readonly string[], signal?: AbortSignal): Promise<StatesReading> {
    const { takenAt, source, onts } = await this.#sweep(ponId, signal)
    const wanted = new Set(serials)
    return { takenAt, source, onts: onts.filter(({ asked }) => asked !== null && wanted.has(asked)) }
  }

  async readPon(ponId: number, signal?: AbortSignal): Promise<PonSweep> {
    return await this.#sweep(ponId, signal)
  }

  async #sweep(ponId: number, signal?: AbortSignal): Promise<PonSweep> {
    const { manner } = await this.#reach(oltOfPon, ponId, signal)
    const { lines, gone, now } = await this.#tree(ponId)
    const onts = ontsOf(lines, gone, now)
    const told = toldBy(onts, manner, this.#profile, now)
    return { takenAt: now, source: 'simulated', ...ponStateOf(lines, onts), onts: told }
  }

  async readPonState(ponId: number, signal?: AbortSignal): Promise<PonState> {
    await this.#reach(oltOfPon, ponId, signal)
    const { lines, gone, now } = await this.#tree(ponId)
    return ponStateOf(lines, ontsOf(lines, gone, now))
  }

  async readPowers(ponId: number, serials: readonly string[], signal?: AbortSignal): Promise<OntPower[]> {
    const { manner } = await this.#reach(oltOfPon, ponId, signal, this.#profile.powerMs)
    if (manner.powersFail) throw new PlantUnreachable('the ONTs are not asked')
    const { lines, now } = await this.#tree(ponId)
    const wanted = lines.filter(({ serial }) => serial !== null && serials.includes(serial))
    const ids = manner.powersKeptMs === undefined ? [] : wanted.map(({ port_id }) => port_id)
    const rows = ids.length > 0 ? await inProcess(this.#db, (sql) => sql.rows<Past>(pastOf, [ids])) : []
    const pasts = Map.groupBy(rows, ({ port_id }) => port_id)
    return powersTold(wanted, manner, this.#profile, now, (line, at) => {
      const past = pasts.get(line.port_id) ?? []
      return darkAt(line, past, at.getTime()) ? null : lossAt(line, past, at.getTime())
    })
  }

  async candidates(ponId: number, since: Date, signal?: AbortSignal): Promise<Candidate[]> {
    await this.#reach(oltOfPon, ponId, signal)
    const { lines, now } = await this.#tree(ponId)
    return candidatesOn(lines, since, now)
  }

  async locate(
    oltId: number,
    serials: readonly string[],
    signal?: AbortSignal,
  ): Promise<{ serial: string; ponId: number }[]> {
    const { now } = await this.#reach(olt, oltId, signal)
    const lines = await inProcess(this.#db, (sql) => sql.rows<Line>(linesBySerial, [oltId, serials]))
    const served = lines.filter((line) => isAdmitted(line) && line.lit_at !== null && line.lit_at <= now)
    const found = new Set(foundOn(lines))
    return lines
      .filter((line) => served.includes(line) || (line.serial !== null && found.has(line.serial) && !isAdmitted(line)))
      .map((line) => ({ serial: line.serial ?? '', ponId: line.pon_id }))
  }

  async readDetail(ponId: number, serial: string, signal?: AbortSignal): Promise<LineDetail> {
    const { manner } = await this.#reach(oltOfPon, ponId, signal, this.#profile.powerMs)
    const { lines, now } = await this.#tree(ponId)
    const line = lines.find((one) => one.serial === serial && isAdmitted(one))
    if (!line) return emptyDetail(lines.some(({ admits }) => admits === serial) ? serial : null)
    return await inProcess(this.#db, (sql) => detailOf(sql, line, now, manner.unsupported))
  }

  async readHistory(ponId: number, serial: string, signal?: AbortSignal): Promise<LineHistory> {
    const { manner } = await this.#reach(oltOfPon, ponId, signal)
    const { lines, now } = await this.#tree(ponId)
    const line = lines.find((one) => one.serial === serial)
    if (!line) return { points: [], downs: [] }
    const past = await inProcess(this.#db, (sql) => sql.rows<Past>(pastOf, [[line.port_id]]))
    const { points, downs } = historyOf(line, past, now)
    const told = downs.map(({ at, cause, upAt }) => ({
      at: deviceTime(manner, at),
      cause,
      upAt: upAt && deviceTime(manner, upAt),
    }))
    return { points, downs: told }
  }

  async reset(ponId: number, serial: string, signal?: AbortSignal): Promise<void> {
    await this.#tell(ponId, [serial], signal, (line, at) => restart(line, at, this.#profile))
  }

  async provision(
    ponId: number,
    { serial, profile, vlan }: LineService,
    replaced: string | null,
    signal?: AbortSignal,
  ): Promise<void> {
    const to = { admits: serial, service: { profile, vlan } }
    const serials = replaced === null ? [serial] : [replaced, serial]
    await this.#tell(ponId, serials, signal, (line, at) => change(line, to, at, this.#profile, 'admin_down'))
  }

  async deprovision(ponId: number, serial: string, signal?: AbortSignal): Promise<void> {
    const to = { admits: '', service: null }
    await this.#tell(ponId, [serial], signal, (line, at) => change(line, to, at, this.#profile, 'admin_down'))
  }

  async listen(
    oltId: number,
    cursor: number | null,
    take: (alarms: PlantAlarm[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    await this.#feed.listen(oltId, cursor, take, signal)
  }

  /** Moves the plant as a hand in the box would; answers when. */
  async act(ctoId: number, deed: Deed): Promise<Date> {
    return await inProcess(this.#db, (sql) => this.actWithin(sql, ctoId, deed))
  }

  /** The same as part of a transaction, which must be in the scope of all operators. */
  async actWithin(sql: Tx, ctoId: number, deed: Deed): Promise<Date> {
    return await act(sql, ctoId, deed, this.#profile)
  }

  /** From now on the OLT misbehaves like this, and no longer as before. */
  async behave(oltId: number, manner: Manner): Promise<void> {
    await inProcess(this.#db, (sql) => sql.rows(setManner, [oltId, JSON.stringify(manner)]))
  }

  async #tree(ponId: number): Promise<Tree> {
    return await inProcess(this.#db, async (sql) => {
      await makeLinesOfPon(sql, ponId)
      const lines = await sql.rows<Line & { now: Date }>(linesOfPon, [ponId])
      const gone = await sql.rows<Gone>(goneOfPon, [ponId])
      return { lines, gone, now: lines[0]?.now ?? (await now(sql)) }
    })
  }

  async #tell(
    ponId: number,
    serials: readonly string[],
    signal: AbortSignal | undefined,
    move: (line: Line, at: Date) => Moved,
  ): Promise<void> {
    await this.#reach(oltOfPon, ponId, signal)
    await inProcess(this.#db, (sql) => moveOnt(sql, ponId, serials, this.#profile, move))
  }

  /** The way to the OLT and back, or the silence of one that is down. */
  async #reach(
    query: string,
    id: number,
    signal: AbortSignal | undefined,
    takes: PlantProfile['readMs'] = this.#profile.readMs,
  ): Promise<Asked> {
    const [found] = await inProcess(this.#db, (sql) => sql.rows<Asked>(query, [id]))
    if (!found) throw new RangeError(`nothing hangs at ${id}`)
    const moment = found.now.getTime() % 2 ** 31
    const { silent, timeoutMs } = this.#profile
    const dead = found.down || isLost(this.#profile, found.olt_id, found.now) || share(94, id, moment) < silent
    await sleep(dead ? timeoutMs : within(takes, 54, id, moment), undefined, { signal })
    if (dead) throw new PlantUnreachable(`OLT ${found.olt_id} does not answer`)
    return found
  }
}

async function now(sql: Tx): Promise<Date> {
  const [row] = await sql.rows<{ now: Date }>('select app_now() as now', [])
  if (!row) throw new Error('no clock')
  return row.now
}
