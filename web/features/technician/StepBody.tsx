import { IconAlertCircle, IconArrowRight, IconCamera, IconCircleCheck } from '@tabler/icons-react'
import type { FieldStep } from '@hilo/domain/status.ts'
import type { Evidence } from '@hilo/domain/field-steps.ts'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState, type ReactNode } from 'react'
import { outbox } from '../../offline/outbox.ts'
import { text } from '../../ui/text.ts'
import { CancelSheet } from './CancelSheet.tsx'
import { CtoLabelFields } from './CtoLabelFields.tsx'
import { DropFields } from './DropFields.tsx'
import { FinalFields } from './FinalFields.tsx'
import { Frame } from './Frame.tsx'
import { AccessFields, InitialFields, PortFields, ReportFields } from './FirstFields.tsx'
import { fieldOf, nextAct, type NextAct } from './next-act.ts'
import { stepPath, verdictPath } from './paths.ts'
import css from './phone.module.css'
import { CameraInput, PictureRow } from './Picture.tsx'
import { whereAmI } from './position.ts'
import { PowerFields } from './PowerFields.tsx'
import { usePictures } from './use-pictures.ts'
import { useOnce } from './use-once.ts'
import { finishStep, type StepForm } from './use-step.ts'
import { beside, dueSteps, isClosing, openStep, withPending, type Work } from './work.ts'

/** The fields of each step; a step's form has its own data, which only its own fields read. */
export type FieldsOf = { [S in FieldStep]: (props: { form: StepForm<S> }) => ReactNode }
const fields: FieldsOf = {
  initial: InitialFields,
  report: ReportFields,
  cto_access: AccessFields,
  port_available: PortFields,
  power: PowerFields,
  cto_enrollment: CtoLabelFields,
  drop_enrollment: DropFields,
  final_report: FinalFields,
}

/** Leads the eye and the finger to a field. */
function show(field: string | null) {
  const place = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(field ?? '')}"]`)
  if (place === null) return
  place.scrollIntoView({ block: 'center' })
  const inside = place.matches('input, button') ? place : place.querySelector<HTMLElement>('input, textarea, button')
  inside?.focus({ preventScroll: true })
}

/** What the check says, in the few words that fit above the button. */
function sayCheck({ code, level, value, limit }: StepForm['checks'][number]): string {
  if (code === 'power') return text('tech.power.clean')
  if (code === 'cto_label') return text('tech.label.other_box')
  const shown = (one: unknown) =>
    typeof one === 'number' ? String(one).replace('-', '−').replace('.', ',') : String(one ?? '')
  return text(`check.${code}.${level}`, { value: shown(value), limit: shown(limit) })
}

function sayMissing(act: NextAct): string | null {
  if (act.kind === 'done') return null
  if (act.kind === 'check') return sayCheck(act.check)
  return act.kind === 'field' ? text(`tech.missing.${act.field}`) : text(`tech.missing.picture.${act.evidence.reason}`)
}

function nameMain(act: NextAct, last: boolean): string {
  if (act.kind === 'picture') return text('tech.act.picture')
  if (act.kind === 'done') return text(last ? 'tech.act.finalize' : 'tech.act.confirm')
  if (act.kind === 'check' && act.check.code === 'access') return text('tech.cancel')
  const field = act.kind === 'field' ? act.field : fieldOf(act.check)
  if (act.kind === 'check' && act.check.code === 'cto_label') return text('tech.act.read_again')
  if (field === 'power_dbm') return text(act.kind === 'field' ? 'tech.act.measure' : 'tech.act.measure_again')
  return text(act.kind === 'field' ? 'tech.act.fill' : 'tech.act.mend')
}

/** After the last step: everything is asked to close, unless another step is still open. */
async function finalize(work: Work): Promise<void> {
  const position = await whereAmI()
  await outbox.enqueue({
    path: 'admin_vno/events/finalize',
    query: { event_id: work.id, ...(position && { position }) },
  })
}

/** What the main button does now, and doing it. */
function useAct(form: StepForm, open: { camera: () => void; cancel: () => void }, taken: readonly Evidence[]) {
  const { work, step, data, checks, facts } = form
  const navigate = useNavigate()
  const last = beside(work, step, 1) === null
  const context = { workKind: work.work_kind ?? 'mantenimiento', ctoType: facts.ctoType }
  const act = nextAct({ step, data, context, checks, pictures: taken })
  const { busy, run: finish } = useOnce(async () => {
    await finishStep(form)
    const now = withPending(work, outbox.get())
    // The step just done may have arrived already, and what is known here of it may still be older.
    const left = last ? openStep(now, step) : null
    if (last && left === null && !isClosing(work, outbox.get())) await finalize(work)
    const next = last ? left : beside(now, step, 1)
    void navigate({ to: next === null ? verdictPath(work) : stepPath(work, next) })
  })
  const press = () => {
    if (act.kind === 'picture') open.camera()
    else if (act.kind === 'done') void finish()
    else if (act.kind === 'field') show(act.field)
    else if (act.check.code === 'access') open.cancel()
    else {
      if (act.check.code === 'power') form.set({ power_dbm: null })
      if (act.check.code === 'cto_label') form.set({ label_read: '', label_source: null, action: null })
      show(fieldOf(act.check))
    }
  }
  return { act, last, busy, press }
}

/** One step with its fields, its pictures and its one main button. */
export function StepBody({ form }: { form: StepForm }) {
  const { work, step, data } = form
  const pictures = usePictures(form)
  const camera = useRef<() => void>(() => undefined)
  const [leaving, setLeaving] = useState(false)
  const due = dueSteps(work)
  const open = { camera: () => camera.current(), cancel: () => setLeaving(true) }
  const taken = pictures.all.filter((one) => one.taken).map(({ evidence }) => evidence)
  const { act, last, busy, press } = useAct(form, open, taken)
  const Fields = fields[step] as (props: { form: StepForm }) => ReactNode
  const wanted = act.kind === 'picture' ? act.evidence : null
  const where = { step: due.indexOf(step) + 1, total: due.length, nm: String(waveOf(form)) }
  return (
    <Frame
      work={work}
      step={step}
      title={titleOf(form)}
      sub={text(`tech.sub.${step}`, where)}
      line={<ActLine act={act} last={last} />}
      main={
        <>
          <button type="button" className={css.main} aria-busy={busy || pictures.busy} onClick={press}>
            {act.kind === 'picture' && <IconCamera size={26} stroke={1.9} aria-hidden />}
            {nameMain(act, last)}
            {act.kind === 'done' && <IconArrowRight size={26} stroke={2} aria-hidden />}
          </button>
          <CameraInput
            open={(click) => (camera.current = click)}
            take={(file) => void (wanted && pictures.take(wanted, file))}
          />
        </>
      }
    >
      <Fields form={form} />
      {step !== 'cto_enrollment' && step !== 'drop_enrollment' && <Pictures pictures={pictures} />}
      {leaving && (
        <CancelSheet
          work={work}
          reason={'no_access_reason' in data ? (data.no_access_reason ?? '') : ''}
          close={() => setLeaving(false)}
        />
      )}
    </Frame>
  )
}

/** What is missing, in one line; or that nothing is. */
function ActLine({ act, last }: { act: NextAct; last: boolean }) {
  const icons = { picture: IconCamera, done: IconCircleCheck, field: IconAlertCircle, check: IconAlertCircle }
  const Icon = icons[act.kind]
  return (
    <p className={css.line} aria-live="polite">
      <Icon size={22} stroke={1.9} aria-hidden />
      {sayMissing(act) ?? text(last ? 'tech.all_there.last' : 'tech.all_there')}
    </p>
  )
}

function Pictures({ pictures: { all, busy, take } }: { pictures: ReturnType<typeof usePictures> }) {
  return (
    <div className={css.stack}>
      {all.map((picture) => (
        <PictureRow
          key={picture.evidence.reason}
          picture={picture}
          busy={busy}
          take={(file) => void take(picture.evidence, file)}
        />
      ))}
    </div>
  )
}

const waveOf = ({ data }: StepForm) => ('wavelength_nm' in data ? (data.wavelength_nm ?? 1490) : 1490)

function titleOf({ step, work, facts }: StepForm): string {
  const port = facts.port ?? work.port_number
  if (step === 'power' && port != null) return text('tech.title.power_port', { port })
  return text(`tech.title.${step}`)
}
