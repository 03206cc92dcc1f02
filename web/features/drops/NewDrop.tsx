import type { Drop } from '@hilo/contract/drops.ts'
import { connectionType, dropStates, dropTypes, type DropState } from '@hilo/domain/status.ts'
import { useState } from 'react'
import { limitsOf } from '../../api/limits.ts'
import { useCall } from '../../api/query.ts'
import { responseOf, useSend } from '../../api/use-send.ts'
import { session } from '../../api/session.ts'
import { CodeField } from '../../lists/CodeField.tsx'
import type { DialogProps } from '../../lists/define.ts'
import { choiceText, columnText } from '../../lists/text.ts'
import { ChoiceField, Fields, TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm, type Form } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { check, createdDrop, editedDrop, emptyDrop, statesFrom, valuesOf, type DropValues } from './drop-values.ts'

const nameOf = (field: string) =>
  columnText('drops', field === 'port_id' ? 'port.code' : field === 'vno_id' ? 'vno.name' : field)

interface FieldsProps {
  form: Form<DropValues>
  states: readonly DropState[]
  /** Label of the current port. */
  port?: string | undefined
}

function DropFields({ form, states, port }: FieldsProps) {
  const connections = connectionType.all.map(({ value, label }) => ({ value: String(value), text: text(label) }))
  return (
    <>
      <Fields>
        <TextField form={form} name="label" label={nameOf('label')} hint="D28-0123456-3" />
        <ChoiceField
          form={form}
          name="state"
          label={nameOf('state')}
          options={states.map((value) => ({ value, text: choiceText('drop_state', value) }))}
        />
        <ChoiceField
          form={form}
          name="type"
          label={nameOf('type')}
          options={dropTypes.map((value) => ({ value, text: choiceText('drop_type', value) }))}
        />
        <ChoiceField form={form} name="connection_type" label={nameOf('connection_type')} options={connections} />
        <TextField form={form} name="length_m" label={text('drop.length')} unit="m" optional />
        <TextField form={form} name="fibre_no" label={nameOf('fibre_no')} hint={text('drop.fibreHint')} optional />
      </Fields>
      <CodeField
        label={text('drop.port')}
        kind="port"
        known={port}
        hint="VAL01-0312-07/05"
        wrong={form.wrong['port_id']}
        onPick={(found) => form.set({ port_id: found ? String(found.id) : '' })}
      />
    </>
  )
}

/** Dialog to register a drop. */
export function Dialog({ close, made }: DialogProps) {
  const { send } = useSend('admin_vno/drops/create')
  const neutral = session.isNeutral()
  const operators = useCall('admin_vno/vno/get', { limit: 200 }, { enabled: neutral }).data?.records ?? []
  const form = useForm<DropValues>({
    limits: limitsOf('admin_vno/drops/create'),
    initial: emptyDrop,
    check: (values) => check(values, neutral),
    keepAs: 'drop.new',
    send: async (values) => {
      const { record } = responseOf<'admin_vno/drops/create'>(await send(createdDrop(values)))
      toast.success(text('drop.made', { label: record.label }))
      made(record.id)
    },
  })
  return (
    <FormDialog form={form} wide title={text('drop.new')} yes={text('drop.new.yes')} close={close}>
      <DropFields form={form} states={dropStates} />
      {neutral && (
        <ChoiceField
          form={form}
          name="vno_id"
          label={nameOf('vno_id')}
          empty={text('drop.ofPort')}
          options={operators.map(({ id, name }) => ({ value: String(id), text: name }))}
        />
      )}
    </FormDialog>
  )
}

/** Edits a drop: label, state or port. */
export function EditDrop({ drop, close, done }: { drop: Drop; close: () => void; done: () => Promise<void> }) {
  const { send } = useSend('admin_vno/drops/edit')
  const [initial] = useState(() => valuesOf(drop))
  const form = useForm<DropValues>({
    limits: limitsOf('admin_vno/drops/edit'),
    initial,
    version: drop.version,
    check: (values) => check(values, false),
    read: (record) => valuesOf(record as Drop),
    send: async (values, version) => {
      responseOf(await send({ id: drop.id, version, ...editedDrop(values, initial) }))
      toast.success(text('form.saved'))
      await done()
      close()
    },
  })
  return (
    <FormDialog
      form={form}
      wide
      title={text('drop.edit', { label: drop.label })}
      yes={text('form.save')}
      nameOf={nameOf}
      close={close}
    >
      <DropFields form={form} states={statesFrom(drop.state)} port={drop.port?.code} />
    </FormDialog>
  )
}
