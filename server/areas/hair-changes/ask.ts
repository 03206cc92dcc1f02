import type { Input } from '@hilo/contract/index.ts'
import { hairTimes, maxOwnHairChanges, reasonNeeds } from '@hilo/domain/hair-change.ts'
import { powerLevel, type OpticClass } from '@hilo/domain/optics.ts'
import { allows } from '@hilo/domain/privilege.ts'
import { proves, type BoundPicture } from '@hilo/domain/picture-binding.ts'
import { Problem, type ProblemDetail } from '@hilo/domain/problem.ts'
import { limitsIn, type StoredSettings } from '@hilo/domain/settings.ts'
import { eventType, labelKind, portProblem, processState } from '@hilo/domain/status.ts'
import { assertVersion } from '../../kernel/list/record.ts'
import { asProcess } from '../../kernel/sql/in-process.ts'
import { reachOf } from '../../kernel/list/viewer.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import { missingDetail } from '../../kernel/validation.ts'
import { lockEvent, type EventRow } from '../../process/event-row.ts'
import { moveHair, scheduleHair } from '../../process/hair-change/hair-change.ts'
import { businessNow } from '../../kernel/sql/business-time.ts'
import { eventRecordOf } from './record.ts'
import { askAgain, askedBefore, askedOf, insertRequest } from './queries.ts'

type Asked = Input<'admin_vno/events/fiber/change/async'>
interface Known {
  optic: OpticClass
  settings: StoredSettings
  /** Number of the port that is left; null if it is of another box. */
  from: number | null
  to: boolean
  pictures: (BoundPicture & { id: number; step: string | null })[]
}
interface Before {
  id: number
  process_state: number
}

const refuse = (detail: ProblemDetail) => new Problem('VALIDATION', { details: [detail] })
const wrong = (field: string) => refuse({ field, code: 'value', message: 'validation.value' })
const unproven = (reason: 'meter' | 'port') =>
  new Problem('EVIDENCE_MISSING', {
    details: [{ field: 'pictures', code: 'EVIDENCE_MISSING', message: `choice.evidence.${reason}` }],
  })

/** Pictures required by the reason: named in the call, or taken in earlier steps. */
function prove(event: EventRow, asked: Asked, { optic, settings, from: port, pictures: taken }: Known): void {
  const ofPort = { figure: 'port', value: null, port } as const
  const pictures = taken.filter((one) => proves(one, ofPort))
  const chosen = pictures.filter(({ id }) => asked.pictures?.includes(id))
  const [need] = reasonNeeds[asked.reason as keyof typeof reasonNeeds]
  if (need === 'condition' && asked.condition_code == null) throw refuse(missingDetail('condition_code'))
  if (need === 'picture' && chosen.length === 0 && !pictures.some(({ step }) => step === 'port_available'))
    throw unproven('port')
  if (asked.reason !== portProblem.is.low_power) return
  const power = asked.power_dbm === undefined ? event.power_dbm : asked.power_dbm
  if (power === null && asked.power_dbm === undefined) throw refuse(missingDetail('power_dbm'))
  if (powerLevel(power, limitsIn(settings, optic).cto_port) !== 'bloqueo') throw wrong('power_dbm')
  const due = { figure: 'power_dbm', value: power, port } as const
  if (!pictures.some((one) => one.label_kind === labelKind.is.potency && proves(one, due))) throw unproven('meter')
}

const workable: readonly number[] = [processState.is.created, processState.is.wronglyFinalized]
const over: readonly number[] = [
  processState.is.cancelled,
  processState.is.canceledSync,
  processState.is.error,
  processState.is.finalized,
  processState.is.finalizedSync,
]

/** Another request needs a supervisor; withdrawn requests do not count. */
function limit({ principal }: WriteContext, before: readonly Before[]): void {
  const { cancelled, canceledSync } = processState.is
  const count = before.filter(({ process_state: state }) => state !== cancelled && state !== canceledSync).length
  if (count < maxOwnHairChanges) return
  const supervises = principal.account_type !== 'te' && allows(principal.privileges, 'eventFinalization_edit')
  if (!supervises) throw new Problem('HAIR_CHANGE_LIMIT')
}

async function eventFor(context: WriteContext, { event_id, version }: Asked): Promise<EventRow> {
  const event = await lockEvent(context.sql, event_id, reachOf(context.principal))
  if (!event) throw new Problem('NOT_FOUND')
  await assertVersion(version, event.version, () => eventRecordOf(context, event_id), event.acted_version)
  if (event.type !== eventType.is.createListener || !workable.includes(event.process_state))
    throw new Problem('EVENT_BAD_STATE')
  return event
}

/** Inserts a new request, or renews the refused one with new values. */
async function write(context: WriteContext, event: EventRow, asked: Asked, before: readonly Before[]): Promise<number> {
  const { sql, principal, native } = context
  const { port_from, port_to = null, reason, condition_code = null, power_dbm = null, pictures = [], comment } = asked
  const values = [port_from, port_to, reason, condition_code, power_dbm, JSON.stringify(pictures), comment ?? null]
  const refused = before.find(({ process_state: state }) => state === processState.is.wronglyFinalized)
  if (refused) {
    const request = await lockEvent(sql, refused.id)
    if (!request) throw new Problem('EVENT_BAD_STATE')
    const deadline_at = new Date((await businessNow(sql)).getTime() + hairTimes.patience)
    await sql.rows(askAgain, [refused.id, ...values])
    await moveHair(sql, request, 'ask_again', { error: null, deadline_at, port_id: port_from })
    await scheduleHair(sql, refused.id, 'expire', hairTimes.patience)
    return refused.id
  }
  limit(context, before)
  const { user, account_type } = principal
  const author = JSON.stringify({ id: user.id, name: user.name, account_type, origin: event.origin })
  const [made] = await sql.rows<{ id: number }>(insertRequest, [event.id, ...values, native?.platform ?? 'web', author])
  if (!made) throw new Error(`no request made for event ${event.id}`)
  return made.id
}

/**
 * Accepts a hair-change request; a job decides it.
 * @throws Problem NOT_FOUND, EVENT_BAD_STATE while another one is pending, VERSION_CONFLICT, VALIDATION, EVIDENCE_MISSING,
 * HAIR_CHANGE_LIMIT
 */
export async function askHairChange(context: WriteContext, asked: Asked): Promise<number> {
  const { sql } = context
  const event = await eventFor(context, asked)
  return await asProcess(sql, async () => {
    const pictures = asked.pictures ?? []
    const values = [event.cto_id, asked.port_from, asked.port_to ?? null, event.id]
    const known = JSON.parse((await sql.json(askedOf, values)) ?? '') as Known
    if (known.from === null || !known.to || pictures.some((id) => !known.pictures.some((one) => one.id === id)))
      throw new Problem('NOT_FOUND')
    if (asked.port_from === asked.port_to) throw wrong('port_to')
    if (event.port_id !== null && event.port_id !== asked.port_from) throw wrong('port_from')
    prove(event, asked, known)
    const before = await sql.rows<Before>(askedBefore, [event.id])
    const refused = processState.is.wronglyFinalized
    if (before.some(({ process_state: state }) => !over.includes(state) && state !== refused))
      throw new Problem('EVENT_BAD_STATE')
    const id = await write(context, event, asked, before)
    await scheduleHair(sql, id, 'decide')
    return id
  })
}
