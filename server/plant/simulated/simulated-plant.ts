import { setTimeout as sleep } from 'node:timers/promises'
import { askInProcess, inProcess, type ProcessDb } from '../../kernel/sql/in-process.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import {
  PlantUnreachable,
  uptimeWrapS,
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
import { detailOf, emptyDetail, knownOf } from './detail.ts'
import { darkAt, historyOf, lossAt, type Past } from './history.ts'
import { change, isAdmitted, restart, type Line, type Moved } from './line.ts'
import { makeLinesOfPon } from './make.ts'
import { deviceTime, type Manner } from './manner.ts'
import { candidatesOn, foundOn, ontsOf, ponStateOf, powersTold, toldBy, type Gone } from './olt-view.ts'
import { isLost, share, still, within, type PlantProfile } from './profile.ts'

const oltColumns = `
  json_build_object('olt_id', t.id, 'down', coalesce(o.down, false), 'manner', coalesce(o.manner, '{}'),
    'started_at', o.started_at, 'now', app_now())::text
  from olt t left join plant_olt o on o.olt_id = t.id`
const oltOfPon = `select ${oltColumns} join pon n on n.olt_id = t.id where n.id = $1`
const olt = `select ${oltColumns} where t.id = $1`
// Positions without a line, and lines of boxes recorded on another PON, are generated first.
const treeOfPon = `
  select json_build_object('now', app_now(),
    'made', not exists (select from cto c join port p on p.cto_id = c.id where c.pon_id = $1
        and not exists (select from plant_line l where l.port_id = p.id))
      and not exists (select from plant_line l join cto c on c.id = l.cto_id
        where l.pon_id <> c.pon_id and (l.pon_id = $1 or c.pon_id = $1)),
    'lines', (select coalesce(json_agg(l order by l.port_id), '[]') from plant_line l where l.pon_id = $1),
    'gone', (select coalesce(json_agg(g), '[]') from plant_gone g where g.pon_id = $1))::text`
const pastOf = `
  select coalesce(json_agg(p order by p.at, p.id), '[]')::text from plant_past p where p.port_id = any($1::bigint[])`
const linesBySerial = `
  select coalesce(json_agg(l), '[]')::text from plant_line l where l.olt_id = $1 and l.serial = any($2::text[])`
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

/** Start of an OLT that was never restarted in the demonstration: a day of 2020. */
const startedIn = Date.UTC(2020, 0, 1)
const yearMs = 365 * 86_400_000

const moments: readonly string[] = ['now', 'started_at', 'lit_at', 'last_down_at', 'last_up_at', 'at']
const parse = <T>(text: string | null) =>
  JSON.parse(text ?? 'null', (key, value: unknown) =>
    moments.includes(key) && typeof value === 'string' ? new Date(value) : value,
  ) as T

/** A plant in the database, shared by all processes, which can be acted on by hand. */
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
    return (await this.#olt(olt, oltId)).manner.unsupported ?? []
  }

  async readClock(oltId: number, signal?: AbortSignal): Promise<OltTime> {
    await this.#reach(olt, oltId, signal)
    // The time is that of the answer.
    const { now, manner, started_at } = await this.#olt(olt, oltId)
    if (manner.clockSilent) return { at: null, uptimeS: null }
    const started = started_at?.getTime() ?? startedIn + share(112, oltId) * yearMs
    return { at: deviceTime(manner, now), uptimeS: Math.floor(((now.getTime() - started) / 1000) % uptimeWrapS) }
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
    const answers = toldBy(onts, manner, this.#profile, now)
    return { takenAt: now, source: 'simulated', ...ponStateOf(lines, onts), onts: answers }
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
    const rows = ids.length > 0 ? await this.#past(ids) : []
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
    const lines = parse<Line[]>(await askInProcess(this.#db, linesBySerial, [oltId, serials]))
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
    return detailOf(line, await knownOf(this.#db, serial), now, manner.unsupported)
  }

  async readHistory(ponId: number, serial: string, signal?: AbortSignal): Promise<LineHistory> {
    const { manner } = await this.#reach(oltOfPon, ponId, signal)
    const { lines, now } = await this.#tree(ponId)
    const line = lines.find((one) => one.serial === serial)
    if (!line) return { points: [], downs: [] }
    const past = await this.#past([line.port_id])
    const { points, downs } = historyOf(line, past, now)
    const reported = downs.map(({ at, cause, upAt }) => ({
      at: deviceTime(manner, at),
      cause,
      upAt: upAt && deviceTime(manner, upAt),
    }))
    return { points, downs: reported }
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

  /** Acts on the plant like a hand in the box; returns the time. */
  async act(ctoId: number, deed: Deed): Promise<Date> {
    return await inProcess(this.#db, (sql) => this.actWithin(sql, ctoId, deed))
  }

  /** The same as part of a transaction, which must be in the scope of all operators. */
  async actWithin(sql: Tx, ctoId: number, deed: Deed): Promise<Date> {
    return await act(sql, ctoId, deed, this.#profile)
  }

  /** Sets the OLT's faults, replacing earlier ones. */
  async behave(oltId: number, manner: Manner): Promise<void> {
    await inProcess(this.#db, (sql) => sql.rows(setManner, [oltId, JSON.stringify(manner)]))
  }

  /** In one statement, unless lines have to be generated first. */
  async #tree(ponId: number): Promise<Tree> {
    const look = async () => parse<Tree & { made: boolean }>(await askInProcess(this.#db, treeOfPon, [ponId]))
    const found = await look()
    if (found.made) return found
    await inProcess(this.#db, (sql) => makeLinesOfPon(sql, ponId))
    return await look()
  }

  async #past(ports: readonly number[]): Promise<Past[]> {
    return parse<Past[]>(await askInProcess(this.#db, pastOf, [ports]))
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

  async #olt(query: string, id: number): Promise<Asked> {
    const found = parse<Asked | null>(await askInProcess(this.#db, query, [id]))
    if (!found) throw new RangeError(`nothing hangs at ${id}`)
    return found
  }

  /** Simulates the round trip to the OLT, or the timeout of one that is down. */
  async #reach(
    query: string,
    id: number,
    signal: AbortSignal | undefined,
    takes: PlantProfile['readMs'] = this.#profile.readMs,
  ): Promise<Asked> {
    const found = await this.#olt(query, id)
    const moment = found.now.getTime() % 2 ** 31
    const { silent, timeoutMs } = this.#profile
    const dead = found.down || isLost(this.#profile, found.olt_id, found.now) || share(94, id, moment) < silent
    await sleep(dead ? timeoutMs : within(takes, 54, id, moment), undefined, { signal })
    if (dead) throw new PlantUnreachable(`OLT ${found.olt_id} does not answer`)
    return found
  }
}
