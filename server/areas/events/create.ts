import type { Input } from '@hilo/contract/index.ts'
import { firstState } from '@hilo/domain/event.ts'
import { mandatorySteps } from '@hilo/domain/field-steps.ts'
import { orderAfter, type OrderState } from '@hilo/domain/order.ts'
import { allows } from '@hilo/domain/privilege.ts'
import { toPosition } from '@hilo/domain/position.ts'
import { settingIn, type StoredSettings } from '@hilo/domain/settings.ts'
import { Problem, type ProblemDetail } from '@hilo/domain/problem.ts'
import { eventType, portState, fieldSteps, type FieldStep, type WorkKind } from '@hilo/domain/status.ts'
import { authorOf, channelOf, originOf } from '../../kernel/sql/author.ts'
import { normalCode } from '@hilo/domain/text.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import { isNeutral, type Principal } from '../../kernel/principal.ts'
import { missingDetail } from '../../kernel/validation.ts'
import { agoOf, offlineAge } from '../../process/offline-age.ts'
import { orderProblem } from '../../process/order-row.ts'
import { freshStep } from '../../process/steps/step-row.ts'
import { operatorOf } from '../shared/operator.ts'
import { portRace } from './event-action.ts'
import { insertEvent, named } from './queries.ts'

type Asked = Input<'admin_vno/events/create'>
interface Named {
  settings: StoredSettings
  vno: number | null
  technical: { id: number; contractor_id: number | null } | null
  access: { id: number; port_id: number; cto_id: number } | null
  /** `busy`: an intervention is open for it. */
  order: { id: number; state: OrderState; busy: boolean } | null
  /** `vno_id`: only if it is the operator's own. */
  port: { id: number; cto_id: number; state: number; vno_id: number | null; access_id: number | null } | null
  /** The customer's operator ordered the unsubscription or ended the access; null: the request names no customer. */
  leaves: boolean | null
  /** `locked`: in maintenance. */
  cto: { id: number; code: string; locked: boolean } | null
}

const refuse = (detail: ProblemDetail) => new Problem('VALIDATION', { details: [detail] })
const wrong = (field: string) => refuse({ field, code: 'value', message: 'validation.value' })

/** A technician opens own interventions only; any other technician answers as missing. */
function technicianOf({ account_type, account_id }: Principal, { technical_id: asked }: Asked): number | null {
  if (account_type !== 'te') return asked ?? null
  if (asked !== undefined && asked !== account_id) throw new Problem('NOT_FOUND')
  return account_id
}

/** Everything named must exist and belong together; another operator's counts as missing. */
function check(found: Named, asked: Asked, technical: number | null): NonNullable<Named['cto']> {
  const { cto, access, port } = found
  const taken = port !== null && port.vno_id === null && port.state !== portState.is.disponible
  const missing =
    found.vno === null ||
    (technical !== null && found.technical === null) ||
    (asked.access_id !== undefined && access === null) ||
    (asked.service_order_id !== undefined && found.order === null) ||
    (asked.port_id !== undefined && (port === null || (taken && port.cto_id !== cto?.id)))
  if (missing) throw new Problem('NOT_FOUND')
  if (cto === null) throw new Problem('CTO_NOT_FOUND')
  if (asked.cto_id !== undefined && asked.cto_code !== undefined && cto.code !== normalCode(asked.cto_code))
    throw wrong('cto_code')
  if (access !== null && access.cto_id !== cto.id) throw wrong('access_id')
  if (port !== null && port.cto_id !== cto.id) throw wrong('port_id')
  // A port with a customer in service cannot serve another customer.
  const used = port !== null && port.access_id !== null && port.state === portState.is.ocupado
  const another = used && (asked.work_kind === 'alta' || (access !== null && access.id !== port.access_id))
  if (taken || another) throw new Problem('PORT_NOT_AVAILABLE')
  return cto
}

/** State of the order while it is being worked on; null without an order. */
function startedOrder(order: Named['order']): OrderState | null {
  if (order === null) return null
  const state = order.busy ? null : orderAfter(order.state, 'start')
  if (state === null) throw new Problem(order.busy ? 'ORDER_HAS_OPEN_EVENT' : orderProblem(order.state))
  return state
}

/** Common steps, and those that the operator requires. */
function dueSteps(kind: WorkKind, chosen: StoredSettings): FieldStep[] {
  const due = mandatorySteps(kind)
  const extra = settingIn(chosen, `extra_steps.${kind}`)
  return fieldSteps.filter((step) => due.includes(step) || extra.includes(step))
}

/** The customer of the named port, for work on an existing customer. */
function customerAt({ port, order }: Named, kind: WorkKind): number | null {
  const there = kind === 'averia' || kind === 'baja' || kind === 'cambio_pelo'
  return there && order === null && port?.state === portState.is.ocupado ? port.access_id : null
}

const whole = (position: Asked['position']) => position && toPosition(position)
const json = (value: unknown) => (value == null ? null : JSON.stringify(value))

/**
 * Creates an intervention: row, job and notices in one statement.
 * @throws Problem VALIDATION, NOT_FOUND, CTO_NOT_FOUND, CTO_LOCKED, PORT_NOT_AVAILABLE, ORDER_HAS_OPEN_EVENT,
 * ORDER_ALREADY_COMPLETED, ORDER_BAD_STATE, UNSUBSCRIPTION_NOT_ORDERED,
 * EVENT_ALREADY_OPEN with the open one in `record`
 */
export async function createEvent({ sql, principal, native }: WriteContext, asked: Asked): Promise<number> {
  const { work_kind: kind, degraded = false } = asked
  if (degraded && !allows(principal.privileges, 'eventConfi_edit')) throw new Problem('PRIVILEGE_DENIED')
  const vnoId = operatorOf(principal, asked.vno_id)
  const technicalId = technicianOf(principal, asked)
  const { cto_id, cto_code, port_id, access_id, service_order_id } = asked
  if ([cto_id, cto_code, port_id, access_id, service_order_id].every((one) => one === undefined))
    throw refuse(missingDetail('cto_id'))
  const code = cto_code === undefined ? null : normalCode(cto_code)
  const names = [cto_id ?? null, code, technicalId, vnoId, access_id ?? null, port_id ?? null, service_order_id ?? null]
  const found = JSON.parse((await sql.json(named, names)) ?? '') as Named
  const cto = check(found, asked, technicalId)
  const maintains = isNeutral(principal) && kind === 'mantenimiento'
  if (cto.locked && !maintains) throw new Problem('CTO_LOCKED')
  // A customer disconnected by an unordered unsubscription would not be judged as a neighbour.
  if (kind === 'baja' && principal.account_type === 'te' && found.leaves === false)
    throw new Problem('UNSUBSCRIPTION_NOT_ORDERED')
  const orderState = startedOrder(found.order)
  if (degraded && !settingIn(found.settings, 'degraded_allowed')) throw new Problem('PRIVILEGE_DENIED')
  const values = [
    eventType.is.createListener,
    firstState,
    originOf(principal),
    vnoId,
    technicalId,
    found.technical?.contractor_id ?? null,
    channelOf(principal, native),
    cto.id,
    found.port?.id ?? null,
    found.access?.id ?? customerAt(found, kind),
    found.order?.id ?? null,
    kind,
    JSON.stringify(dueSteps(kind, found.settings).map(freshStep)),
    degraded,
    json(whole(asked.position)),
    native && JSON.stringify({ install_id: native.installId, app_version: native.version }),
    JSON.stringify(authorOf(principal)),
    orderState,
    offlineAge(asked),
    agoOf(asked),
  ]
  const text = await portRace(sql.json(insertEvent, values))
  const { id, clash } = JSON.parse(text ?? '') as { id: number | null; clash: { id: number; code: string } | null }
  if (id === null) throw new Problem('EVENT_ALREADY_OPEN', { record: clash })
  return id
}
