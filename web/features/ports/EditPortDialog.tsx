import type { Input } from '@hilo/contract/index.ts'
import type { Port } from '@hilo/contract/ports/ports.ts'
import { codeForm } from '@hilo/domain/inventory.ts'
import { assignmentStatus, inventoryStatus } from '@hilo/domain/status.ts'
import { useState } from 'react'
import { limitsOf } from '../../api/limits.ts'
import { useCall } from '../../api/query.ts'
import { responseOf, useSend } from '../../api/use-send.ts'
import { columnText } from '../../lists/text.ts'
import { ChoiceField, Fields, TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'

type Asked = Input<'admin_vno/ports/edit'>
const valuesOf = (port: Port) => ({
  label: port.label,
  splitter_leg: String(port.splitter_leg),
  inventory_status: String(port.inventory_status),
  assignment_status: String(port.assignment_status),
  vno_id: String(port.vno_id ?? ''),
  reason: '',
})
type FormValues = ReturnType<typeof valuesOf>

/** Only the changed fields. */
function changesOf(values: FormValues, initial: FormValues): Omit<Asked, 'id'> {
  const changed = (name: keyof FormValues) => values[name] !== initial[name]
  return {
    ...(changed('label') && { label: values.label.trim().toUpperCase() }),
    ...(changed('splitter_leg') && { splitter_leg: Number(values.splitter_leg) }),
    ...(changed('inventory_status') && { inventory_status: Number(values.inventory_status) }),
    ...(changed('assignment_status') && {
      assignment_status: Number(values.assignment_status),
    }),
    ...(changed('vno_id') && values.vno_id !== '' && { vno_id: Number(values.vno_id) }),
    ...(values.reason.trim() !== '' && { reason: values.reason.trim() }),
  }
}

function check({ label, splitter_leg }: FormValues) {
  const leg = Number(splitter_leg)
  return {
    ...(!codeForm.test(label.trim().toUpperCase()) && { label: text('field.code') }),
    ...(!(Number.isInteger(leg) && leg >= 1 && leg <= 64) && {
      splitter_leg: text('field.between', { from: 1, to: 64 }),
    }),
  }
}

/** Corrects the inventory data of a port, by the neutral operator. */
export function EditPortDialog({ port, close, done }: { port: Port; close: () => void; done: () => Promise<void> }) {
  const [initial] = useState(() => valuesOf(port))
  const { send } = useSend('admin_vno/ports/edit')
  const operators = useCall('admin_vno/vno/get', { limit: 200 }).data?.records ?? []
  const form = useForm({
    limits: limitsOf('admin_vno/ports/edit'),
    initial,
    version: port.version,
    check,
    read: (record) => ({ ...valuesOf(record as Port), reason: '' }),
    send: async (values, version) => {
      responseOf(await send({ id: port.id, version, ...changesOf(values, initial) }))
      toast.success(text('form.saved'))
      await done()
      close()
    },
  })
  const options = (of: typeof inventoryStatus | typeof assignmentStatus) =>
    of.all.map(({ value, label }) => ({ value: String(value), text: text(label) }))
  return (
    <FormDialog
      form={form}
      wide
      title={text('port.edit.title', { port: port.label })}
      sentence={text('port.edit.sentence')}
      yes={text('form.save')}
      nameOf={(field) =>
        field === 'reason' ? text('port.edit.reason') : columnText('ports', field === 'vno_id' ? 'vno.name' : field)
      }
      close={close}
    >
      <Fields>
        <ChoiceField
          form={form}
          name="inventory_status"
          label={columnText('ports', 'inventory_status')}
          options={options(inventoryStatus)}
        />
        <ChoiceField
          form={form}
          name="assignment_status"
          label={columnText('ports', 'assignment_status')}
          options={options(assignmentStatus)}
        />
        <ChoiceField
          form={form}
          name="vno_id"
          label={columnText('ports', 'vno.name')}
          empty={text('port.edit.nobody')}
          options={operators.map(({ id, name }) => ({ value: String(id), text: name }))}
        />
        <TextField form={form} name="label" label={columnText('ports', 'label')} maxLength={48} />
        <TextField form={form} name="splitter_leg" label={columnText('ports', 'splitter_leg')} />
      </Fields>
      <TextField form={form} name="reason" label={text('port.edit.reason')} rows={2} optional />
    </FormDialog>
  )
}
