import { processState } from '@hilo/domain/status.ts'
import { orderCode } from './codes.ts'
import type { Row } from './copy.ts'
import type { Draft, World } from './draft.ts'
import { at, mix } from './rng.ts'
import { lineKind } from './survey.ts'
import { tenants } from './tenants.ts'
import { dateOf, day, hour, stamp } from './time.ts'

const state = processState.is
const kinds = { alta: 'alta', averia: 'averia', baja: 'baja', cambio_pelo: 'averia', mantenimiento: null } as const
const states: Readonly<Record<number, string>> = {
  [state.finalized]: 'completada', [state.finalizedSync]: 'completada', [state.cancelled]: 'cancelada', [state.canceledSync]: 'cancelada',
  [state.error]: 'asignada', [state.iddle]: 'asignada',
}
/** Where the numbers of orders begin. */
const firstNumber = 120_000

export interface OrderBook {
  /** Id of the order that an intervention serves, or null when nobody ordered it or it is too old to be kept. */
  orderFor(draft: Draft): number | null
  /** Everything written so far, and the orders that still wait for somebody to go. */
  rows(): Generator<Row>
}

export const orderColumns =
  'id, code, external_order_id, vno_id, kind, access_id, requested_date, appointment_from, appointment_to, assigned_technical_id, state, ' +
  'version, created_at, updated_at'

/** Keeps the orders of recent interventions until they are loaded. */
export function openOrderBook(world: World): OrderBook {
  const written: Row[] = []
  const write = (tenant: number, kind: string, line: number, technician: number | null, stage: string, created: number, appointment: number | null, updated: number) => {
    const id = written.length + 1
    const start = appointment === null ? null : Math.floor(appointment / hour) * hour
    const external = `${at(tenants, tenant).prefix}-${String(4_000_000 + id * 3).padStart(8, '0')}`
    written.push([
      id, orderCode(Number(stamp(created).slice(0, 4)), firstNumber + id), external, tenant + 1, kind, line + 1, dateOf(created),
      start === null ? null : stamp(start), start === null ? null : stamp(start + 2 * hour), technician, stage, 1 + (id % 4), stamp(created), stamp(updated),
    ])
    return id
  }
  return {
    orderFor: (draft) => {
      const kind = draft.kind === null ? null : kinds[draft.kind]
      if (kind === null || world.now - draft.created > world.requestDays * day || mix(101, draft.id) % 100 >= 85) return null
      const asked = draft.created - (kind === 'averia' ? 3 + (mix(102, draft.id) % 20) : 20 + (mix(102, draft.id) % 100)) * hour
      return write(draft.tenant, kind, draft.line, draft.technician?.account ?? null, states[draft.state] ?? 'en_curso', asked, draft.created, draft.updated)
    },
    rows: function* () {
      const { survey, now, people } = world
      for (let line = 0; line < survey.lines; line++) {
        if (survey.kind[line] !== lineKind.pending || mix(103, line) % 4 === 0) continue
        const tenant = at(survey.tenant, line)
        const crew = people.technicians.filter((one) => one.tenant === tenant && one.status === 4)
        const chance = mix(104, line) % 20
        const stage = chance === 0 ? 'rechazada' : chance < 7 ? 'recibida' : 'asignada'
        const asked = now - hour - (mix(105, line) % (6 * day))
        const technician = stage === 'asignada' ? (crew[mix(106, line) % crew.length]?.account ?? null) : null
        write(tenant, 'alta', line, technician, stage, asked, stage === 'asignada' ? now + (mix(107, line) % (4 * day)) : null, asked)
      }
      yield* written
    },
  }
}
