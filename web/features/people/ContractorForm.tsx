import type { RecordOf } from '@hilo/contract/index.ts'
import { enabledStatus } from '@hilo/domain/status.ts'
import { cleanTaxId, isTaxId } from '@hilo/domain/tax-id.ts'
import { useMemo, useState } from 'react'
import type { DialogProps } from '../../lists/define.ts'
import { ChoiceField, Fields, SwitchField, TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { useOperators } from './choices.ts'
import { isNeutral } from './person.ts'
import { useOnce } from '../../api/use-send.ts'

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

const check = ({ name, cif }: Values) => ({
  ...(name.trim().length < 2 && { name: text('contractors.wrong.name') }),
  ...(cif.trim() !== '' && !isTaxId(cleanTaxId(cif)) && { cif: text('contractors.wrong.cif') }),
})
const sent = ({ name, cif }: Values) => ({ name: name.trim(), cif: cif.trim() === '' ? null : cleanTaxId(cif) })
const nameOf = (field: string) => text(field === 'enabled' ? 'contractors.works' : `column.contractors.${field}`)

function Dialog({ close, made }: DialogProps) {
  const create = useOnce('admin_vno/contractors/create')
  const operators = useOperators()
  const [initial] = useState(blank)
  const form = useForm({
    initial,
    keepAs: 'people.new.contractor',
    check: (values) => ({
      ...check(values),
      ...(isNeutral() && values.vno_id === '' && { vno_id: text('people.wrong.operator') }),
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
      {isNeutral() && (
        <ChoiceField
          form={form}
          name="vno_id"
          label={text('column.contractors.vno.name')}
          options={operators}
          empty={text('people.operator.choose')}
        />
      )}
      <TextField form={form} name="name" label={nameOf('name')} maxLength={120} autoFocus />
      <TextField form={form} name="cif" label={nameOf('cif')} maxLength={20} optional />
    </FormDialog>
  )
}
export const NewContractor = { Dialog }

interface EditContractorProps {
  contractor: Contractor
  close: () => void
  done: () => void
}

export function EditContractor({ contractor: opened, close, done }: EditContractorProps) {
  const [contractor] = useState(opened)
  const edit = useOnce('admin_vno/contractors/edit')
  const initial = useMemo(() => valuesOf(contractor), [contractor])
  const form = useForm({
    initial,
    version: contractor.version,
    check,
    read: (record) => valuesOf(record as Contractor),
    send: async (values, version) => {
      const status = values.enabled ? enabled : disabled
      await edit({ id: contractor.id, version, status, ...sent(values) })
      toast.success(text('people.saved'))
      done()
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
        <TextField form={form} name="name" label={nameOf('name')} maxLength={120} wide />
        <TextField form={form} name="cif" label={nameOf('cif')} maxLength={20} optional wide />
        <SwitchField form={form} name="enabled" label={nameOf('enabled')} hint={text('contractors.works.hint')} wide />
      </Fields>
    </FormDialog>
  )
}
