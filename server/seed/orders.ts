import { orderDeadline, type OrderKind } from '@hilo/domain/order.ts'
import { reasonCatalogues } from '@hilo/domain/reason.ts'
import { processState } from '@hilo/domain/status.ts'
import { orderCode } from './codes.ts'
import type { Row } from './copy.ts'
import { activeTechnicians } from './crew.ts'
import type { Draft, World } from './draft.ts'
import { at, mix } from './rng.ts'
import { lineKind } from './survey.ts'
import { slaOf, tenants } from './tenants.ts'
import { dateOf, day, hour, minute, stamp, zoneOffset } from './time.ts'

const state = processState.is
const kinds = { alta: 'alta', averia: 'averia', baja: 'baja', cambio_pelo: 'averia', mantenimiento: null } as const
const states: Readonly<Record<number, string>> = {
  [state.finalized]: 'completada',
  [state.finalizedSync]: 'completada',
  [state.cancelled]: 'cancelada',
  [state.canceledSync]: 'cancelada',
  [state.error]: 'asignada',
  [state.iddle]: 'asignada',
}
const over: readonly number[] = [state.finalized, state.finalizedSync, state.cancelled, state.canceledSync]
/** First order number. */
const firstNumber = 120_000

export interface OrderBook {
  /** Id of the order of an intervention, or null if there is none or it is too old. */
  orderFor(draft: Draft): number | null
  /** All orders of interventions, and orders without work yet. */
  rows(): Generator<Row>
}

export const orderColumns =
  'id, code, external_order_id, vno_id, kind, access_id, cto_id, requested_date, appointment_from, appointment_to, ' +
  'assigned_technical_id, state, reject_code, cancellation, version, created_at, updated_at, deadline_at, completed_at'

interface Order {
  tenant: number
  kind: OrderKind
  line: number
  technician: number | null
  stage: string
  created: number
  appointment: number | null
  updated: number
  completed: number | null
}

/** Agreed time for a kind of order, ms; without one it is done within some days. */
const termOf = (tenant: number, kind: OrderKind): number => orderDeadline(kind, 0, slaOf({ id: tenant + 1 })) ?? 4 * day

/** Waiting time of an order until the visit: nearly always below the agreed time. */
function waitOf(tenant: number, kind: OrderKind, chance: number): number {
  const late = chance % 100 < 6
  const share = (late ? 105 : 20) + ((chance >>> 7) % (late ? 40 : 70))
  return Math.round((termOf(tenant, kind) * share) / 100 / minute) * minute
}

/** Reason of an order that ended without work. */
function endOf(id: number, { stage, updated }: Order): [string | null, string | null] {
  if (stage === 'rechazada') return ['cto_copada', null]
  if (stage !== 'cancelada') return [null, null]
  const reason_code = at(reasonCatalogues.order_cancel, mix(108, id) % reasonCatalogues.order_cancel.length)
  const by = { id: 1, name: 'Sistema del operador' }
  return [null, JSON.stringify({ reason_code, comments: null, at: stamp(updated), by })]
}

function orderRow({ survey }: World, id: number, order: Order): Row {
  const { tenant, kind, line, technician, stage, created, appointment, updated, completed } = order
  const deadline = orderDeadline(kind, created, slaOf({ id: tenant + 1 }))
  const start = appointment === null ? null : Math.floor(appointment / hour) * hour
  const external = `${at(tenants, tenant).prefix}-${String(4_000_000 + id * 3).padStart(8, '0')}`
  const visit = start === null ? [null, null] : [stamp(start), stamp(start + 2 * hour)]
  const code = orderCode(Number(stamp(created).slice(0, 4)), firstNumber + id)
  return [
    ...[
      id,
      code,
      external,
      tenant + 1,
      kind,
      line + 1,
      at(survey.box, line) + 1,
      dateOf(created),
      ...visit,
      technician,
    ],
    ...[stage, ...endOf(id, order), 1 + (id % 4), stamp(created), stamp(updated)],
    ...[deadline === null ? 'infinity' : stamp(deadline), completed === null ? null : stamp(completed)],
  ]
}

function orderOf(world: World, draft: Draft): Order | null {
  const kind = draft.kind === null ? null : kinds[draft.kind]
  if (kind === null || world.now - draft.created > world.requestDays * day || mix(101, draft.id) % 100 >= 85)
    return null
  const { tenant, line, created, updated, finished } = draft
  const stage = states[draft.state] ?? 'en_curso'
  const technician = draft.technician?.account ?? null
  return {
    ...{ tenant, kind, line, technician, stage, appointment: created, updated },
    created: created - waitOf(tenant, kind, mix(133, draft.id)),
    completed: stage === 'completada' ? (finished ?? updated) : null,
  }
}

/** A visiting time on one of the next days. */
function visitHour(now: number, chance: number): number {
  const ahead = zoneOffset(now, 'Europe/Madrid')
  const midnight = Math.floor((now + ahead) / day) * day - ahead
  return midnight + (1 + (chance % 4)) * day + (8 + 2 * ((chance >>> 4) % 5)) * hour
}

/** Orders of lines without open work; those with open work are its own. */
function* waiting({ survey, now, people }: World, atWork: ReadonlySet<number>): Generator<Order> {
  const crew = activeTechnicians(people)
  for (let line = 0; line < survey.lines; line++) {
    if (survey.kind[line] !== lineKind.pending || mix(103, line) % 4 === 0 || atWork.has(line)) continue
    const tenant = at(survey.tenant, line)
    const chance = mix(104, line) % 20
    const assigned = chance >= 7
    const created = now - waitOf(tenant, 'alta', mix(105, line))
    const technicians = at(crew, tenant)
    yield {
      tenant,
      kind: 'alta',
      line,
      technician: assigned ? at(technicians, mix(106, line) % technicians.length).account : null,
      stage: assigned ? 'asignada' : chance === 0 ? 'rechazada' : 'recibida',
      created,
      appointment: assigned ? visitHour(now, mix(107, line)) : null,
      updated: created,
      completed: null,
    }
  }
}

/** Collects the orders of recent interventions until they are loaded. */
export function openOrderBook(world: World): OrderBook {
  const written: Order[] = []
  const atWork = new Set<number>()
  return {
    orderFor: (draft) => {
      if (draft.onPort && !over.includes(draft.state)) atWork.add(draft.line)
      const order = orderOf(world, draft)
      return order && written.push(order)
    },
    rows: function* () {
      let id = 0
      for (const order of written) yield orderRow(world, ++id, order)
      for (const order of waiting(world, atWork)) yield orderRow(world, ++id, order)
    },
  }
}
