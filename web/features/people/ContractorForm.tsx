import type { RecordOf } from '@hilo/contract/index.ts'
import { enabledStatus } from '@hilo/domain/status.ts'
import { cleanTaxId, isTaxId } from '@hilo/domain/tax-id.ts'
import { useMemo, useState } from 'react'
import { limitsOf } from '../../api/limits.ts'
import type { DialogProps } from '../../lists/define.ts'
import { session } from '../../api/session.ts'
import { ChoiceField, Fields, SwitchField, TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { useOperators } from './choices.ts'
import { useSubmit } from '../../api/use-send.ts'

export type Contractor = RecordOf<'admin_vno/contractors/get'>
const { enabled, disabled } = enabledStatus.is

type Values = { name: string; cif: string; vno_id: string; enabled: boolean }
const blank: Values = { name: '', cif: '', vno_id: '', enabled: true }
const valuesOf = ({ name, cif, status }: Contractor): Values => ({
  ...blank,
  name,
  cif: cif ?? '',
  enabled: status === enabled,
})

const limits = limitsOf('admin_vno/contractors/edit')
const check = ({ name, cif }: Values) => ({
  ...(name.trim().length < (limits.name?.minLength ?? 0) && { name: text('contractors.wrong.name') }),
  ...(cif.trim() !== '' && !isTaxId(cleanTaxId(cif)) && { cif: text('contractors.wrong.cif') }),
})
const sent = ({ name, cif }: Values) => ({ name: name.trim(), cif: cif.trim() === '' ? null : cleanTaxId(cif) })
const nameOf = (field: string) => text(field === 'enabled' ? 'contractors.works' : `column.contractors.${field}`)

function Dialog({ close, made }: DialogProps) {
  const create = useSubmit('admin_vno/contractors/create')
  const operators = useOperators()
  const [initial] = useState(blank)
  const form = useForm({
    limits,
    initial,
    keepAs: 'people.new.contractor',
    check: (values) => ({
      ...check(values),
      ...(session.isNeutral() && values.vno_id === '' && { vno_id: text('people.wrong.operator') }),
    }),
    send: async (values) => {
      const operator = values.vno_id !== '' && { vno_id: Number(values.vno_id) }
      const { record } = await create({ ...sent(values), ...operator })
      toast.success(text('contractors.made', { name: record.name }))
      made(record.id)
    },
  })
  return (
    <FormDialog form={form} title={text('contractors.new')} yes={text('contractors.create')} close={close}>
      {session.isNeutral() && (
        <ChoiceField
          form={form}
          name="vno_id"
          label={text('column.contractors.vno.name')}
          options={operators}
          empty={text('people.operator.choose')}
        />
      )}
      <TextField form={form} name="name" label={nameOf('name')} autoFocus />
      <TextField form={form} name="cif" label={nameOf('cif')} optional />
    </FormDialog>
  )
}
export const NewContractor = { Dialog }

interface EditContractorProps {
  contractor: Contractor
  close: () => void
  done: () => Promise<void>
}

export function EditContractor({ contractor: opened, close, done }: EditContractorProps) {
  const [contractor] = useState(opened)
  const edit = useSubmit('admin_vno/contractors/edit')
  const initial = useMemo(() => valuesOf(contractor), [contractor])
  const form = useForm({
    limits,
    initial,
    version: contractor.version,
    check,
    read: (record) => valuesOf(record as Contractor),
    send: async (values, version) => {
      const status = values.enabled ? enabled : disabled
      await edit({ id: contractor.id, version, status, ...sent(values) })
      toast.success(text('people.saved'))
      await done()
      close()
    },
  })
  return (
    <FormDialog
      form={form}
      title={text('people.edit.title', { name: contractor.name })}
      yes={text('people.save')}
      nameOf={nameOf}
      close={close}
    >
      <Fields>
        <TextField form={form} name="name" label={nameOf('name')} wide />
        <TextField form={form} name="cif" label={nameOf('cif')} optional wide />
        <SwitchField form={form} name="enabled" label={nameOf('enabled')} hint={text('contractors.works.hint')} wide />
      </Fields>
    </FormDialog>
  )
}
