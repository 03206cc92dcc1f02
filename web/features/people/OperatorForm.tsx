import { useMemo, useState, type ReactNode } from 'react'
import { limitsOf } from '../../api/limits.ts'
import { call } from '../../api/call.ts'
import { session } from '../../api/session.ts'
import type { DialogProps } from '../../lists/define.ts'
import { Fields, SwitchField, TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm, type Form } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { LogoField } from './LogoField.tsx'
import {
  blank,
  check,
  fieldText,
  neutralOf,
  sentOf,
  slaNames,
  valuesOf,
  type Operator,
  type OperatorValues,
} from './operator-values.ts'
import { useSubmit } from '../../api/use-send.ts'

type OperatorForm = Form<OperatorValues>

interface IdentityProps {
  form: OperatorForm
  known?: Operator
  logo?: ReactNode
}

/** Identity; read-only for the operator's own people. */
function Identity({ form, known, logo }: IdentityProps) {
  const disabled = !session.isNeutral()
  const fixed = known !== undefined && known.counts.accesses > 0
  return (
    <Fields>
      <TextField
        form={form}
        name="code"
        label={fieldText('code')}
        hint={text(fixed ? 'operators.code.fixed' : 'operators.code.hint')}
        disabled={disabled || fixed}
        maxLength={20}
        autoFocus={!known}
      />
      <TextField form={form} name="name" label={fieldText('name')} disabled={disabled} />
      <TextField form={form} name="tax_id" label={fieldText('tax_id')} disabled={disabled} optional />
      <TextField form={form} name="description" label={fieldText('description')} rows={2} optional wide />
      {logo}
      {known && !disabled && (
        <>
          <SwitchField
            form={form}
            name="suspended"
            label={fieldText('suspended')}
            hint={text('operators.suspended.hint')}
            wide
          />
          {form.values.suspended && (
            <TextField form={form} name="comments" label={fieldText('comments')} rows={2} wide />
          )}
        </>
      )}
    </Fields>
  )
}

/** Contacts and agreements. */
function Agreements({ form, known }: { form: OperatorForm; known?: Operator }) {
  return (
    <>
      <h3 className="lines-xs">{text('operators.contact')}</h3>
      <Fields>
        <TextField form={form} name="noc_phone" type="tel" label={fieldText('noc_phone')} maxLength={24} optional />
        <TextField form={form} name="noc_email" type="email" label={fieldText('noc_email')} optional />
        <TextField
          form={form}
          name="webhook_url"
          type="url"
          label={fieldText('webhook_url')}
          hint={text('operators.webhook.hint')}
          optional
        />
        <TextField
          form={form}
          name="webhook_secret"
          type="password"
          autoComplete="new-password"
          label={fieldText('webhook_secret')}
          hint={text(known?.contact.webhook_secret_set ? 'operators.secret.set' : 'operators.secret.hint')}
          optional
        />
      </Fields>
      <h3 className="lines-xs">{text('operators.sla')}</h3>
      <Fields>
        {slaNames.map((name) => (
          <TextField
            key={name}
            form={form}
            name={name}
            label={fieldText(name)}
            unit={text(`operators.unit.${name}`)}
            optional
          />
        ))}
      </Fields>
    </>
  )
}

function Dialog({ close, made }: DialogProps) {
  const create = useSubmit('admin_vno/vno/create')
  const [initial] = useState(blank)
  const form = useForm({
    limits: limitsOf('admin_vno/vno/create'),
    initial,
    keepAs: 'people.new.operator',
    check,
    send: async (values) => {
      const { name, tax_id } = neutralOf(values, blank)
      const { record } = await create({
        code: values.code.trim().toUpperCase(),
        ...(name !== undefined && { name }),
        ...(tax_id !== undefined && { tax_id }),
        ...sentOf(values),
      })
      toast.success(text('operators.made', { name: record.name }))
      made(record.id)
    },
  })
  return (
    <FormDialog form={form} title={text('operators.new')} yes={text('operators.create')} wide close={close}>
      <Identity form={form} />
      <Agreements form={form} />
    </FormDialog>
  )
}
export const NewOperator = { Dialog }

interface EditOperatorProps {
  operator: Operator
  close: () => void
  done: () => Promise<void>
}

/** Refreshes the session, so that the new logo is visible at once. */
async function knownAnew(): Promise<void> {
  if (!session.isNeutral()) await session.accept(await call('account/check_login', {}))
}

export function EditOperator({ operator: opened, close, done }: EditOperatorProps) {
  const [operator] = useState(opened)
  const [picture, setPicture] = useState<File | null>(null)
  const edit = useSubmit('admin_vno/vno/edit')
  const initial = useMemo(() => valuesOf(operator), [operator])
  const form = useForm({
    limits: limitsOf('admin_vno/vno/edit'),
    initial,
    version: operator.version,
    check: (values) => check(values, operator),
    read: (record) => valuesOf(record as Operator),
    send: async (values, version) => {
      const neutral = session.isNeutral() && neutralOf(values, initial)
      const files = picture !== null && values.logo === picture.name ? { logo: picture } : {}
      const none = values.logo === '' && initial.logo !== '' && { logo: null }
      await edit({ id: operator.id, version, ...sentOf(values), ...neutral, ...none }, { files })
      toast.success(text('people.saved'))
      if (values.logo !== initial.logo) await knownAnew()
      await done()
      close()
    },
  })
  const choose = (file: File | null) => {
    setPicture(file)
    form.set({ logo: file?.name ?? '' })
  }
  const storedLogo = form.values.logo === initial.logo ? operator.logo_file_id : null
  const chosen = form.values.logo === picture?.name ? picture : null
  const logo = <LogoField stored={storedLogo} chosen={chosen} wrong={form.wrong.logo} change={choose} />
  return (
    <FormDialog
      form={form}
      title={text('people.edit.title', { name: operator.name })}
      yes={text('people.save')}
      wide
      nameOf={fieldText}
      close={close}
    >
      <Identity form={form} known={operator} logo={logo} />
      <Agreements form={form} known={operator} />
    </FormDialog>
  )
}
