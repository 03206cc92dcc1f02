/** The kinds of work, as often as they occur, and what each does to the plant and writes into its steps. */
import type { Rng } from '../../server/seed/rng.ts'
import { mandatorySteps } from '@hilo/domain/field-steps.ts'
import type { FieldStep, WorkKind } from '@hilo/domain/status.ts'
import { luhn } from '@hilo/domain/luhn.ts'

/** A customer with light in a box. */
export interface Customer {
  port: number
  portId: number
  accessId: number
  vnoId: number
  serial: string
  /** Of the drop that hangs there. */
  label: string
}
/** What a box offers to whoever comes. */
export interface Stock {
  customers: Customer[]
  free: { port: number; portId: number }[]
}
/** One work: for whom, at which port. */
export interface Work {
  kind: WorkKind
  vnoId: number
  customer: Customer | null
  /** Where the work ends: the port that is made, mended, left or moved to. */
  at: { port: number; portId: number } | null
  /** ONT that answers there when it is done. */
  serial: string | null
  label: string
}

/** Shares of the work, in percent. */
const mix: readonly [WorkKind, number][] = [
  ['alta', 58],
  ['averia', 22],
  ['baja', 9],
  ['cambio_pelo', 6],
  ['mantenimiento', 5],
]

function kindOf(rng: Rng): WorkKind {
  let left = rng.next() * 100
  for (const [kind, share] of mix) if ((left -= share) < 0) return kind
  return 'mantenimiento'
}

/** @param number one that no other work has */
export function drawWork(rng: Rng, { customers, free }: Stock, number: number): Work {
  const wanted = kindOf(rng)
  const needsPort = wanted === 'alta' || wanted === 'cambio_pelo'
  // Nobody is connected to a full box: somebody comes to mend.
  const kind = needsPort && free.length === 0 ? 'averia' : wanted
  const customer = customers[rng.int(0, customers.length - 1)]
  if (!customer) throw new Error('a box without customers')
  const spare = free[rng.int(0, Math.max(0, free.length - 1))] ?? null
  const digits = String(7_000_000 + number)
  const serial = `HWTC${(0xe000_0000 + number).toString(16).toUpperCase()}`
  const drawn = { kind, vnoId: customer.vnoId, label: `D46-${digits}-${luhn(digits)}` }
  switch (kind) {
    case 'alta':
      return { ...drawn, customer: null, at: spare, serial }
    case 'cambio_pelo':
      return { ...drawn, customer, at: spare, serial: customer.serial, label: customer.label }
    case 'averia':
    case 'baja':
      return {
        ...drawn,
        customer,
        at: customer,
        serial: kind === 'baja' ? null : customer.serial,
        label: customer.label,
      }
    case 'mantenimiento':
      return { ...drawn, customer: null, at: null, serial: null }
  }
}

/** Ports that the work itself touches: whatever becomes of them is nobody's harm. */
export const workedPorts = ({ customer, at }: Work): number[] => [customer, at].flatMap((one) => one?.port ?? [])

/** What the hands of the work do to the plant. */
export function deedOf({ kind, customer, at, serial }: Work) {
  const port = at?.port
  if (port === undefined) return null
  if (kind === 'alta' && serial !== null) return { action: 'register_ont', port, serial } as const
  if (kind === 'cambio_pelo' && customer) return { action: 'swap', port: customer.port, port_to: port } as const
  return kind === 'baja' ? ({ action: 'unplug', port } as const) : null
}

/** What each step records; evidence where it is asked for: the kind of its picture, null for a general one. */
export type Step = [FieldStep, object, number | null | undefined]
export function stepsOf({ kind, at, serial, label }: Work, box: { code: string; label: string }): Step[] {
  const prl = { altura: true, tension: true, gas: true }
  const minutes = 20
  const port_number = at?.port
  const cable = { length_m: 40, drop_type: 'interior', connection_type: 1, fibre_no: 1 }
  const removal = kind === 'baja'
  const drop = {
    drop_label_read: label,
    label_source: 'qr',
    port_number,
    action: removal ? 'B' : kind === 'alta' ? 'A' : 'M',
  }
  const service = { ont_serial: serial, rx_dbm: -19, speed_ok: true, customer_present: true }
  const steps: Record<FieldStep, Step> = {
    initial: ['initial', { prl, cto_code_read: box.code, read_by: 'qr' }, undefined],
    report: ['report', { box: 'cerrada', tidy: 4, free_ports_seen: 1, loose_fibres: false }, null],
    cto_access: ['cto_access', { method: 'libre', connection_type: 1, minutes }, undefined],
    port_available: ['port_available', { port_number, found: 'libre' }, undefined],
    power: ['power', { power_dbm: -18, wavelength_nm: 1490 }, 1],
    cto_enrollment: ['cto_enrollment', { label_read: box.label, label_source: 'qr', action: 'M' }, 2],
    drop_enrollment: ['drop_enrollment', removal ? drop : { ...drop, ...cable }, removal ? null : 3],
    final_report: ['final_report', kind === 'mantenimiento' || removal ? { minutes } : { ...service, minutes }, null],
  }
  return mandatorySteps(kind).map((step) => steps[step])
}
