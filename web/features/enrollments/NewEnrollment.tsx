import { actionsOf, isDrop, isRemoval, type EnrollmentKind } from '@hilo/domain/enrollment.ts'
import { connectionType, dropTypes, enrollmentKind, type EnrollmentAction } from '@hilo/domain/status.ts'
import { useRef, useState } from 'react'
import { limitsOf } from '../../api/limits.ts'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useSubmit } from '../../api/use-send.ts'
import type { DialogProps } from '../../lists/define.ts'
import { CodeField } from '../../lists/CodeField.tsx'
import { choiceText } from '../../lists/text.ts'
import { ChoiceField, Fields, TextField, type Option } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm, type Form } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import {
  checkEnrollment,
  emptyEnrollment,
  enrollmentInput,
  isProven,
  kindOf,
  type EnrollmentValues,
} from './enrollment-form.ts'
import { ProofPictures } from './ProofPictures.tsx'

const { enrollment_cto, enrollment_drop, unenrollment_cto, unenrollment_drop } = enrollmentKind.is
type Written = { form: Form<EnrollmentValues> }

const kindOption = (kind: EnrollmentKind): Option => ({
  value: String(kind),
  text: text(enrollmentKind.of(kind)?.label ?? ''),
})

/** Box and ports of the intervention that proves the enrolment. */
function useWork({ values }: Form<EnrollmentValues>) {
  const id = Number(values.event_id)
  const event = useCall('admin_vno/events/get', { id }, { enabled: id > 0 }).data?.records[0] ?? null
  const box = event?.cto_id ?? Number(values.cto_id)
  const ports = useCall(
    'admin_vno/ports/get',
    { filter: { cto_id: box }, sort: [['label', 'asc']], limit: 64 },
    { enabled: box > 0 },
  )
  return { event, ports: ports.data?.records ?? [] }
}

type Work = ReturnType<typeof useWork>

/** Kind, action and place. */
function Place({ form, kinds }: Written & { kinds: readonly EnrollmentKind[] }) {
  const { values, wrong, set } = form
  const kind = kindOf(values)
  return (
    <>
      <Fields>
        <ChoiceField form={form} name="kind" label={text('column.enrollments.kind')} options={kinds.map(kindOption)} />
        {!isRemoval(kind) && (
          <ChoiceField
            form={form}
            name="action"
            label={text('column.enrollments.action')}
            hint={text(`enrollment.rule.${values.action}`)}
            options={actionsOf[kind].map((value) => ({ value, text: choiceText('action', value) }))}
          />
        )}
      </Fields>
      {isProven(values) ? (
        <CodeField
          label={text('column.enrollments.event.code')}
          hint="INT-2026-"
          kind="event"
          wrong={wrong.event_id}
          onPick={(found) => set({ event_id: found ? String(found.id) : '', pictures: [], port_number: '' })}
        />
      ) : (
        <CodeField
          label={text('column.enrollments.cto.code')}
          hint={text('neighbours.ask.hint')}
          kind="cto"
          wrong={wrong.cto_id}
          onPick={(found) => set({ cto_id: found ? String(found.id) : '' })}
        />
      )}
    </>
  )
}

const portWords = ['', 'disponible', 'asignado', 'ocupado', 'cesado', 'defectuoso', 'pendiente_revision'] as const
const choicePort = (state: number) => text(`status.port.${portWords[state] ?? portWords[1]}`)

/** Port, current label and replaced label. */
function Labels({ form, work }: Written & { work: Work }) {
  const { action } = form.values
  const kind = kindOf(form.values)
  return (
    <Fields>
      {isDrop(kind) && (
        <ChoiceField
          form={form}
          name="port_number"
          label={text('column.enrollments.port_number')}
          empty={text(work.event ? 'enrollment.port.choose' : 'enrollment.port.first')}
          options={work.ports.map(({ number, label, state }) => ({
            value: String(number),
            text: `${number} · ${label} · ${choicePort(state)}`,
          }))}
        />
      )}
      <TextField form={form} name="label_read" label={text('column.enrollments.label_read')} />
      {action === 'R' && (
        <TextField form={form} name="replaced_label" label={text('column.enrollments.replaced_label')} />
      )}
      {action === 'R' && isDrop(kind) && (
        <ChoiceField
          form={form}
          name="replaced_state"
          label={text('enrollment.replaced_state')}
          options={(['retirada', 'averiada'] as const).map((value) => ({
            value,
            text: choiceText('drop_state', value),
          }))}
        />
      )}
    </Fields>
  )
}

/** Facts of the current drop. */
function DropFields({ form }: Written) {
  const none = text('enrollment.unsaid')
  return (
    <Fields>
      <ChoiceField
        form={form}
        name="connection_type"
        label={text('enrollment.connection')}
        optional
        empty={none}
        options={connectionType.all.map(({ value, label }) => ({ value: String(value), text: text(label) }))}
      />
      <ChoiceField
        form={form}
        name="drop_type"
        label={text('enrollment.drop_type')}
        optional
        empty={none}
        options={dropTypes.map((value) => ({ value, text: choiceText('drop_type', value) }))}
      />
      <TextField form={form} name="length_m" label={text('enrollment.length')} unit="m" optional />
      <TextField form={form} name="fibre_no" label={text('enrollment.fibre')} optional />
      <TextField form={form} name="power_dbm" label={text('column.enrollments.power_dbm')} unit="dBm" optional />
    </Fields>
  )
}

interface KindsProps extends DialogProps {
  kinds: readonly [EnrollmentKind, ...EnrollmentKind[]]
  action: EnrollmentAction
  title: string
}

function EnrollmentDialog({ kinds, action, title, close, made }: KindsProps) {
  const [initial] = useState(() => emptyEnrollment(kinds[0], action))
  const create = useSubmit('admin_vno/enrollments/create')
  const eventOf = useRef<Work['event']>(null)
  const form = useForm<EnrollmentValues>({
    limits: limitsOf('admin_vno/enrollments/create'),
    initial,
    check: checkEnrollment,
    send: async (values) => {
      const { record } = await create(enrollmentInput(values, eventOf.current, session.isNeutral()))
      toast.success(text('enrollment.made', { label: values.label_read.trim().toUpperCase() }))
      made(record.id)
    },
  })
  const work = useWork(form)
  eventOf.current = work.event
  const kind = kindOf(form.values)
  return (
    <FormDialog
      form={form}
      wide
      title={title}
      sentence={text('enrollment.new.text')}
      yes={text('enrollment.save')}
      close={close}
    >
      <Place form={form} kinds={kinds} />
      <Labels form={form} work={work} />
      {kind === enrollment_drop && <DropFields form={form} />}
      {isProven(form.values) && work.event && <ProofPictures form={form} event={work.event} />}
    </FormDialog>
  )
}

/** Manual enrolment, change or replacement of a label. */
export function NewEnrollment(props: DialogProps) {
  return (
    <EnrollmentDialog {...props} kinds={[enrollment_drop, enrollment_cto]} action="A" title={text('enrollment.new')} />
  )
}

/** Manual removal of a label; only the neutral operator dismantles boxes. */
export function NewUnenrollment(props: DialogProps) {
  const kinds: KindsProps['kinds'] = session.isNeutral() ? [unenrollment_drop, unenrollment_cto] : [unenrollment_drop]
  return <EnrollmentDialog {...props} kinds={kinds} action="B" title={text('unenrollment.new')} />
}
