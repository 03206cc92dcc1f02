/** What OLTs said, as evidence for a judgement: alarms of a box, and what its tree showed beside it. */
import type { AlarmEvidence, Evidence, ReadingEvidence, TreeEvidence } from '@hilo/domain/proof/evidence.ts'
import type { DownCause } from '@hilo/domain/diagnosis.ts'
import type { OpticalState } from '@hilo/domain/status.ts'
import type { Tx } from '../../db/scope.ts'

/** The state of one ONT in a sweep of its whole PON; moments by the product's own clock. */
export interface SweptOnt {
  ontId: number | null
  serial: string | null
  /** `unknown` where the OLT gave no answer for it. */
  state: OpticalState
  lastDownAt: Date | null
  lastUpAt: Date | null
  lastDownCause: DownCause | null
  distanceM: number | null
}

const insertSweep = `
  insert into pon_sweep (pon_id, at, onts) values ($1, $2, $3) on conflict (pon_id, at) do nothing`
const selectBoxAlarms = `
  select p.number as port, a.kind, a.at from olt_alarm a join port p on p.id = a.port_id
  where a.cto_id = $1 and a.at between $2 and $3 and a.kind in ('los', 'dying_gasp', 'up', 'registered') order by a.at, a.id`
// The last sweep before the time that is asked about says who had light when it began, and so does what was last read of a line.
const selectTree = `
  select json_build_object(
    'inventory', (select coalesce(json_agg(json_build_object('serial', x.ont_serial, 'cto_id', c.id, 'state', t.ont_state,
        'at', wire_time(t.read_at))), '[]')
      from cto c join port_assignment t on t.cto_id = c.id and t.ended_at is null join access x on x.id = t.access_id
      where c.pon_id = $1 and x.ont_serial is not null),
    'sweeps', (select coalesce(json_agg(json_build_object('at', wire_time(s.at), 'onts', s.onts) order by s.at), '[]')
      from ((select at, onts from pon_sweep where pon_id = $1 and at < $2 order by at desc limit 1)
        union all (select at, onts from pon_sweep where pon_id = $1 and at between $2 and $3)) s),
    'alarms', (select coalesce(json_agg(json_build_object('serial', a.serial, 'ont_id', a.ont_id, 'cto_id', a.cto_id,
        'kind', a.kind, 'at', wire_time(a.at)) order by a.at, a.id), '[]')
      from olt_alarm a where a.pon_id = $1 and a.at between $2 and $3
        and a.kind in ('los', 'dying_gasp', 'up', 'registered', 'pon_los')),
    'restarts', (select coalesce(json_agg(wire_time(r.at) order by r.at), '[]')
      from olt_restart r join pon n on n.olt_id = r.olt_id where n.id = $1 and r.at between $2 and $3))::text`

interface AlarmRow {
  kind: 'los' | 'dying_gasp' | 'up' | 'registered' | 'pon_los'
  at: Date
}
/** An ONT that belongs to nobody by the inventory, and when it came up. */
export interface Stranger {
  serial: string
  at: number
  distance_m: number | null
}

interface StoredTree {
  inventory: { serial: string; cto_id: number; state: OpticalState | null; at: string | null }[]
  sweeps: { at: string; onts: StoredOnt[] }[]
  alarms: { kind: AlarmRow['kind']; at: string; serial: string | null; ont_id: number | null; cto_id: number | null }[]
  restarts: string[]
}
type StoredOnt = Omit<SweptOnt, 'lastDownAt' | 'lastUpAt'> & { lastDownAt: string | null; lastUpAt: string | null }

const alarmOf = ({ kind, at }: AlarmRow): AlarmEvidence => ({
  kind: 'alarm',
  // A PON without any light tells of each of its ONTs what an alarm of its own would.
  alarm: kind === 'pon_los' ? 'los' : kind === 'registered' ? 'up' : kind,
  at: at.getTime(),
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

/** What was last read of a line, as far as its row keeps it. */
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

/** Keeps the states of all ONTs of a PON. In the scope of all operators. */
export async function storePonSweep(sql: Tx, ponId: number, at: Date, onts: readonly SweptOnt[]): Promise<void> {
  await sql.rows(insertSweep, [ponId, at, JSON.stringify(onts)])
}

/**
 * Alarms of the positions of a box by port number, oldest first, without those that say nothing of light. A position is that
 * of the inventory when the alarm came. In the scope of all operators.
 */
export async function boxAlarms(sql: Tx, ctoId: number, from: Date, to: Date): Promise<Map<number, AlarmEvidence[]>> {
  const rows = await sql.rows<AlarmRow & { port: number }>(selectBoxAlarms, [ctoId, from, to])
  const byPort = new Map<number, AlarmEvidence[]>()
  for (const { port, ...alarm } of rows) {
    const of = byPort.get(port)
    if (of) of.push(alarmOf(alarm))
    else byPort.set(port, [alarmOf(alarm)])
  }
  return byPort
}

/** Evidence of ONTs by what tells them apart; those of the box itself are told beside it. */
class Outside {
  readonly #onts = new Map<string, Evidence[]>()
  readonly #inside: ReadonlySet<string>

  constructor(inventory: readonly { serial: string; cto_id: number }[], exceptCtoId: number) {
    this.#inside = new Set(inventory.filter((one) => one.cto_id === exceptCtoId).map(({ serial }) => serial))
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

  addToAll(evidence: Evidence): void {
    for (const known of this.#onts.values()) known.push(evidence)
  }

  all(): Evidence[][] {
    return [...this.#onts.values()].map((one) => one.toSorted((a, b) => a.at - b.at))
  }
}

/**
 * What the PON of a box showed beside the box: per ONT its alarms and sweeps, an empty list where nothing was heard of it; and
 * restarts of its OLT. In the scope of all operators.
 */
export async function treeEvidence(
  sql: Tx,
  ponId: number,
  exceptCtoId: number,
  from: Date,
  to: Date,
): Promise<TreeEvidence & { strangers: Stranger[] }> {
  const { inventory, sweeps, alarms, restarts } = JSON.parse(
    (await sql.json(selectTree, [ponId, from, to])) ?? '',
  ) as StoredTree
  const outside = new Outside(inventory, exceptCtoId)
  for (const { serial, state, at } of inventory)
    if (at !== null && state !== null && state !== 'unknown') outside.add(serial, null, lastRead(new Date(at), state))
  for (const { at, onts } of sweeps)
    for (const one of onts) outside.add(one.serial, one.ontId, readingOf(new Date(at), one))
  for (const { serial, ont_id, cto_id, kind, at } of alarms) {
    const alarm = alarmOf({ kind, at: new Date(at) })
    if (kind === 'pon_los') outside.addToAll(alarm)
    else if (cto_id !== exceptCtoId) outside.add(serial, ont_id, alarm)
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
