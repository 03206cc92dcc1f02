import type { FieldStep } from '@hilo/domain/status.ts'
import { IconAlertCircle, IconArrowRight, IconCamera, IconCircleCheck } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import { text } from '../../ui/text.ts'
import { nameMain, sayMissing } from './act-words.ts'
import { CancelSheet } from './CancelSheet.tsx'
import { CtoLabelFields } from './CtoLabelFields.tsx'
import { DropFields } from './DropFields.tsx'
import { FinalFields } from './FinalFields.tsx'
import { AccessFields, InitialFields, PortFields, ReportFields } from './FirstFields.tsx'
import { Frame } from './Frame.tsx'
import { HairNote } from './HairNote.tsx'
import type { NextAct } from './next-act.ts'
import css from './phone.module.css'
import { CameraInput, PictureRow } from './Picture.tsx'
import { useWatch } from './position.ts'
import { PowerFields } from './PowerFields.tsx'
import { useAct } from './use-act.ts'
import { usePictures } from './use-pictures.ts'
import { pauseStep, type StepForm } from './use-step.ts'
import { dueSteps } from './work.ts'

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

/** Steps whose picture stands in a frame of its own. */
const framed: readonly FieldStep[] = ['cto_enrollment', 'drop_enrollment']

/** One step with its fields, its pictures and its one main button. */
export function StepBody({ form }: { form: StepForm }) {
  const { work, step } = form
  const pictures = usePictures(form)
  useWatch()
  const camera = useRef<() => void>(() => undefined)
  const [leaving, setLeaving] = useState(false)
  const due = dueSteps(work)
  const leave = () => setLeaving(true)
  const { act, last, goesOn, busy, press, shoot } = useAct(form, { camera: () => camera.current(), leave }, pictures)
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
      above={stops(form) && <StopButton leave={leave} />}
      main={
        <>
          <button type="button" className={css.main} aria-busy={busy || pictures.busy} onClick={press}>
            {act.kind === 'picture' && <IconCamera size={26} stroke={1.9} aria-hidden />}
            {nameMain(act, { last, goesOn })}
            {(act.kind === 'done' || act.kind === 'free') && <IconArrowRight size={26} stroke={2} aria-hidden />}
          </button>
          <CameraInput
            open={(click) => (camera.current = click)}
            take={(shot) => (wanted ? shoot(wanted, shot) : null)}
          />
        </>
      }
    >
      <HairNote work={work} step={step} />
      <Fields form={form} />
      {!framed.includes(step) && <Pictures pictures={pictures} />}
      {leaving && <Leaving form={form} close={() => setLeaving(false)} />}
    </Frame>
  )
}

/** Whether the step shows something that nobody at the box can help: one may go without a port. */
function stops({ data, checks }: StepForm): boolean {
  if ('conditions' in data)
    return (data.conditions?.length ?? 0) > 0 && !checks.some(({ level }) => level === 'bloqueo')
  return checks.some(({ code, level }) => level === 'bloqueo' && (code === 'port_found' || code === 'port_light'))
}

function StopButton({ leave }: { leave: () => void }) {
  return (
    <button type="button" className={`${css.second} ${css.wide}`} style={{ marginBottom: 8 }} onClick={leave}>
      {text('tech.stop')}
    </button>
  )
}

/** Leaves from a step with what it says as the reason; what it holds is kept. */
function Leaving({ form, close }: { form: StepForm; close: () => void }) {
  const { work, data } = form
  const first = () => pauseStep(form)
  if ('no_access_reason' in data)
    return (
      <CancelSheet work={work} why="no_access" comments={data.no_access_reason ?? ''} first={first} close={close} />
    )
  const [code] = ('conditions' in data && data.conditions) || []
  const comments = ('comments' in data && data.comments) || ''
  return (
    <CancelSheet
      work={work}
      why="stop"
      {...(code !== undefined && { code: String(code) })}
      comments={comments}
      first={first}
      close={close}
    />
  )
}

/** What is missing, in one line; or that nothing is. */
function ActLine({ act, last }: { act: NextAct; last: boolean }) {
  const Icon = act.kind === 'picture' ? IconCamera : act.kind === 'done' ? IconCircleCheck : IconAlertCircle
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
          take={(shot) => take(picture.evidence, shot)}
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
