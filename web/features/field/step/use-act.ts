import type { Evidence } from '@hilo/domain/field-steps.ts'
import type { FieldStep } from '@hilo/domain/status.ts'
import type { StepData } from '@hilo/domain/step-data.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { outbox } from '../../../offline/outbox.ts'
import type { Shot } from '../../../offline/picture.ts'
import { fieldOf, isScanned, nextAct } from './next-act.ts'
import { hairPath, stepPath, verdictPath } from '../paths.ts'
import { whereAmI } from '../position.ts'
import { useOnce } from '../use-once.ts'
import type { usePictures } from './use-pictures.ts'
import { finishStep, pauseStep, type StepForm } from './use-step.ts'
import { highlightField } from '../highlight-field.ts'
import { adjacentStep, isClosing, openStep, withPending, type Work } from '../work.ts'

/** Scrolls to a field and focuses it. */
function show(field: string | null) {
  const place = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(field ?? '')}"]`)
  if (place === null) return
  place.scrollIntoView({ block: 'center' })
  // A label field opens its camera, and a power field its keypad; other fields get the focus.
  const label = field?.endsWith('label_read') ? document : place
  const opener =
    place.querySelector<HTMLElement>('[aria-expanded="false"]') ?? label.querySelector<HTMLElement>('main [data-scan]')
  if (opener) return opener.click()
  const own = place.matches('input, button') ? place : null
  const inside =
    own ?? place.querySelector<HTMLElement>('input, textarea') ?? place.querySelector<HTMLElement>('button')
  inside?.focus({ preventScroll: true })
  highlightField(place)
}

/** Shows a field after the open sheet has closed and restored the focus. */
function showAfterSheet(field: string, tries = 40): void {
  setTimeout(() => {
    if (tries > 0 && document.querySelector('dialog[open]')) showAfterSheet(field, tries - 1)
    else show(field)
  }, 50)
}

/** Requests the closing after the last step. */
async function finalize(work: Work): Promise<void> {
  const position = await whereAmI()
  await outbox.enqueue({
    path: 'admin_vno/events/finalize',
    query: { event_id: work.id, ...(position && { position }) },
  })
}

/** Steps completed by their last picture. The power step is not: its figure is compared with the picture first. */
const endedByPicture: readonly FieldStep[] = [
  'report',
  'port_available',
  'cto_enrollment',
  'drop_enrollment',
  'final_report',
]

/** Action of the main button, and its handler. */
export function useAct(
  form: StepForm,
  open: { camera: () => void; leave: () => void },
  pictures: ReturnType<typeof usePictures>,
) {
  const { work, step, data, checks, facts } = form
  const navigate = useNavigate()
  const last = adjacentStep(work, step, 1) === null
  const context = { workKind: work.work_kind ?? 'mantenimiento', ctoType: facts.ctoType }
  const taken = pictures.all.filter((one) => one.taken).map(({ evidence }) => evidence)
  const act = nextAct({ step, data, context, checks, pictures: taken, extra: work.extra })
  const goesOn = endedByPicture.includes(step)
  const { busy, run: finish } = useOnce(async (with_: Partial<StepData['port_available']> = {}) => {
    await finishStep({ ...form, data: { ...data, ...with_ } })
    const now = withPending(work, outbox.get())
    // The step just completed may have been sent, so merge the outbox with the possibly older record.
    const left = last ? openStep(now, step) : null
    if (last && left === null && !isClosing(work, outbox.get())) await finalize(work)
    const next = last ? left : adjacentStep(now, step, 1)
    void navigate({ to: next === null ? verdictPath(work) : stepPath(work, next) })
  })
  const askHair = async () => {
    await pauseStep(form)
    void navigate({ to: hairPath(work) })
  }
  // Field that the main button asked for: once it is filled, move on to the next missing one.
  const going = useRef<string | null>(null)
  useEffect(() => {
    const from = going.current
    if (from === null || (act.kind === 'field' && act.field === from)) return
    going.current = null
    if (act.kind === 'field') showAfterSheet(act.field)
    // The scanned box is the expected one and nothing is missing: complete the step.
    else if (act.kind === 'done' && 'read_by' in data && data.read_by === 'qr') void finish()
  })
  const press = () => {
    going.current = act.kind === 'field' && isScanned(act.field) ? act.field : null
    if (act.kind === 'picture') open.camera()
    else if (act.kind === 'done') void finish()
    else if (act.kind === 'free') void finish({ found: 'libre' })
    else if (act.kind === 'hair') void askHair()
    else if (act.kind === 'field') show(act.field)
    else if (act.check.code === 'access') open.leave()
    else {
      if (act.check.code === 'power') form.set({ power_dbm: null })
      if (act.check.code === 'cto_label') form.set({ label_read: '', label_source: null, action: null })
      show(fieldOf(act.check))
    }
  }
  /**
   * Takes the picture of the main button; if it raises no question and was the last requirement, completes the step.
   */
  const shoot = async (evidence: Evidence, shot: Shot) => {
    const question = await pictures.take(evidence, shot)
    if (question === null && goesOn && act.kind === 'picture' && act.last) await finish()
    return question
  }
  return { act, last, goesOn, busy, press, shoot, askHair }
}
