/** Evidence for a judgement from stored alarms and sweeps: alarms of a box, and states of its tree outside it. */
import type { AlarmEvidence, Evidence, ReadingEvidence, TreeEvidence } from '@hilo/domain/proof/evidence.ts'
import type { DownCause } from '@hilo/domain/diagnosis.ts'
import type { OpticalState } from '@hilo/domain/status.ts'
import { untilCeased } from '@hilo/domain/proof/timeline.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { clockJson, datedSince, storedClock, type OltClock } from '../../plant/olt-clock.ts'

/** The state of one ONT in a sweep of its whole PON; times by the product's clock. */
export interface SweptOnt {
  ontId: number | null
  serial: string | null
  /** `unknown` if the OLT gave no answer for it. */
  state: OpticalState
  lastDownAt: Date | null
  lastUpAt: Date | null
  lastDownCause: DownCause | null
  distanceM: number | null
}

const insertSweep = `
  insert into pon_sweep (pon_id, at, onts) values ($1, $2, $3) on conflict (pon_id, at) do nothing`
const selectBoxAlarms = `
  select p.number as port, a.kind, a.at, a.device_at, case when k.olt_id is not null then (${clockJson})::text end as clock
  from olt_alarm a join port p on p.id = a.port_id left join olt_clock k on k.olt_id = a.olt_id
  where a.cto_id = $1 and a.at between $2 and $3 and a.kind in ('los', 'dying_gasp', 'up', 'registered') order by a.at, a.id`
// The last sweep before the period shows who had light at its begin, and so does the last reading of a line.
const selectTree = `
  select json_build_object(
    'clock', (select (${clockJson})::text from olt_clock k join pon n on n.olt_id = k.olt_id where n.id = $1),
    'inventory', (select coalesce(json_agg(json_build_object('serial', x.ont_serial, 'cto_id', c.id, 'state', t.ont_state,
        'at', wire_time(t.read_at), 'ceased_at', wire_time(case when x.state = 'baja' then x.ceased_at end))), '[]')
      from cto c join port_assignment t on t.cto_id = c.id and t.ended_at is null join access x on x.id = t.access_id
      where c.pon_id = $1 and x.ont_serial is not null),
    'sweeps', (select coalesce(json_agg(json_build_object('at', wire_time(s.at), 'onts', s.onts) order by s.at), '[]')
      from ((select at, onts from pon_sweep where pon_id = $1 and at < $2 order by at desc limit 1)
        union all (select at, onts from pon_sweep where pon_id = $1 and at between $2 and $3)) s),
    'alarms', (select coalesce(json_agg(json_build_object('serial', a.serial, 'ont_id', a.ont_id, 'cto_id', a.cto_id,
        'kind', a.kind, 'at', wire_time(a.at), 'device_at', wire_time(a.device_at), 'affected', a.affected)
        order by a.at, a.id), '[]')
      from olt_alarm a where a.pon_id = $1 and a.at between $2 and $3
        and a.kind in ('los', 'dying_gasp', 'up', 'registered', 'pon_los')),
    'restarts', (select coalesce(json_agg(wire_time(r.at) order by r.at), '[]')
      from olt_restart r join pon n on n.olt_id = r.olt_id where n.id = $1 and r.at between $2 and $3))::text`

interface AlarmRow {
  kind: 'los' | 'dying_gasp' | 'up' | 'registered' | 'pon_los'
  at: Date
  device_at: Date | null
}
/** An ONT without an access, and when it came up. */
export interface Stranger {
  serial: string
  at: number
  distance_m: number | null
}

/** A line of the PON by inventory, with its last reading. */
interface Held {
  serial: string
  cto_id: number
  state: OpticalState | null
  at: string | null
  ceased_at: string | null
}

interface StoredTree {
  clock: string | null
  inventory: Held[]
  sweeps: { at: string; onts: StoredOnt[] }[]
  alarms: {
    kind: AlarmRow['kind']
    at: string
    device_at: string | null
    serial: string | null
    ont_id: number | null
    cto_id: number | null
    affected: number | null
  }[]
  restarts: string[]
}
type StoredOnt = Omit<SweptOnt, 'lastDownAt' | 'lastUpAt'> & { lastDownAt: string | null; lastUpAt: string | null }

const alarmOf = ({ kind, at, device_at }: AlarmRow, clock: OltClock | null): AlarmEvidence => ({
  kind: 'alarm',
  // A PON without any light stands for an alarm of each of its ONTs.
  alarm: kind === 'pon_los' ? 'los' : kind === 'registered' ? 'up' : kind,
  at: datedSince(at, device_at, clock).getTime(),
})

const ms = (text: string | null) => (text === null ? null : Date.parse(text))

const readingOf = (at: Date, one: StoredOnt): ReadingEvidence => ({
  kind: 'reading',
  at: at.getTime(),
  state: one.state,
  last_down_at: ms(one.lastDownAt),
  last_up_at: ms(one.lastUpAt),
  last_down_cause: one.lastDownCause,
  distance_m: one.distanceM ?? null,
  rx_dbm: null,
  olt_rx_dbm: null,
})

/** The last reading of a line, from its row. */
const lastRead = (at: Date, state: OpticalState): ReadingEvidence =>
  readingOf(at, {
    ontId: null,
    serial: null,
    state,
    lastDownAt: null,
    lastUpAt: null,
    lastDownCause: null,
    distanceM: null,
  })

const keyOf = (serial: string | null, ontId: number | null) => serial ?? `#${ontId}`

/** Stores the states of all ONTs of a PON. Runs in the scope of all operators. */
export async function storePonSweep(sql: Tx, ponId: number, at: Date, onts: readonly SweptOnt[]): Promise<void> {
  await sql.rows(insertSweep, [ponId, at, JSON.stringify(onts)])
}

/**
 * Alarms of the positions of a box by port number, oldest first, only those about light. A position is that of the inventory
 * when the alarm came. Runs in the scope of all operators.
 */
export async function boxAlarms(sql: Tx, ctoId: number, from: Date, to: Date): Promise<Map<number, AlarmEvidence[]>> {
  const rows = await sql.rows<AlarmRow & { port: number; clock: string | null }>(selectBoxAlarms, [ctoId, from, to])
  const byPort = new Map<number, AlarmEvidence[]>()
  // One OLT: each row repeats its clock.
  const clock = storedClock(rows[0]?.clock ?? null)
  for (const { port, ...row } of rows) {
    const alarm = alarmOf(row, clock)
    const of = byPort.get(port)
    if (of) of.push(alarm)
    else byPort.set(port, [alarm])
  }
  for (const some of byPort.values()) some.sort((a, b) => a.at - b.at)
  return byPort
}

const isLight = (one: Evidence) => (one.kind === 'alarm' ? one.alarm === 'up' : one.state === 'online')

/** Evidence grouped by ONT, without the ONTs of the box itself. */
class Outside {
  readonly #onts = new Map<string, Evidence[]>()
  readonly #inside: ReadonlySet<string>
  /** When each line was ceased: an ONT that the OLT has deleted is no witness of light. */
  readonly #ceased: ReadonlyMap<string, number>

  constructor(inventory: readonly Held[], exceptCtoId: number) {
    this.#inside = new Set(inventory.filter((one) => one.cto_id === exceptCtoId).map(({ serial }) => serial))
    this.#ceased = new Map(
      inventory.flatMap(({ serial, ceased_at }) => (ceased_at === null ? [] : [[serial, Date.parse(ceased_at)]])),
    )
    for (const { serial, cto_id } of inventory) if (cto_id !== exceptCtoId) this.#of(serial)
  }

  #of(key: string): Evidence[] {
    const known = this.#onts.get(key) ?? []
    this.#onts.set(key, known)
    return known
  }

  add(serial: string | null, ontId: number | null, evidence: Evidence): void {
    if (serial !== null && this.#inside.has(serial)) return
    if (serial !== null || ontId !== null) this.#of(keyOf(serial, ontId)).push(evidence)
  }

  /** Adds an event to every ONT that had light at that time. */
  addToLit(evidence: AlarmEvidence): void {
    for (const known of this.#onts.values()) {
      const before = known.filter(({ at }) => at <= evidence.at)
      const last = before.toSorted((a, b) => a.at - b.at).at(-1)
      if (!last || isLight(last)) known.push(evidence)
    }
  }

  all(): Evidence[][] {
    return [...this.#onts].map(([serial, one]) => {
      const ceased = this.#ceased.get(serial)
      const known = ceased === undefined ? one : untilCeased(one, ceased)
      return known.toSorted((a, b) => a.at - b.at)
    })
  }
}

/**
 * Evidence of the PON of a box outside the box: per ONT its alarms and sweeps, empty if there are none; and restarts of its
 * OLT. Runs in the scope of all operators.
 */
export async function treeEvidence(
  sql: Tx,
  ponId: number,
  exceptCtoId: number,
  from: Date,
  to: Date,
): Promise<TreeEvidence & { strangers: Stranger[] }> {
  const {
    clock: clockRow,
    inventory,
    sweeps,
    alarms,
    restarts,
  } = JSON.parse((await sql.json(selectTree, [ponId, from, to])) ?? '') as StoredTree
  const outside = new Outside(inventory, exceptCtoId)
  const clock = storedClock(clockRow)
  for (const { serial, state, at } of inventory)
    if (at !== null && state !== null && state !== 'unknown') outside.add(serial, null, lastRead(new Date(at), state))
  for (const { at, onts } of sweeps)
    for (const one of onts) outside.add(one.serial, one.ontId, readingOf(new Date(at), one))
  const dated = alarms.map(({ kind, at, device_at, ...one }) => {
    const deviceAt = device_at === null ? null : new Date(device_at)
    return { ...one, kind, alarm: alarmOf({ kind, at: new Date(at), device_at: deviceAt }, clock) }
  })
  for (const { serial, ont_id, cto_id, kind, alarm, affected } of dated.toSorted((a, b) => a.alarm.at - b.alarm.at)) {
    // A PON LOS caused by the single last lit ONT is no evidence of a tree outage.
    if (kind === 'pon_los') {
      if (affected === null || affected > 1) outside.addToLit(alarm)
    } else if (cto_id !== exceptCtoId) outside.add(serial, ont_id, alarm)
  }
  const owned = new Set(inventory.map(({ serial }) => serial))
  const strangers = sweeps.flatMap(({ at, onts }) =>
    onts.flatMap(({ serial, state, lastUpAt, distanceM }): Stranger[] => {
      const unowned = serial !== null && state === 'online' && !owned.has(serial)
      return unowned ? [{ serial, at: ms(lastUpAt) ?? Date.parse(at), distance_m: distanceM ?? null }] : []
    }),
  )
  return { outside: outside.all(), restarts: restarts.map((at) => Date.parse(at)), strangers }
}
