import type { Unproven } from '@hilo/domain/picture-binding.ts'
import type { FieldStep } from '@hilo/domain/status.ts'
import IconAlertCircle from '@iconify-json/tabler/alert-circle'
import IconArrowRight from '@iconify-json/tabler/arrow-right'
import IconCamera from '@iconify-json/tabler/camera'
import IconCircleCheck from '@iconify-json/tabler/circle-check'
import { useRef, useState, type ReactNode } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { formatPowerUnit } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'
import { mainButtonText, missingText } from './act-words.ts'
import { CancelSheet } from './CancelSheet.tsx'
import { CtoLabelFields } from './CtoLabelFields.tsx'
import { DropFields } from './DropFields.tsx'
import { FinalFields } from './FinalFields.tsx'
import { AccessFields, InitialFields, PortFields, ReportFields } from './BoxFields.tsx'
import { Frame } from './Frame.tsx'
import { HairNote } from '../hair/HairNote.tsx'
import type { NextAct } from './next-act.ts'
import { leaveReasons, readNoAccess } from '../leave-reasons.ts'
import css from '../phone.module.css'
import { CameraInput, PictureRow } from './Picture.tsx'
import { useWatch } from '../position.ts'
import { PowerFields } from './PowerFields.tsx'
import { useReasons } from '../use-reasons.ts'
import { useAct } from './use-act.ts'
import { usePictures } from './use-pictures.ts'
import { pauseStep, type StepForm } from './use-step.ts'
import { dueSteps } from '../work.ts'

/** Fields component of each step, typed by the step's own data. */
type FieldsOf = { [S in FieldStep]: (props: { form: StepForm<S> }) => ReactNode }
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

/** Steps whose picture is part of a field. */
const framed: readonly FieldStep[] = ['cto_enrollment', 'drop_enrollment']

/** One step: fields, pictures and main button. */
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
  const why = pictures.all.find(({ evidence }) => evidence.reason === wanted?.reason)?.unproven ?? null
  const where = { step: due.indexOf(step) + 1, total: due.length, nm: String(waveOf(form)) }
  return (
    <Frame
      work={work}
      step={step}
      title={titleOf(form)}
      sub={text(`tech.sub.${step}`, where)}
      line={<ActLine act={act} allThere={allThereText(form, last)} why={why} />}
      above={stops(form) && <StopButton leave={leave} />}
      main={
        <>
          <Button kind="main" size="glove" busy={busy || pictures.busy} onClick={press}>
            {act.kind === 'picture' && <IconCamera size={26} stroke={1.9} aria-hidden />}
            {mainButtonText(act, { last, goesOn })}
            {(act.kind === 'done' || act.kind === 'free') && <IconArrowRight size={26} stroke={2} aria-hidden />}
          </Button>
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

/** True if a check failed that cannot be fixed at the box: the work may stop without a port. */
function stops({ data, checks }: StepForm): boolean {
  if ('conditions' in data)
    return (data.conditions?.length ?? 0) > 0 && !checks.some(({ level }) => level === 'bloqueo')
  return checks.some(({ code, level }) => level === 'bloqueo' && (code === 'port_found' || code === 'port_light'))
}

function StopButton({ leave }: { leave: () => void }) {
  return (
    <Button size="glove" shape="wide" style={{ marginBottom: 8 }} onClick={leave}>
      {text('tech.stop')}
    </Button>
  )
}

/** Cancels from a step, with the failed check as the reason; saves the step first. */
function Leaving({ form, close }: { form: StepForm; close: () => void }) {
  const { work, data } = form
  const first = () => pauseStep(form)
  const reasons = useReasons()
  if ('no_access_reason' in data) {
    const { code, comments } = readNoAccess(data.no_access_reason ?? '', leaveReasons('no_access', reasons))
    const known = { comments, ...(code !== null && { code }) }
    return <CancelSheet work={work} why="no_access" first={first} close={close} {...known} />
  }
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

/** Line above the buttons: what is missing, or that the step is complete. */
function ActLine({ act, allThere, why }: { act: NextAct; allThere: string; why: Unproven | null }) {
  const Icon = act.kind === 'picture' ? IconCamera : act.kind === 'done' ? IconCircleCheck : IconAlertCircle
  return (
    <p className={css.line} aria-live="polite">
      <Icon size={22} stroke={1.9} aria-hidden />
      {missingText(act, why) ?? allThere}
    </p>
  )
}

function Pictures({ pictures: { all, busy, take } }: { pictures: ReturnType<typeof usePictures> }) {
  return (
    <div className="grid gap-8 mb-8">
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

/** Nothing reads a meter's display reliably, so the step of its figure does not go on before its picture has been looked at. */
function allThereText({ data }: StepForm, last: boolean): string {
  const power = 'power_dbm' in data ? formatPowerUnit(data.power_dbm) : null
  if (power !== null) return text('tech.all_there.power', { power })
  return text(last ? 'tech.all_there.last' : 'tech.all_there')
}

const waveOf = ({ data }: StepForm) => ('wavelength_nm' in data ? (data.wavelength_nm ?? 1490) : 1490)

function titleOf({ step, work, facts }: StepForm): string {
  const port = facts.port ?? work.port_number
  if (step === 'power' && port != null) return text('tech.title.power_port', { port })
  return text(`tech.title.${step}`)
}
