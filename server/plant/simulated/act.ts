/** What a hand, a cut or a power failure does to the simulated plant. */
import { Problem } from '@hilo/domain/problem.ts'
import type { Input } from '@hilo/contract/index.ts'
import type { Tx } from '../../db/scope.ts'
import { missingDetail } from '../../http/validation.ts'
import { change, exchange, isUp, outlive, powerLoss, register, type Alarm, type Line, type Moved } from './line.ts'
import { arrivals, type Manner } from './manner.ts'
import { madeUpSerial, makeLines, makeLinesOfPon } from './make.ts'
import type { Gone } from './olt-view.ts'
import { tellingMs, type PlantProfile } from './profile.ts'

/** What is done at a box; `cto_to`: the other box of a swap. */
export type Deed = Omit<Input<'demo/plant/act'>, 'cto_code' | 'cto_code_to' | 'client_request_id'> & { cto_to?: number }
type LineAction = Exclude<Deed['action'], 'olt_down' | 'olt_up' | 'olt_restart'>

interface Place {
  olt_id: number
  pon_id: number
  cto_id: number
  now: Date
}
/** What moves lines: when, how the plant is, and how the OLT of the box misbehaves. */
interface Motion {
  at: Date
  profile: PlantProfile
  manner: Manner
}

const place = `
  select n.olt_id, n.id as pon_id, c.id as cto_id, app_now() as now from cto c join pon n on n.id = c.pon_id where c.id = $1`
const addOlt = `insert into plant_olt (olt_id) values ($1) on conflict do nothing`
const lockOlt = `select manner from plant_olt where olt_id = $1 for update`
// What an OLT would have sent while nobody could reach it never arrives.
const setDown = `update plant_olt set down = $2 where olt_id = $1`
const forget = `delete from plant_alarm where olt_id = $1 and sent is null and due_at <= app_now()`
const linesOfBox = 'select * from plant_line where cto_id = $1 order by port'
const linesOfPon = 'select * from plant_line where pon_id = $1 order by port_id'
const linesOfOlt = 'select * from plant_line where olt_id = $1 order by port_id'
const setStarted = 'update plant_olt set started_at = $2 where olt_id = $1'
const saveLines = `
  update plant_line l
     set hair = n.hair, ont_id = n.ont_id, home_pon_id = n.home_pon_id, serial = n.serial, fresh = n.fresh, powered = n.powered, admin_down = n.admin_down, rx0 = n.rx0,
       olt_rx0 = n.olt_rx0, extra_db = n.extra_db, distance_m = n.distance_m, connected = n.connected, fed = n.fed,
       lit_at = n.lit_at, down_state = n.down_state, last_down_at = n.last_down_at, last_down_cause = n.last_down_cause,
       last_up_at = n.last_up_at, admits = n.admits, service = n.service
    from json_populate_recordset(null::plant_line, $1) n where l.port_id = n.port_id`
const cancelAlarms = `delete from plant_alarm where port_id = any($1::bigint[]) and sent is null and at > $2`
const addAlarms = `
  insert into plant_alarm (olt_id, pon_id, cto_id, port_id, ont_id, kind, serial, at, due_at)
  select olt_id, pon_id, cto_id, port_id, ont_id, kind, serial, at, due_at from json_populate_recordset(null::plant_alarm, $1)`
// Whoever is registered on a PON and hangs there again, or has been registered anew, is not gone.
const dropGone = `delete from plant_gone g using plant_line l
  where l.port_id = any($1::bigint[]) and g.serial = l.serial and g.olt_id = l.olt_id and l.home_pon_id is null`
const addGone = `insert into plant_gone select * from json_populate_recordset(null::plant_gone, $1) on conflict do nothing`
const cancelPast = `delete from plant_past where port_id = any($1::bigint[]) and at > $2`
const addPast = `insert into plant_past (port_id, at, up, cause, extra_db)
  select port_id, at, up, cause, extra_db from json_populate_recordset(null::plant_past, $1)`

/** Fields without which an action makes no sense, and those that leave it for the whole box or PON. */
const needed: Readonly<Record<Deed['action'], readonly ('port' | 'port_to' | 'db')[]>> = {
  unplug: [],
  plug: [],
  degrade: ['db'],
  swap: ['port', 'port_to'],
  power_off: [],
  power_on: [],
  olt_down: [],
  olt_up: [],
  olt_restart: [],
  register_ont: ['port'],
}

function refuseIncomplete(deed: Deed): void {
  const details = needed[deed.action].filter((field) => deed[field] === undefined).map(missingDetail)
  if (details.length > 0) throw new Problem('VALIDATION', { details })
}

function lineAt(lines: readonly Line[], field: 'port' | 'port_to', number: number | undefined): Line {
  const line = lines.find(({ port }) => port === number)
  if (line) return line
  throw new Problem('VALIDATION', { details: [{ field, code: 'value', message: 'validation.value' }] })
}

/** Everything that one action moves, line by line. `there`: the lines of the other box of a swap. */
function movedBy(
  deed: Deed & { action: LineAction },
  lines: readonly Line[],
  there: readonly Line[],
  { at, profile }: Motion,
): Moved[] {
  const { action, port, db = 0 } = deed
  const touched = port === undefined ? lines : [lineAt(lines, 'port', port)]
  const feeder = port === undefined
  const each = (to: (line: Line) => Partial<Line>) => touched.map((line) => change(line, to(line), at, profile))
  switch (action) {
    case 'unplug':
      return each(() => (feeder ? { fed: false } : { connected: false }))
    case 'plug':
      // A connector put in anew sits well.
      return each(() => (feeder ? { fed: true } : { connected: true, extra_db: 0 }))
    case 'degrade':
      return each((line) => ({ extra_db: Math.min(line.extra_db + db, 60) }))
    case 'power_off':
      return touched.map((line) => change(line, { powered: false }, at, profile, powerLoss(line, profile)))
    case 'power_on':
      return each(() => ({ powered: true }))
    case 'swap': {
      const [one, two] = [lineAt(lines, 'port', port), lineAt(there, 'port_to', deed.port_to)]
      return one === two ? [] : exchange(one, two, at, profile)
    }
    case 'register_ont':
      return touched.map((line) =>
        register(
          line,
          deed.serial ?? madeUpSerial(line.port_id, Math.floor(at.getTime() / 1000) % 2 ** 31),
          at,
          profile,
        ),
      )
  }
}

/** The alarm as often as it arrives, each copy with its own delay. */
function alarmRows(line: Line, alarm: Alarm, { profile, manner }: Motion): object[] {
  const { olt_id, pon_id, cto_id, port_id } = line
  // The same delay for everything of a port, so that one thing does not overtake another by itself.
  const usual = alarm.at.getTime() + tellingMs(profile, alarm.kind === 'los', port_id)
  return arrivals(manner, alarm.ont_id ?? 0, alarm.kind, alarm.at).map((delay) => {
    return { olt_id, pon_id, cto_id, port_id, ...alarm, due_at: new Date(usual + delay) }
  })
}

/** What a line will be remembered by. */
function pastRows({ line }: Moved, at: Date): object[] {
  const { port_id, extra_db, lit_at, last_down_at, last_down_cause } = line
  const down = last_down_at?.getTime() === at.getTime() ? [{ at, up: false, cause: last_down_cause ?? 'unknown' }] : []
  const up = lit_at !== null && lit_at > at ? [{ at: lit_at, up: true, cause: 'up' }] : []
  const rows = [...down, ...up]
  return (rows.length > 0 ? rows : [{ at, up: isUp(line, at), cause: 'loss' }]).map((row) => ({
    port_id,
    extra_db,
    ...row,
  }))
}

function goneOf(line: Line): Gone {
  const { olt_id, pon_id, ont_id, down_state, last_down_at, last_down_cause, last_up_at } = line
  return { olt_id, pon_id, serial: line.serial ?? '', ont_id, down_state, last_down_at, last_down_cause, last_up_at }
}

async function save(sql: Tx, moved: readonly Moved[], motion: Motion): Promise<void> {
  const { at } = motion
  const ports = moved.map(({ line }) => line.port_id)
  await sql.rows(saveLines, [JSON.stringify(moved.map(({ line }) => line))])
  const cancelled = moved.filter(({ cancels }) => cancels).map(({ line }) => line.port_id)
  if (cancelled.length > 0) {
    await sql.rows(cancelAlarms, [cancelled, at])
    await sql.rows(cancelPast, [cancelled, at])
  }
  const gone = moved.flatMap(({ left }) => (left ? [goneOf(left)] : []))
  if (gone.length > 0) await sql.rows(addGone, [JSON.stringify(gone)])
  await sql.rows(dropGone, [ports])
  await sql.rows(addPast, [JSON.stringify(moved.flatMap((one) => pastRows(one, at)))])
  const alarms = moved.flatMap(({ line, alarms }) => alarms.flatMap((alarm) => alarmRows(line, alarm, motion)))
  if (alarms.length > 0) await sql.rows(addAlarms, [JSON.stringify(alarms)])
}

/** The place with its OLT held, so that nothing of it moves meanwhile. */
async function hold(sql: Tx, ctoId: number, profile: PlantProfile): Promise<Place & { motion: Motion }> {
  const [found] = await sql.rows<Place>(place, [ctoId])
  if (!found) throw new Problem('CTO_NOT_FOUND')
  await sql.rows(addOlt, [found.olt_id])
  const [olt] = await sql.rows<{ manner: Manner }>(lockOlt, [found.olt_id])
  return { ...found, motion: { at: found.now, profile, manner: olt?.manner ?? {} } }
}

/** All its ONTs go without a word and come back; it says that it has started, and its own past is forgotten. */
async function restartOlt(sql: Tx, { olt_id, now }: Place, motion: Motion): Promise<void> {
  await sql.rows(setStarted, [olt_id, now])
  const lines = await sql.rows<Line>(linesOfOlt, [olt_id])
  await save(
    sql,
    lines.map((line) => outlive(line, now, motion.profile)),
    motion,
  )
  const row = { olt_id, kind: 'agent_restart', at: now, due_at: new Date(now.getTime() + motion.profile.trapMs[0]) }
  await sql.rows(addAlarms, [JSON.stringify([row])])
}

/**
 * Moves the simulated plant, inside a transaction in the scope of all operators. Answers when it happened.
 * @throws Problem CTO_NOT_FOUND; VALIDATION for a port that is missing or not of that box
 */
export async function act(sql: Tx, ctoId: number, deed: Deed, profile: PlantProfile): Promise<Date> {
  refuseIncomplete(deed)
  const { action, port, cto_to: other = ctoId } = deed
  // Two OLTs are held in one order, whichever of the boxes is named first.
  const held = new Map<number, Awaited<ReturnType<typeof hold>>>()
  for (const id of [...new Set([ctoId, other])].sort((one, two) => one - two))
    held.set(id, await hold(sql, id, profile))
  const found = held.get(ctoId)
  if (!found) throw new Problem('CTO_NOT_FOUND')
  const { motion } = found
  if (action === 'olt_down' || action === 'olt_up') {
    await sql.rows(setDown, [found.olt_id, action === 'olt_down'])
    await sql.rows(forget, [found.olt_id])
    return found.now
  }
  if (action === 'olt_restart') {
    await restartOlt(sql, found, motion)
    return found.now
  }
  const wholePon = port === undefined && (action === 'unplug' || action === 'plug')
  if (wholePon) await makeLinesOfPon(sql, found.pon_id)
  else await makeLines(sql, [...held.keys()])
  const lines = wholePon ? await sql.rows<Line>(linesOfPon, [found.pon_id]) : await sql.rows<Line>(linesOfBox, [ctoId])
  const there = other === ctoId ? lines : await sql.rows<Line>(linesOfBox, [other])
  await save(sql, movedBy({ ...deed, action }, lines, there, motion), motion)
  return found.now
}

/** What the OLT itself does to one ONT; nothing where no position has it. In the scope of all operators. */
export async function moveOnt(
  sql: Tx,
  ponId: number,
  serials: readonly string[],
  profile: PlantProfile,
  move: (line: Line, at: Date) => Moved,
): Promise<void> {
  await makeLinesOfPon(sql, ponId)
  const of = (lines: readonly Line[]) => {
    const named = (serial: string | null) => serial !== null && serials.includes(serial)
    return lines.find(({ admits }) => named(admits)) ?? lines.find(({ serial }) => named(serial))
  }
  const seen = of(await sql.rows<Line>(linesOfPon, [ponId]))
  if (!seen) return
  const { motion } = await hold(sql, seen.cto_id, profile)
  const line = of(await sql.rows<Line>(linesOfPon, [ponId]))
  if (line) await save(sql, [move(line, motion.at)], motion)
}
