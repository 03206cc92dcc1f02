import type { Port } from '@hilo/contract/ports/ports.ts'
import { portState } from '@hilo/domain/status.ts'

/** Rows of the scrolled list. */
export const total = 1_000_000

const states = portState.values
const time = (at: number) => new Date(Date.UTC(2026, 10, 20, 8) + at * 60_000).toISOString()
const padded = (value: number, length: number) => String(value).padStart(length, '0')

/** The port in that row; deterministic. */
export function portAt(at: number): Port {
  const box = Math.floor(at / 16)
  const place = (at % 16) + 1
  const name = `VAL${padded(Math.floor(box / 10_000), 2)}-${padded(box % 10_000, 4)}-01`
  const dark = at % 11 === 0
  return {
    id: at + 1,
    version: 1,
    created_at: time(at),
    updated_at: time(at),
    created_by: null,
    cto_id: box + 1,
    cto: { id: box + 1, code: `28079-${name}` },
    number: place,
    label: `${name}/${padded(place, 2)}`,
    state: states[at % states.length] ?? 1,
    inventory_status: 1,
    assignment_status: 1,
    vno_id: 1,
    vno: { id: 1, name: 'Órbita Fibra' },
    access_id: at + 1,
    access: { id: at + 1, code: `AC28-${padded(at, 8)}-${at % 10}` },
    drop_id: null,
    drop: null,
    ont: {
      serial: `HWTC${padded(at, 8)}`,
      model: 'HG8145V5',
      state: dark ? 'los' : 'online',
      rx_dbm: dark ? null : -16 - (at % 1000) / 100,
      tx_dbm: 2.1,
      olt_rx_dbm: -20.4,
      distance_m: 400 + (at % 4000),
      read_at: time(at),
    },
    rx_dbm: dark ? null : -16 - (at % 1000) / 100,
    splitter_leg: place,
    reserved_until: null,
    problem: null,
    baseline: null,
    last_change_at: time(at),
  }
}
