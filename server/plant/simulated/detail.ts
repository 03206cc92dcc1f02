/** Line details of the simulated OLT beyond its light. */
import { ontModel } from '@hilo/domain/ont-serial.ts'
import type { Vlan } from '@hilo/domain/diagnosis.ts'
import { askInProcess, type ProcessDb } from '../../kernel/sql/in-process.ts'
import type { LineCounters, LineDetail, PlantColumn } from '../plant.ts'
import { isUp, type Line } from './line.ts'
import { share } from './profile.ts'

/** Inventory of an ONT's customer, which the OLT's configuration follows. */
interface Known {
  serial: string | null
  model: string | null
  software: string | null
  profile: string | null
  vlan: Vlan | null
}

const knownBySerial = `
  select json_build_object('serial', x.ont_serial, 'model', x.ont_model, 'software', x.ont_sw, 'profile', x.product->>'code',
    'vlan', x.vlan)::text
  from access x where x.ont_serial = $1 and x.state <> 'baja' order by x.id desc limit 1`

/** Maximum bytes per second of a customer, down and up; loss in dB from which codewords are lost. */
const usual = { down: 450_000, up: 60_000 }
const errorsFrom = 6

/** An ONT that only lost its light kept running. */
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

/** Details of an ONT with a known serial only. */
export const emptyDetail = (serial: string | null): LineDetail => ({
  serial,
  model: null,
  software: null,
  profile: null,
  vlan: null,
  ethernet: null,
  session: null,
  uptimeS: null,
  counters: null,
})

export async function knownOf(db: ProcessDb, serial: string): Promise<Known | null> {
  return JSON.parse((await askInProcess(db, knownBySerial, [serial])) ?? 'null') as Known | null
}

export function detailOf(
  line: Line,
  known: Known | null,
  now: Date,
  unsupported: readonly PlantColumn[] = [],
): LineDetail {
  const has = (column: PlantColumn) => !unsupported.includes(column)
  const up = isUp(line, now)
  const started = startedAt(line)
  const uptimeS = up && started ? Math.max(0, Math.floor((now.getTime() - started.getTime()) / 1000)) : null
  const { serial } = line
  const expected = serial === known?.serial
  const { profile, vlan } = line.service ?? known ?? { profile: null, vlan: null }
  return {
    serial,
    model: expected ? known.model : serial && ontModel(serial),
    software: expected ? known.software : null,
    profile: has('service') ? profile : null,
    vlan: has('service') ? vlan : null,
    ethernet: up && has('ethernet') ? 'up' : null,
    session: up && has('session') ? 'up' : null,
    uptimeS,
    counters: uptimeS === null || !has('errors') ? null : countersOf(line, uptimeS),
  }
}
