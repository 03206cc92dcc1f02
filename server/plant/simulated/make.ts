/** Generates the true state of a box from the product's tables, once. */
import { fibreLoss, pathLoss, quantise, splitterLoss, splitRatios, type OpticalPath } from '@hilo/domain/optics.ts'
import { portState, type OpticalState } from '@hilo/domain/status.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { clamp, createRng, type Rng } from '../../seed/rng.ts'
import { ontIdOf, type Line } from './line.ts'
import { share, within } from './profile.ts'

/** A position without a line yet, from the product's tables. */
interface Known {
  port_id: number
  port: number
  port_state: number
  optical_state: OpticalState
  cto_id: number
  pon_id: number
  olt_id: number
  tx_dbm: number
  feeder_m: number
  splitter_ratio: string
  splitter_level: number
  ont_state: OpticalState | null
  rx_dbm: number | null
  rx_p50_30d: number | null
  olt_rx_dbm: number | null
  distance_m: number | null
  ont_serial: string | null
  access_state: string | null
  /** Of the OLT. */
  started_at: Date | null
  now: Date
}

// An ONT found on another PON than recorded answers there from then on.
const missing = `
  with moved as (
    update plant_line l set pon_id = n.id, olt_id = n.olt_id from cto c join pon n on n.id = c.pon_id
    where c.id = any($1::bigint[]) and l.cto_id = c.id and l.pon_id <> n.id)
  select p.id as port_id, p.number as port, p.state as port_state, p.optical_state, c.id as cto_id, n.id as pon_id, n.olt_id,
    n.tx_dbm, c.feeder_m, c.splitter_ratio, c.splitter_level, a.ont_state, a.rx_dbm, a.rx_p50_30d, a.olt_rx_dbm, a.distance_m,
    x.ont_serial, x.state as access_state, o.started_at, app_now() as now
  from cto c
  join pon n on n.id = c.pon_id
  left join plant_olt o on o.olt_id = n.olt_id
  join port p on p.cto_id = c.id
  left join port_assignment a on a.port_id = p.id and a.ended_at is null
  left join access x on x.id = a.access_id
  where c.id = any($1::bigint[]) and not exists (select from plant_line l where l.port_id = p.id)
  order by p.id`
const insertLines = `
  insert into plant_line select * from json_populate_recordset(null::plant_line, $1) on conflict do nothing`

const dayMs = 86_400_000
const makers = ['HWTC', 'ALCL', 'ZTEG', 'SGMC'] as const

/** Serial of an ONT without a recorded one; deterministic by seed. */
export function madeUpSerial(...seed: number[]): string {
  const maker = makers[within([0, makers.length - 1], 48, ...seed)] ?? makers[0]
  return (
    maker +
    within([0, 0xffff_ffff], 49, ...seed)
      .toString(16)
      .toUpperCase()
      .padStart(8, '0')
  )
}

/** Losses of the splitters between OLT and box, dB: the one at the box and, on the second level, the one before it. */
function splitters({ splitter_ratio, splitter_level }: Known, rng: Rng): number {
  const last = splitRatios.find((ratio) => splitter_ratio === `1:${ratio}`) ?? 64
  const first = splitter_level > 1 ? splitRatios.find((ratio) => ratio === 64 / last) : undefined
  return [last, first].reduce<number>((sum, ratio) => {
    if (ratio === undefined) return sum
    const [low, high] = splitterLoss[ratio].usual
    return sum + low + rng.next() * (high - low)
  }, 0)
}

/** Power received at both ends, dBm: from the last known figures, else from the losses of the path. */
function powers(known: Known, metres: number): { rx0: number; olt_rx0: number } {
  const rng = createRng(50, known.port_id)
  const path: OpticalPath = {
    splitters: splitters(known, rng),
    connectors: clamp(rng.normal(1.25, 0.22), 0.5, 2.5),
    splices: (3 + Math.round(metres / 2000)) * (0.03 + rng.next() * 0.05),
    faults: 0,
    metres,
  }
  const ontTx = clamp(rng.normal(2.3, 0.5), 0.5, 5)
  const rx0 = known.rx_dbm ?? known.rx_p50_30d ?? quantise(known.tx_dbm - pathLoss(path, 1490))
  // Splitters and connectors have equal loss both ways; fibre has more upstream.
  const upwards = known.tx_dbm - rx0 + ((fibreLoss[1310] - fibreLoss[1490]) * metres) / 1000
  return { rx0, olt_rx0: known.olt_rx_dbm ?? quantise(ontTx - upwards) }
}

/** State reported by the OLT: as last read, else by the inventory. */
function stateNow({ ont_state, optical_state, port_state, ont_serial, access_state }: Known): OpticalState {
  const read = ont_state ?? optical_state
  const inService = port_state === portState.is.ocupado || (ont_serial !== null && access_state === 'activo')
  return read === 'unknown' && inService ? 'online' : read
}

function makeLine(known: Known): Line {
  const { port_id, olt_id, pon_id, cto_id, port, now } = known
  const state = stateNow(known)
  const metres = known.distance_m ?? known.feeder_m + within([15, 160], 51, port_id)
  const here = state !== 'unknown'
  const up = state === 'online'
  const past = (least: number, most: number) => {
    const days = least + share(52, port_id) * (most - least)
    return new Date(now.getTime() - Math.round(days * dayMs))
  }
  // Not read since the OLT restarted: it has been up since then.
  const since = known.started_at
  return {
    port_id,
    olt_id,
    pon_id,
    cto_id,
    port,
    hair: port_id,
    ont_id: ontIdOf(port_id),
    serial: here ? (known.ont_serial ?? madeUpSerial(port_id)) : null,
    fresh: false,
    powered: state !== 'dying_gasp' && state !== 'offline',
    admin_down: state === 'admin_down',
    ...powers(known, metres),
    extra_db: 0,
    distance_m: metres,
    connected: here && state !== 'los',
    fed: true,
    lit_at: up ? (since ?? past(2, 60)) : null,
    down_state: here && !up ? state : null,
    last_down_at: here && !up ? past(0.05, 20) : up ? since : null,
    last_down_cause:
      state === 'los' || state === 'dying_gasp' || state === 'admin_down'
        ? state
        : here && !up
          ? 'unknown'
          : up && since
            ? 'los'
            : null,
    last_up_at: here && !up ? past(21, 60) : null,
    admits: null,
    service: null,
    home_pon_id: null,
  }
}

/** Generates lines for boxes and positions without one. */
export async function makeLines(sql: Tx, boxes: readonly number[]): Promise<void> {
  const found = await sql.rows<Known>(missing, [boxes])
  if (found.length > 0) await sql.rows(insertLines, [JSON.stringify(found.map(makeLine))])
}

const boxesOfPon = 'select id from cto where pon_id = $1 union select cto_id from plant_line where pon_id = $1'

/** The same for every box of a PON, and for boxes that were on it. */
export async function makeLinesOfPon(sql: Tx, ponId: number): Promise<void> {
  const boxes = await sql.rows<{ id: number }>(boxesOfPon, [ponId])
  await makeLines(
    sql,
    boxes.map(({ id }) => id),
  )
}
