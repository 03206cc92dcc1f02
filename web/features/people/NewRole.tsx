import type { Input } from '@hilo/contract/index.ts'
import { basesOf, type RoleScope } from '@hilo/domain/role.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { limitsOf } from '../../api/limits.ts'
import { useCall } from '../../api/query.ts'
import type { DialogProps } from '../../lists/define.ts'
import { choiceText } from '../../lists/text.ts'
import { session } from '../../api/session.ts'
import { ChoiceField, Fields, TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm, type Form } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { useOperators } from './choices.ts'
import { useSubmit } from '../../api/use-send.ts'

type Values = { name: string; description: string; from_id: string; base: string; vno_id: string }
interface RoleDialogProps extends DialogProps {
  scope: RoleScope
  /** Role to copy. */
  from?: { id: number; name: string }
}

const blank = (scope: RoleScope, from: RoleDialogProps['from']): Values => ({
  name: from ? text('roles.copyName', { name: from.name }).slice(0, 60) : '',
  description: '',
  from_id: from ? String(from.id) : '',
  base: basesOf[scope].at(scope === 'vno' ? 1 : 0) ?? 'vno',
  vno_id: '',
})

function check({ name, vno_id }: Values, scope: RoleScope) {
  return {
    ...(name.trim().length < 2 && { name: text('roles.wrong.name') }),
    ...(scope === 'vno' && session.isNeutral() && vno_id === '' && { vno_id: text('people.wrong.operator') }),
  }
}

function sentOf(
  { name, description, from_id, base, vno_id }: Values,
  scope: RoleScope,
): Input<'admin_vno/roles/create'> {
  return {
    name: name.trim(),
    ...(description.trim() !== '' && { description: description.trim() }),
    ...(from_id === '' ? { base: base as 'vno' } : { from_id: Number(from_id) }),
    ...(session.isNeutral() && { scope }),
    ...(vno_id !== '' && { vno_id: Number(vno_id) }),
  }
}

interface RoleFieldsProps {
  form: Form<Values>
  scope: RoleScope
  /** Whether the copied privileges are loaded. */
  copied: boolean
}

function RoleFields({ form, scope, copied }: RoleFieldsProps) {
  const operators = useOperators()
  const { data } = useCall('admin_vno/roles/get', { filter: { scope }, limit: 200 })
  return (
    <Fields>
      {scope === 'vno' && session.isNeutral() && (
        <ChoiceField
          form={form}
          name="vno_id"
          label={text('column.roles.vno.name')}
          options={operators}
          empty={text('people.operator.choose')}
          wide
        />
      )}
      <TextField form={form} name="name" label={text('column.roles.name')} autoFocus wide />
      <TextField
        form={form}
        name="description"
        label={text('column.roles.description')}
        hint={text('roles.description.hint')}
        rows={2}
        optional
        wide
      />
      {!copied && (
        <ChoiceField
          form={form}
          name="from_id"
          label={text('roles.from')}
          options={data?.records.map(({ id, name }) => ({ value: String(id), text: name })) ?? []}
          empty={text('roles.from.nothing')}
          wide
        />
      )}
      {!copied && form.values.from_id === '' && scope === 'vno' && (
        <ChoiceField
          form={form}
          name="base"
          label={text('column.roles.scope')}
          hint={text('roles.base.hint')}
          options={basesOf[scope].map((base) => ({ value: base, text: choiceText('role_base', base) }))}
          wide
        />
      )}
    </Fields>
  )
}

/** Creates a role, empty or as a copy, and opens its page to edit the privileges. */
export function RoleDialog({ scope, from, close, made }: RoleDialogProps) {
  const create = useSubmit('admin_vno/roles/create')
  const navigate = useNavigate()
  const [initial] = useState(() => blank(scope, from))
  const form = useForm({
    limits: limitsOf('admin_vno/roles/create'),
    initial,
    check: (values) => check(values, scope),
    send: async (values) => {
      const { record } = await create(sentOf(values, scope))
      toast.success(text('roles.made', { name: record.name }))
      made()
      void navigate({ to: '/vno/roles/$id', params: { id: String(record.id) } })
    },
  })
  return (
    <FormDialog
      form={form}
      title={from ? text('roles.copy.title', { name: from.name }) : text('roles.new')}
      sentence={text('roles.new.sentence')}
      yes={text('roles.create')}
      close={close}
    >
      <RoleFields form={form} scope={scope} copied={from !== undefined} />
    </FormDialog>
  )
}

export const NewRole = { Dialog: (props: DialogProps) => <RoleDialog scope="vno" {...props} /> }
export const NewNeutralRole = { Dialog: (props: DialogProps) => <RoleDialog scope="neutral" {...props} /> }
