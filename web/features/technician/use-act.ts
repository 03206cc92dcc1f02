import type { Evidence } from '@hilo/domain/field-steps.ts'
import type { FieldStep } from '@hilo/domain/status.ts'
import type { StepData } from '@hilo/domain/step-data.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { outbox } from '../../offline/outbox.ts'
import type { Shot } from '../../offline/picture.ts'
import { fieldOf, isScanned, nextAct } from './next-act.ts'
import { hairPath, stepPath, verdictPath } from './paths.ts'
import { whereAmI } from './position.ts'
import { useOnce } from './use-once.ts'
import type { usePictures } from './use-pictures.ts'
import { finishStep, pauseStep, type StepForm } from './use-step.ts'
import { ringWanted } from './wanted.ts'
import { beside, isClosing, openStep, withPending, type Work } from './work.ts'

/** Leads the eye and the finger to a field. */
function show(field: string | null) {
  const place = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(field ?? '')}"]`)
  if (place === null) return
  place.scrollIntoView({ block: 'center' })
  // What can be read is read, what has a keypad of its own opens it; anything else is filled in by hand.
  const label = field?.endsWith('label_read') ? document : place
  const opener =
    place.querySelector<HTMLElement>('[aria-expanded="false"]') ?? label.querySelector<HTMLElement>('main [data-scan]')
  if (opener) return opener.click()
  const own = place.matches('input, button') ? place : null
  const inside =
    own ?? place.querySelector<HTMLElement>('input, textarea') ?? place.querySelector<HTMLElement>('button')
  inside?.focus({ preventScroll: true })
  ringWanted(place)
}

/** Shows a field once the sheet over it is gone and has given the focus back. */
function showAfterSheet(field: string, tries = 40): void {
  setTimeout(() => {
    if (tries > 0 && document.querySelector('dialog[open]')) showAfterSheet(field, tries - 1)
    else show(field)
  }, 50)
}

/** After the last step: everything is asked to close, unless another step is still open. */
async function finalize(work: Work): Promise<void> {
  const position = await whereAmI()
  await outbox.enqueue({
    path: 'admin_vno/events/finalize',
    query: { event_id: work.id, ...(position && { position }) },
  })
}

/** Steps that the last picture ends; the figure of a meter is compared with its picture first. */
const endedByPicture: readonly FieldStep[] = [
  'report',
  'port_available',
  'cto_enrollment',
  'drop_enrollment',
  'final_report',
]

/** What the main button does now, and doing it. */
export function useAct(
  form: StepForm,
  open: { camera: () => void; leave: () => void },
  pictures: ReturnType<typeof usePictures>,
) {
  const { work, step, data, checks, facts } = form
  const navigate = useNavigate()
  const last = beside(work, step, 1) === null
  const context = { workKind: work.work_kind ?? 'mantenimiento', ctoType: facts.ctoType }
  const taken = pictures.all.filter((one) => one.taken).map(({ evidence }) => evidence)
  const act = nextAct({ step, data, context, checks, pictures: taken, extra: work.extra })
  const goesOn = endedByPicture.includes(step)
  const { busy, run: finish } = useOnce(async (with_: Partial<StepData['port_available']> = {}) => {
    await finishStep({ ...form, data: { ...data, ...with_ } })
    const now = withPending(work, outbox.get())
    // The step just done may have arrived already, and what is known here of it may still be older.
    const left = last ? openStep(now, step) : null
    if (last && left === null && !isClosing(work, outbox.get())) await finalize(work)
    const next = last ? left : beside(now, step, 1)
    void navigate({ to: next === null ? verdictPath(work) : stepPath(work, next) })
  })
  const askHair = async () => {
    await pauseStep(form)
    void navigate({ to: hairPath(work) })
  }
  // What the main button was asked to fill in: once it is there, whatever comes next is at hand.
  const going = useRef<string | null>(null)
  useEffect(() => {
    const from = going.current
    if (from === null || (act.kind === 'field' && act.field === from)) return
    going.current = null
    if (act.kind === 'field') showAfterSheet(act.field)
    // The box read with the camera is the right one, and nothing else is missing.
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
  /** Takes the picture that the main button asked for; nothing to ask about it, and the step goes on. */
  const shoot = async (evidence: Evidence, shot: Shot) => {
    const question = await pictures.take(evidence, shot)
    if (question === null && goesOn && act.kind === 'picture' && act.last) await finish()
    return question
  }
  return { act, last, goesOn, busy, press, shoot, askHair }
}
