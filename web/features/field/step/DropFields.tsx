import { dropActions } from '@hilo/domain/enrollment.ts'
import { dropTypes } from '@hilo/domain/status.ts'
import type { Shot } from '../../../offline/picture.ts'
import { text } from '../../../ui/text.ts'
import { CheckHint, Choice, Count, Line } from './Fields.tsx'
import { ConnectionChoice } from './BoxFields.tsx'
import { useLabelRead } from './label-read.ts'
import { LabelScan } from './LabelScan.tsx'
import { LabelCompared, LabelFrame } from './LabelReading.tsx'
import type { StepForm } from './use-step.ts'
import { usePictures } from './use-pictures.ts'

/** The drop: action, label and construction. */
export function DropFields({ form }: { form: StepForm<'drop_enrollment'> }) {
  const { data, set, facts, work, checks } = form
  const pictures = usePictures(form as unknown as StepForm)
  useLabelRead(work.id, 'drop_enrollment', (label) => {
    if (!data.drop_label_read) set({ drop_label_read: label, label_source: 'ocr' })
  })
  const [picture] = pictures.all
  const removing = data.action === 'B' || work.work_kind === 'baja'
  const expected = facts.dropLabel ?? null
  const compared = data.action === 'R' ? data.replaced_label : data.drop_label_read
  const level = checks.find(({ code }) => code === 'drop_label')?.level ?? null
  const take = (shot: Shot) => (picture ? pictures.take(picture.evidence, shot) : null)
  return (
    <>
      <LabelFrame picture={picture} busy={pictures.busy} level={level} source={data.label_source} take={take} />
      <Choice
        name="action"
        label={text('tech.field.drop_action')}
        options={dropActions[work.work_kind ?? 'mantenimiento'].map((value) => ({
          value,
          label: text(`tech.drop_action.${value}`),
        }))}
        value={data.action}
        choose={(action) => set({ action })}
        columns={1}
      />
      <CheckHint form={form} code="drop_action" />
      {level !== null && compared && expected && (
        <LabelCompared read={compared} expected={expected} level={level} word={text(`tech.label.drop.${level}`)} />
      )}
      <Line
        name="drop_label_read"
        label={text('tech.field.drop_label_read')}
        value={data.drop_label_read}
        code
        change={(label) => set({ drop_label_read: label, label_source: label === '' ? null : 'manual' })}
        act={
          <LabelScan
            of="drop"
            expected={[expected]}
            read={(drop_label_read, label_source) => set({ drop_label_read, label_source })}
          />
        }
        hint={<CheckHint form={form} code="drop_label" />}
      />
      <CheckHint form={form} code="label_picture" />
      {data.action === 'R' && <Replaced form={form} />}
      <Count
        name="port_number"
        label={text('tech.field.drop_port')}
        value={data.port_number}
        least={1}
        most={32}
        change={(port_number) => set({ port_number })}
      />
      <CheckHint form={form} code="port_match" />
      {!removing && <Made form={form} />}
    </>
  )
}

/** The drop that the new one replaces. */
function Replaced({ form: { data, set } }: { form: StepForm<'drop_enrollment'> }) {
  return (
    <Line
      name="replaced_label"
      label={text('tech.field.replaced_label')}
      value={data.replaced_label}
      code
      change={(replaced_label) => set({ replaced_label })}
    />
  )
}

/** Construction of the drop; hidden for a removal. */
function Made({ form }: { form: StepForm<'drop_enrollment'> }) {
  const { data, set } = form
  return (
    <>
      <Count
        name="length_m"
        label={text('tech.field.length_m')}
        value={data.length_m}
        most={5000}
        step={5}
        change={(length_m) => set({ length_m })}
      />
      <CheckHint form={form} code="drop_length" />
      <Choice
        name="drop_type"
        label={text('tech.field.drop_type')}
        options={dropTypes.map((value) => ({ value, label: text(`choice.drop_type.${value}`) }))}
        value={data.drop_type}
        choose={(drop_type) => set({ drop_type })}
      />
      <ConnectionChoice value={data.connection_type} choose={(connection_type) => set({ connection_type })} />
      <Count
        name="fibre_no"
        label={text('tech.field.fibre_no')}
        value={data.fibre_no}
        least={1}
        most={288}
        change={(fibre_no) => set({ fibre_no })}
      />
    </>
  )
}
