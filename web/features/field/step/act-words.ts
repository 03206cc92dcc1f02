/** Texts of the line above the buttons and of the main button. */
import type { Unproven } from '@hilo/domain/picture-binding.ts'
import type { EvidenceReason } from '@hilo/domain/status.ts'
import { text } from '../../../ui/text.ts'
import { fieldOf, isScanned, type NextAct } from './next-act.ts'
import type { StepForm } from './use-step.ts'

type Check = StepForm['checks'][number]

const shown = (one: unknown) =>
  typeof one === 'number' ? String(one).replace('-', '−').replace('.', ',') : String(one ?? '')

/** Message of a check, with formatted figures. */
export const checkText = ({ code, level, value, limit }: Check) =>
  text(`check.${code}.${level}`, { value: shown(value), limit: shown(limit) })

/** Short message of a check for the line above the button. */
function sayCheck(check: Check): string {
  if (check.code === 'power') return text('tech.power.clean')
  return check.code === 'cto_label' ? text('tech.label.other_box') : checkText(check)
}

/** What is missing where a picture is due: that there is none, or why the one that was taken does not count. */
export const missingPicture = (reason: EvidenceReason, why: Unproven | null): string =>
  text(why === null ? `tech.missing.picture.${reason}` : `tech.unproven.${why}`)

/** What the step lacks; null if nothing. `why`: why the picture taken of what is due does not count. */
export function missingText(act: NextAct, why: Unproven | null): string | null {
  switch (act.kind) {
    case 'done':
      return null
    case 'free':
      return text('tech.missing.found')
    case 'check':
    case 'hair':
      return sayCheck(act.check)
    case 'field':
      return text(`tech.missing.${act.field}`)
    case 'picture':
      return missingPicture(act.evidence.reason, why)
  }
}

/** Label of the main button. `goesOn`: taking the last picture also completes the step. */
export function mainButtonText(act: NextAct, { last, goesOn }: { last: boolean; goesOn: boolean }): string {
  if (act.kind === 'picture' && act.last && goesOn) return text(last ? 'tech.act.picture_end' : 'tech.act.picture_on')
  if (act.kind === 'picture') return text('tech.act.picture')
  if (act.kind === 'done') return text(last ? 'tech.act.finalize' : 'tech.act.confirm')
  if (act.kind === 'free') return text('tech.act.free')
  if (act.kind === 'hair') return text('tech.hair')
  if (act.kind === 'check' && act.check.code === 'access') return text('tech.leave.no_access')
  const field = act.kind === 'field' ? act.field : fieldOf(act.check)
  if (act.kind === 'field' && field === 'cto_code_read') return text('tech.act.scan_on')
  if (act.kind === 'field' && isScanned(act.field)) return text('tech.act.scan')
  if (act.kind === 'field' && field === 'rx_dbm') return text('tech.act.measure')
  if (act.kind === 'check' && act.check.code === 'cto_label') return text('tech.act.read_again')
  if (field === 'power_dbm') return text(act.kind === 'field' ? 'tech.act.measure' : 'tech.act.measure_again')
  return text(act.kind === 'field' ? 'tech.act.fill' : 'tech.act.mend')
}
