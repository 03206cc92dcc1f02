/** Acts of people on an intervention, checked against their table: state first, then the guards that the table names. */
import { actStep, guardsOf, type ActGuard, type ActStep, type EventAct } from '@hilo/domain/event-acts.ts'
import { openAttempts } from '@hilo/domain/event.ts'
import { readyToFinalize, type Readiness } from '@hilo/domain/field-steps.ts'
import { Problem, type ProblemCode, type ProblemDetail } from '@hilo/domain/problem.ts'
import { settingIn } from '@hilo/domain/settings.ts'
import type { Tx } from '../kernel/sql/scope.ts'
import { isAsked } from './ending/request-rows.ts'
import type { EventRow } from './event-row.ts'
import { chosenFor } from './settings.ts'
import { checkText, isJudgedAtClosing } from './steps/step-reasons.ts'

const detail = (code: ProblemCode, field: string, message: string): ProblemDetail => ({ field, code, message })

function refuseUnready(event: EventRow, { steps, pictures, checks }: Readiness): void {
  if (steps.length > 0) {
    const details = steps.map((step) => detail('STEPS_MISSING', `steps.${step}`, `choice.step.${step}`))
    throw new Problem('STEPS_MISSING', { details })
  }
  if (pictures.length > 0) {
    const details = pictures.map(({ step, reason }) =>
      detail('EVIDENCE_MISSING', `steps.${step}.pictures`, `choice.evidence.${reason}`),
    )
    throw new Problem('EVIDENCE_MISSING', { details })
  }
  const undone = checks.filter(({ code }) => !isJudgedAtClosing(code))
  if (undone.length === 0) return
  const details = undone.map(({ step, code }) =>
    detail('STEPS_MISSING', `steps.${step}.${code}`, checkText(event, step, code)),
  )
  throw new Problem('STEPS_MISSING', { details })
}

const guards: Readonly<Record<ActGuard, (sql: Tx, event: EventRow) => Promise<void> | void>> = {
  async nothing_asked(sql, event) {
    if (await isAsked(sql, event)) throw new Problem('EVENT_BAD_STATE')
  },
  attempts_left(_, { attempts }) {
    if (attempts >= openAttempts) throw new Problem('EVENT_BAD_STATE')
  },
  async degraded_allowed(sql, { vno_id }) {
    if (!settingIn(await chosenFor(sql, vno_id), 'degraded_allowed')) throw new Problem('PRIVILEGE_DENIED')
  },
  async steps_done(sql, event) {
    const { work_kind: kind, steps, vno_id } = event
    if (kind === null) throw new Problem('EVENT_BAD_STATE')
    const settings = await chosenFor(sql, vno_id)
    const extra = {
      steps: settingIn(settings, `extra_steps.${kind}`),
      pictures: settingIn(settings, 'extra_pictures'),
    }
    refuseUnready(event, readyToFinalize(kind, steps, extra))
  },
}

/**
 * What the act does to the locked intervention.
 * @throws Problem EVENT_BAD_STATE; PRIVILEGE_DENIED for a setting that forbids it; STEPS_MISSING and EVIDENCE_MISSING, whose
 *   `details` name each
 */
export async function takeAct(sql: Tx, event: EventRow, act: EventAct): Promise<ActStep> {
  const step = actStep(act, event.process_state)
  if (step === null) throw new Problem('EVENT_BAD_STATE')
  for (const guard of guardsOf(act)) await guards[guard](sql, event)
  return step
}
