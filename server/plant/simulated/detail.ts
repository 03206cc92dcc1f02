/** What the simulated OLT says of one line beyond its light. */
import { ontModel } from '@hilo/domain/ont-serial.ts'
import type { Vlan } from '@hilo/domain/diagnosis.ts'
import type { Tx } from '../../db/scope.ts'
import type { LineCounters, LineDetail } from '../plant.ts'
import { isAdmitted, isUp, type Line } from './line.ts'
import { share } from './profile.ts'

/** What the inventory has of the customer at a position: an OLT is set by it. */
interface Known {
  serial: string | null
  model: string | null
  software: string | null
  profile: string | null
  vlan: Vlan | null
}

const knownOf = `
  select x.ont_serial as serial, x.ont_model as model, x.ont_sw as software, x.product->>'code' as profile, x.vlan
  from port_assignment a join access x on x.id = a.access_id where a.port_id = $1 and a.ended_at is null`

/** Bytes per second of a customer, down and up, at most; and loss in dB from which words get lost. */
const usual = { down: 450_000, up: 60_000 }
const errorsFrom = 6

/** An ONT that only lost its light went on running. */
function startedAt({ lit_at, last_up_at, last_down_cause }: Line): Date | null {
  return last_down_cause === 'los' ? (last_up_at ?? lit_at) : lit_at
}

function countersOf({ hair, extra_db }: Line, uptimeS: number): LineCounters {
  const lost = extra_db > errorsFrom ? Math.round((extra_db - errorsFrom) * 20_000) : 0
  return {
    rxBytes: Math.round(usual.down * share(80, hair) * uptimeS),
    txBytes: Math.round(usual.up * share(81, hair) * uptimeS),
    bip: Math.round((share(82, hair) * uptimeS) / 40_000) + lost * 3,
    fecCorrected: Math.round((share(83, hair) * uptimeS) / 9000) + lost * 10,
    fecUncorrected: lost,
  }
}

export async function detailOf(sql: Tx, line: Line, now: Date): Promise<LineDetail> {
  const [known] = await sql.rows<Known>(knownOf, [line.port_id])
  const up = isUp(line, now)
  const started = startedAt(line)
  const uptimeS = up && started ? Math.max(0, Math.floor((now.getTime() - started.getTime()) / 1000)) : null
  const serial = isAdmitted(line) ? line.serial : null
  const expected = serial !== null && serial === known?.serial
  const { profile, vlan } = line.service ?? known ?? { profile: null, vlan: null }
  return {
    serial,
    model: expected ? known.model : serial === null ? null : ontModel(serial),
    software: expected ? known.software : null,
    profile: serial === null ? null : profile,
    vlan: serial === null ? null : vlan,
    ethernet: up ? 'up' : null,
    session: up ? 'up' : null,
    uptimeS,
    counters: uptimeS === null ? null : countersOf(line, uptimeS),
  }
}
