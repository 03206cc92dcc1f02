import type { Input } from '@hilo/contract/index.ts'
import { firstState } from '@hilo/domain/event.ts'
import { mandatorySteps } from '@hilo/domain/field-steps.ts'
import { allows } from '@hilo/domain/privilege.ts'
import { place } from '@hilo/domain/position.ts'
import { Problem, type ProblemDetail } from '@hilo/domain/problem.ts'
import { eventType, origin, portState } from '@hilo/domain/status.ts'
import { normalCode } from '../../db/list-source.ts'
import type { WriteContext } from '../../http/handler.ts'
import type { Principal } from '../../http/principal.ts'
import { missingDetail, unknownDetail } from '../../http/validation.ts'
import { freshStep } from '../../process/step-row.ts'
import { portRace } from './acted.ts'
import { insertEvent, named } from './queries.ts'

type Asked = Input<'admin_vno/events/create'>
interface Named {
  vno: number | null
  technical: { id: number; contractor_id: number | null } | null
  access: { id: number; port_id: number; cto_id: number } | null
  order: { id: number } | null
  /** `vno_id`: only when it is the operator's own. */
  port: { id: number; cto_id: number; state: number; vno_id: number | null } | null
  cto: { id: number; code: string } | null
}

const refuse = (detail: ProblemDetail) => new Problem('VALIDATION', { details: [detail] })
const wrong = (field: string) => refuse({ field, code: 'value', message: 'validation.value' })

/** Whose intervention it is: one's own operator's, or the one that the neutral operator names. */
function operatorOf(principal: Principal, { vno_id: asked }: Asked): number {
  if (principal.account_type !== 'ad') {
    if (asked !== undefined) throw refuse(unknownDetail('vno_id'))
    return principal.vno?.id ?? 0
  }
  if (asked === undefined) throw refuse(missingDetail('vno_id'))
  return asked
}

/** A technician opens his own; somebody else's looks like nobody's. */
function technicianOf({ account_type, account_id }: Principal, { technical_id: asked }: Asked): number | null {
  if (account_type !== 'te') return asked ?? null
  if (asked !== undefined && asked !== account_id) throw new Problem('NOT_FOUND')
  return account_id
}

/** What must be there is there and belongs together; anything of another operator is as if it were missing. */
function check(found: Named, asked: Asked, technical: number | null): NonNullable<Named['cto']> {
  const { cto, access, port } = found
  const missing =
    found.vno === null ||
    (technical !== null && found.technical === null) ||
    (asked.access_id !== undefined && access === null) ||
    (asked.service_order_id !== undefined && found.order === null) ||
    (asked.port_id !== undefined && port === null)
  if (missing) throw new Problem('NOT_FOUND')
  if (cto === null) throw new Problem('CTO_NOT_FOUND')
  if (asked.cto_id !== undefined && asked.cto_code !== undefined && cto.code !== normalCode(asked.cto_code))
    throw wrong('cto_code')
  if (access !== null && access.cto_id !== cto.id) throw wrong('access_id')
  if (port !== null && port.cto_id !== cto.id) throw wrong('port_id')
  if (port !== null && port.vno_id === null && port.state !== portState.is.disponible)
    throw new Problem('PORT_NOT_AVAILABLE')
  return cto
}

const whole = (position: Asked['position']) => position && place(position)
const json = (value: unknown) => (value == null ? null : JSON.stringify(value))

/**
 * Accepts an intervention: its row, its job and its news in one statement.
 * @throws Problem VALIDATION, NOT_FOUND, CTO_NOT_FOUND, PORT_NOT_AVAILABLE, EVENT_ALREADY_OPEN with the open one in `record`
 */
export async function createEvent({ sql, principal, native }: WriteContext, asked: Asked): Promise<number> {
  const { work_kind: kind, degraded = false } = asked
  if (degraded && !allows(principal.privileges, 'eventConfi_edit')) throw new Problem('PRIVILEGE_DENIED')
  const vnoId = operatorOf(principal, asked)
  const technicalId = technicianOf(principal, asked)
  const { cto_id, cto_code, port_id, access_id, service_order_id } = asked
  if ([cto_id, cto_code, port_id, access_id, service_order_id].every((one) => one === undefined))
    throw refuse(missingDetail('cto_id'))
  const code = cto_code === undefined ? null : normalCode(cto_code)
  const names = [cto_id ?? null, code, technicalId, vnoId, access_id ?? null, port_id ?? null, service_order_id ?? null]
  const found = JSON.parse((await sql.json(named, names)) ?? '') as Named
  const cto = check(found, asked, technicalId)
  const { user, account_type } = principal
  const from = origin.is.app
  const values = [
    eventType.is.createListener,
    firstState,
    from,
    vnoId,
    technicalId,
    found.technical?.contractor_id ?? null,
    native?.platform ?? 'web',
    cto.id,
    found.port?.id ?? null,
    found.access?.id ?? null,
    found.order?.id ?? null,
    kind,
    JSON.stringify(mandatorySteps(kind).map(freshStep)),
    degraded,
    json(whole(asked.position)),
    native && JSON.stringify({ install_id: native.installId, app_version: native.version }),
    JSON.stringify({ id: user.id, name: user.name, account_type, origin: from }),
  ]
  const text = await portRace(sql.json(insertEvent, values))
  const { id, clash } = JSON.parse(text ?? '') as { id: number | null; clash: { id: number; code: string } | null }
  if (id === null) throw new Problem('EVENT_ALREADY_OPEN', { record: clash })
  return id
}
