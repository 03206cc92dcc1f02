import { ownWords } from '@hilo/domain/password.ts'
import { useMemo, useState } from 'react'
import { useCall } from '../../api/query.ts'
import { TextField } from '../../ui/form/fields.tsx'
import { FormProblem } from '../../ui/form/FormDialog.tsx'
import { useForm, type Form } from '../../ui/form/use-form.ts'
import { Segments } from '../../ui/Segments.tsx'
import { text } from '../../ui/text.ts'
import { checkNew } from './PasswordNewScreen.tsx'
import { PasswordField } from './PasswordField.tsx'
import { checkPerson } from './person-check.ts'
import styles from './public.module.css'
import { SignupAgreements } from './SignupAgreements.tsx'
import type { Invitation } from './SignupScreen.tsx'
import { useSignup } from './use-signup.ts'

const kinds = ['te', 'va'] as const
type Kind = (typeof kinds)[number]

export type SignupValues = {
  name: string
  email: string
  tax_id: string
  phone: string
  pwd: string
  vno_code: string
  account_type: string
  /** Numbers of the agreements that are accepted with it. */
  agreed: readonly string[]
}

interface SignupFormProps {
  /** Of the invitation, or the printed code; null for whoever knows only his operator's. */
  token: string | null
  invitation: Invitation | null
}

/** What somebody says of himself when he comes in for the first time. */
export function SignupForm({ token, invitation }: SignupFormProps) {
  const [initial] = useState<SignupValues>(() => ({
    name: invitation?.name ?? '',
    email: invitation?.email ?? '',
    tax_id: '',
    phone: '',
    pwd: '',
    vno_code: '',
    account_type: 'te',
    agreed: [],
  }))
  const agreements = useCall('agreements/get', {}).data?.records.filter(({ mandatory }) => mandatory) ?? []
  const signUp = useSignup(token, agreements)
  const form = useForm<SignupValues>({
    initial,
    check: (values) => ({
      ...checkPerson(values),
      ...checkNew(values.pwd, ownWords(values.name, values.email)),
      ...(token === null && values.vno_code.trim().length < 2 && { vno_code: text('signup.check.vno_code') }),
      ...(agreements.some(({ id }) => !values.agreed.includes(String(id))) && { agreed: text('signup.check.agreed') }),
    }),
    send: signUp,
  })
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      {token === null && <Operator form={form} />}
      <TextField form={form} name="name" label={text('account.name')} autoComplete="name" maxLength={120} />
      <TextField
        form={form}
        name="email"
        label={text('account.email')}
        hint={invitation?.email ? text('signup.email.invited') : text('signup.email.hint')}
        type="email"
        autoComplete="username"
        maxLength={254}
        disabled={Boolean(invitation?.email)}
      />
      <TextField form={form} name="tax_id" label={text('account.tax_id')} maxLength={20} optional />
      <TextField
        form={form}
        name="phone"
        label={text('account.phone')}
        type="tel"
        autoComplete="tel"
        maxLength={20}
        optional
      />
      <NewPassword form={form} />
      <SignupAgreements form={form} agreements={agreements} />
      <FormProblem form={form} />
      <div className={styles.acts}>
        <button className="button" data-main aria-busy={form.sending}>
          {text(token === null ? 'signup.ask' : 'signup.create')}
        </button>
      </div>
    </form>
  )
}

function Operator({ form }: { form: Form<SignupValues> }) {
  return (
    <>
      <Segments
        label={text('signup.kind')}
        options={kinds.map((value) => ({ value, text: text(`signup.kind.${value}`) }))}
        value={form.values.account_type as Kind}
        onChange={(account_type) => form.set({ account_type })}
      />
      <TextField
        form={form}
        name="vno_code"
        label={text('signup.vno_code')}
        hint={text('signup.vno_code.hint')}
        maxLength={20}
        autoFocus
      />
    </>
  )
}

function NewPassword({ form }: { form: Form<SignupValues> }) {
  const { name, email, pwd } = form.values
  const words = useMemo(() => ownWords(name, email), [name, email])
  return (
    <PasswordField
      label={text('password.choose')}
      hint={text('password.hint')}
      value={pwd}
      set={(value) => form.set({ pwd: value })}
      wrong={form.wrong.pwd}
      words={words}
    />
  )
}
