/** Kinds of work with their frequency, effect on the plant and step data. */
import type { Rng } from '../../server/seed/rng.ts'
import { recordedSteps, type Step } from '../../server/test/trials/steps.ts'
import type { WorkKind } from '@hilo/domain/status.ts'
import { luhn } from '@hilo/domain/luhn.ts'

/** A lit customer in a box. */
interface Customer {
  port: number
  portId: number
  accessId: number
  vnoId: number
  serial: string
  /** Of the drop. */
  label: string
}
/** Customers and free ports of a box. */
export interface Stock {
  customers: Customer[]
  free: { port: number; portId: number }[]
}
/** One work: customer and port. */
export interface Work {
  kind: WorkKind
  vnoId: number
  customer: Customer | null
  /** The port at the end of the work: new, repaired, left or moved to. */
  at: { port: number; portId: number } | null
  /** ONT that answers there afterwards. */
  serial: string | null
  label: string
}

/** Shares of the kinds, percent. */
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

/** @param number unique per work */
export function drawWork(rng: Rng, { customers, free }: Stock, number: number): Work {
  const wanted = kindOf(rng)
  const needsPort = wanted === 'alta' || wanted === 'cambio_pelo'
  // A full box takes no new customer: a repair instead.
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

/** Ports touched by the work itself: their events are no harm. */
export const workedPorts = ({ customer, at }: Work): number[] => [customer, at].flatMap((one) => one?.port ?? [])

/** Acts of the work on the plant. */
export function deedOf({ kind, customer, at, serial }: Work) {
  const port = at?.port
  if (port === undefined) return null
  if (kind === 'alta' && serial !== null) return { action: 'register_ont', port, serial } as const
  if (kind === 'cambio_pelo' && customer) return { action: 'swap', port: customer.port, port_to: port } as const
  return kind === 'baja' ? ({ action: 'unplug', port } as const) : null
}

/** Data of each step. */
export const stepsOf = ({ kind, at, serial, label }: Work, box: { code: string; label: string }): Step[] =>
  recordedSteps({ kind, port: at?.port, serial, label }, box)
