/** The one line above the buttons, and the name of the main one. */
import { text } from '../../ui/text.ts'
import { fieldOf, isScanned, type NextAct } from './next-act.ts'
import type { StepForm } from './use-step.ts'

type Check = StepForm['checks'][number]

const shown = (one: unknown) =>
  typeof one === 'number' ? String(one).replace('-', '−').replace('.', ',') : String(one ?? '')

/** The sentence of a check, with its figures as people write them. */
export const checkText = ({ code, level, value, limit }: Check) =>
  text(`check.${code}.${level}`, { value: shown(value), limit: shown(limit) })

/** What the check says, in the few words that fit above the button. */
function sayCheck(check: Check): string {
  if (check.code === 'power') return text('tech.power.clean')
  return check.code === 'cto_label' ? text('tech.label.other_box') : checkText(check)
}

/** What stands between the step and its being done; null when nothing does. */
export function sayMissing(act: NextAct): string | null {
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
      return text(`tech.missing.picture.${act.evidence.reason}`)
  }
}

/** What the main button does, by its name. `goesOn`: a press that takes the last picture also ends the step. */
export function nameMain(act: NextAct, { last, goesOn }: { last: boolean; goesOn: boolean }): string {
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
