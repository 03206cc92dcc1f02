import { ownWords } from '@hilo/domain/password.ts'
import { useMemo, useState } from 'react'
import { useCall } from '../../api/query.ts'
import { TextField } from '../../ui/form/fields.tsx'
import { FormProblem } from '../../ui/form/FormDialog.tsx'
import { useForm, type Form } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { checkNew } from './PasswordNewScreen.tsx'
import { PasswordField } from './PasswordField.tsx'
import { checkPerson } from './person-check.ts'
import styles from './public.module.css'
import { SignupAgreements } from './SignupAgreements.tsx'
import type { Invitation } from './SignupScreen.tsx'
import { useSignup } from './use-signup.ts'

export type SignupValues = {
  name: string
  email: string
  tax_id: string
  phone: string
  pwd: string
  /** Numbers of the agreements that are accepted with it. */
  agreed: readonly string[]
}

interface SignupFormProps {
  /** Of the invitation, of the link that confirms an address, or the printed code. */
  token: string
  invitation: Invitation
}

/** What somebody says of himself when he comes in for the first time. */
export function SignupForm({ token, invitation }: SignupFormProps) {
  const [initial] = useState<SignupValues>(() => ({
    name: invitation.name ?? '',
    email: invitation.email ?? '',
    tax_id: '',
    phone: '',
    pwd: '',
    agreed: [],
  }))
  const agreements = useCall('agreements/get', {}).data?.records.filter(({ mandatory }) => mandatory) ?? []
  const signUp = useSignup(token, agreements)
  const form = useForm<SignupValues>({
    initial,
    check: (values) => ({
      ...checkPerson(values),
      ...checkNew(values.pwd, ownWords(values.name, values.email)),
      ...(agreements.some(({ id }) => !values.agreed.includes(String(id))) && { agreed: text('signup.check.agreed') }),
    }),
    send: signUp,
  })
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <TextField form={form} name="name" label={text('account.name')} autoComplete="name" maxLength={120} />
      <TextField
        form={form}
        name="email"
        label={text('account.email')}
        hint={text(emailHint(invitation))}
        type="email"
        autoComplete="username"
        maxLength={254}
        disabled={Boolean(invitation.email)}
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
          {text(invitation.approval ? 'signup.ask' : 'signup.create')}
        </button>
      </div>
    </form>
  )
}

const emailHint = ({ email, approval }: Invitation) =>
  email === null ? 'signup.email.hint' : approval ? 'signup.email.confirmed' : 'signup.email.invited'

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
