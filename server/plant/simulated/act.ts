/** Acts on the simulated plant: a hand, a cut, a power failure. */
import { Problem } from '@hilo/domain/problem.ts'
import type { Input } from '@hilo/contract/index.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { missingDetail } from '../../kernel/validation.ts'
import { alarmRows, ponAlarms, wideRows, type Motion, type PonLight } from './alarm-rows.ts'
import { change, exchange, isUp, outlive, powerLoss, register, type Line, type Moved } from './line.ts'
import type { Manner } from './manner.ts'
import { madeUpSerial, makeLines, makeLinesOfPon } from './make.ts'
import type { Gone } from './olt-view.ts'
import type { PlantProfile } from './profile.ts'

/** An act at a box; `cto_to`: the other box of a swap. */
export type Deed = Omit<Input<'demo/plant/act'>, 'cto_code' | 'cto_code_to' | 'client_request_id'> & { cto_to?: number }
type LineAction = Exclude<Deed['action'], 'olt_down' | 'olt_up' | 'olt_restart' | 'card_restart'>

interface Place {
  olt_id: number
  pon_id: number
  cto_id: number
  now: Date
}
const place = `
  select n.olt_id, n.id as pon_id, c.id as cto_id, app_now() as now from cto c join pon n on n.id = c.pon_id where c.id = $1`
const addOlt = `insert into plant_olt (olt_id) values ($1) on conflict do nothing`
const lockOlt = `select manner from plant_olt where olt_id = $1 for update`
// Alarms of an OLT while it is unreachable are never delivered.
const setDown = `update plant_olt set down = $2 where olt_id = $1`
const forget = `delete from plant_alarm where olt_id = $1 and sent is null and due_at <= app_now()`
const linesOfBox = 'select * from plant_line where cto_id = $1 order by port'
const linesOfPon = 'select * from plant_line where pon_id = $1 order by port_id'
const linesOfOlt = 'select * from plant_line where olt_id = $1 order by port_id'
const linesOfCard = `
  select l.* from plant_line l join pon n on n.id = l.pon_id join pon c on c.olt_id = n.olt_id and c.slot = n.slot
  where c.id = $1 order by l.port_id`
const boxesOfCard = `
  select c.id from cto c join pon n on n.id = c.pon_id join pon o on o.olt_id = n.olt_id and o.slot = n.slot where o.id = $1`
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
  insert into plant_alarm (olt_id, pon_id, cto_id, port_id, ont_id, kind, serial, at, due_at, affected, gasps)
  select olt_id, pon_id, cto_id, port_id, ont_id, kind, serial, at, due_at, affected, gasps from json_populate_recordset(null::plant_alarm, $1)`
// Lines of PONs with light, and when the first of the others will have it.
const lightOfPons = `
  select olt_id, pon_id, count(*) filter (where lit_at <= $2)::int as lit, min(lit_at) filter (where lit_at > $2) as next
  from plant_line where pon_id = any($1::int[]) group by olt_id, pon_id`
// Deletes pending alarms of a return that will not happen.
const lightAnew = `
  with unsaid as (delete from plant_alarm where pon_id = any($1::int[]) and kind = 'pon_los_clear' and sent is null and at > $2)
  ${lightOfPons}`
// An ONT that is back on its PON, or configured elsewhere, is no longer gone.
const dropGone = `delete from plant_gone g using plant_line l
  where l.port_id = any($1::bigint[]) and g.serial = l.serial and g.olt_id = l.olt_id and l.home_pon_id is null`
const addGone = `insert into plant_gone select * from json_populate_recordset(null::plant_gone, $1) on conflict do nothing`
const cancelPast = `delete from plant_past where port_id = any($1::bigint[]) and at > $2`
const addPast = `insert into plant_past (port_id, at, up, cause, extra_db)
  select port_id, at, up, cause, extra_db from json_populate_recordset(null::plant_past, $1)`

/** Required fields of each action; without port some act on the whole box or PON. */
const needed: Readonly<Record<Deed['action'], readonly ('port' | 'port_to' | 'db')[]>> = {
  unplug: [],
  plug: [],
  cut_feeder: [],
  mend_feeder: [],
  degrade: ['db'],
  swap: ['port', 'port_to'],
  power_off: [],
  power_on: [],
  olt_down: [],
  olt_up: [],
  olt_restart: [],
  card_restart: [],
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

/** All lines moved by one action. `there`: the lines of the other box of a swap. */
function movedBy(
  deed: Deed & { action: LineAction },
  lines: readonly Line[],
  there: readonly Line[],
  { at, profile, manner }: Motion,
): Moved[] {
  const { action, port, db = 0 } = deed
  const touched = port === undefined ? lines : [lineAt(lines, 'port', port)]
  const feeder = port === undefined
  const each = (to: (line: Line) => Partial<Line>) => touched.map((line) => change(line, to(line), at, profile))
  switch (action) {
    case 'unplug':
      return each(() => (feeder ? { fed: false } : { connected: false }))
    case 'plug':
      // A reconnected connector is well seated.
      return each(() => (feeder ? { fed: true } : { connected: true, extra_db: 0 }))
    case 'cut_feeder':
      return lines.map((line) => change(line, { fed: false }, at, profile))
    case 'mend_feeder':
      return lines.map((line) => change(line, { fed: true }, at, profile))
    case 'degrade':
      return each((line) => ({ extra_db: Math.min(line.extra_db + db, 60) }))
    case 'power_off':
      return touched.map((line) => change(line, { powered: false }, at, profile, powerLoss(line, profile, manner)))
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

/** History rows of a moved line. */
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

/** @param tellsPons whether the OLT sends PON LOS; one that restarts sends none */
async function save(sql: Tx, moved: readonly Moved[], motion: Motion, tellsPons = true): Promise<void> {
  const { at } = motion
  const ports = moved.map(({ line }) => line.port_id)
  const pons = [...new Set(moved.map(({ line }) => line.pon_id))]
  const before = await sql.rows<PonLight>(lightOfPons, [pons, at])
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
  const light = await sql.rows<PonLight>(lightAnew, [pons, at])
  const wide = tellsPons ? ponAlarms(before, light, moved, motion) : []
  const alarms = [
    ...wide.flatMap((alarm) => wideRows(alarm, motion)),
    ...moved.flatMap(({ line, alarms }) => alarms.flatMap((alarm) => alarmRows(line, alarm, motion))),
  ]
  if (alarms.length > 0) await sql.rows(addAlarms, [JSON.stringify(alarms)])
}

/** Locks the OLT and loads the place, so that it does not change meanwhile. */
async function hold(sql: Tx, ctoId: number, profile: PlantProfile): Promise<Place & { motion: Motion }> {
  const [found] = await sql.rows<Place>(place, [ctoId])
  if (!found) throw new Problem('CTO_NOT_FOUND')
  await sql.rows(addOlt, [found.olt_id])
  const [olt] = await sql.rows<{ manner: Manner }>(lockOlt, [found.olt_id])
  return { ...found, motion: { at: found.now, profile, manner: olt?.manner ?? {} } }
}

/** All its ONTs go offline without alarms and come back; it reports its restart and loses its memory. */
async function restartOlt(sql: Tx, { olt_id, now }: Place, motion: Motion): Promise<void> {
  await sql.rows(setStarted, [olt_id, now])
  const lines = await sql.rows<Line>(linesOfOlt, [olt_id])
  const moved = lines.map((line) => outlive(line, now, motion.profile))
  await save(sql, moved, motion, false)
  const rows = wideRows({ olt_id, kind: 'agent_restart', at: now }, motion)
  if (rows.length > 0) await sql.rows(addAlarms, [JSON.stringify(rows)])
}

/** The ONTs of every PON of the card go offline without alarms and come back. */
async function restartCard(sql: Tx, { pon_id, now }: Place, motion: Motion): Promise<void> {
  const boxes = await sql.rows<{ id: number }>(boxesOfCard, [pon_id])
  await makeLines(
    sql,
    boxes.map(({ id }) => id),
  )
  const lines = await sql.rows<Line>(linesOfCard, [pon_id])
  const moved = lines.map((line) => outlive(line, now, motion.profile))
  await save(sql, moved, motion)
}

/**
 * Acts on the simulated plant, inside a transaction in the scope of all operators. Returns the time of the act.
 * @throws Problem CTO_NOT_FOUND; VALIDATION for a port that is missing or of another box
 */
export async function act(sql: Tx, ctoId: number, deed: Deed, profile: PlantProfile): Promise<Date> {
  refuseIncomplete(deed)
  const { action, port, cto_to: other = ctoId } = deed
  // Two OLTs are locked in one order, whichever of the boxes is named first.
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
  if (action === 'olt_restart' || action === 'card_restart') {
    await (action === 'olt_restart' ? restartOlt : restartCard)(sql, found, motion)
    return found.now
  }
  const wholePon = port === undefined && (action === 'unplug' || action === 'plug')
  // PON LOS depends on all boxes of the PON.
  for (const { pon_id } of held.values()) await makeLinesOfPon(sql, pon_id)
  const lines = wholePon ? await sql.rows<Line>(linesOfPon, [found.pon_id]) : await sql.rows<Line>(linesOfBox, [ctoId])
  const there = other === ctoId ? lines : await sql.rows<Line>(linesOfBox, [other])
  await save(sql, movedBy({ ...deed, action }, lines, there, motion), motion)
  return found.now
}

/** An act of the OLT itself on one ONT; no effect if no position has it. Runs in the scope of all operators. */
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
  const before = of(await sql.rows<Line>(linesOfPon, [ponId]))
  if (!before) return
  const { motion } = await hold(sql, before.cto_id, profile)
  const line = of(await sql.rows<Line>(linesOfPon, [ponId]))
  if (line) await save(sql, [move(line, motion.at)], motion)
}
