import { ownWords } from '@hilo/domain/password.ts'
import { useMemo, useState } from 'react'
import { limitsOf } from '../../api/limits.ts'
import { useCall } from '../../api/query.ts'
import { Button } from '../../kit/Button.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { FormProblem } from '../../ui/form/FormDialog.tsx'
import { useForm, type Form } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { checkNew } from './PasswordNewScreen.tsx'
import { PasswordField } from './PasswordField.tsx'
import { checkPerson } from './person-check.ts'
import styles from './public.module.css'
import { SignupAgreements } from './SignupAgreements.tsx'
import type { Invitation } from './records.ts'
import { useSignup, type SignupValues } from './use-signup.ts'

interface SignupFormProps {
  /** Token of an invitation or an address confirmation, or a printed code. */
  token: string
  invitation: Invitation
}

/** Personal data of a new account. */
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
    limits: limitsOf('account/signup'),
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
      <TextField form={form} name="name" label={text('account.name')} autoComplete="name" />
      <TextField
        form={form}
        name="email"
        label={text('account.email')}
        hint={text(emailHint(invitation))}
        type="email"
        autoComplete="username"
        disabled={Boolean(invitation.email)}
      />
      <TextField form={form} name="tax_id" label={text('account.tax_id')} optional />
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
        <Button type="submit" kind="main" size="large" busy={form.sending}>
          {text(invitation.purpose === 'signup' ? 'signup.ask' : 'signup.create')}
        </Button>
      </div>
    </form>
  )
}

const emailHint = ({ email, purpose }: Invitation) =>
  email === null ? 'signup.email.hint' : purpose === 'signup' ? 'signup.email.confirmed' : 'signup.email.invited'

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
