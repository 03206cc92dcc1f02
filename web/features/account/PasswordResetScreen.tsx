import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { limitsOf } from '../../api/limits.ts'
import { useSend } from '../../api/use-send.ts'
import { Button } from '../../kit/Button.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { FormProblem } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { answerOf } from './answer-of.ts'
import { checkEmail } from './person-check.ts'
import { PublicPage } from './PublicPage.tsx'
import styles from './public.module.css'
import { resetTrip } from './reset-trip.ts'

/** Requests a reset code. The answer does not reveal whether the address has an account. */
export function PasswordResetScreen() {
  const navigate = useNavigate()
  const { send } = useSend('account/password/request_reset')
  const [initial] = useState(() => ({ email: resetTrip.get('email') }))
  const form = useForm({
    limits: limitsOf('account/password/request_reset'),
    initial,
    check: ({ email }) => checkEmail(email),
    send: async ({ email }) => {
      const asked = email.trim().toLowerCase()
      answerOf(await send({ email: asked }))
      resetTrip.keep('email', asked)
      await navigate({ to: '/password-reset/verify' })
    },
  })
  return (
    <PublicPage
      title={text('reset.title')}
      lead={text('reset.lead')}
      foot={
        <>
          <Link to="/login">{text('login.back')}</Link>
          <Link to="/ayuda">{text('help.link')}</Link>
        </>
      }
    >
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <TextField
          form={form}
          name="email"
          label={text('account.email')}
          type="email"
          autoComplete="username"
          autoFocus
        />
        <FormProblem form={form} />
        <div className={styles.acts}>
          <Button type="submit" kind="main" size="large" busy={form.sending}>
            {text('reset.send')}
          </Button>
          <Link
            to="/password-reset/verify"
            className={`${styles.link} centered semibold plain pointer px-12 min-h-44 no-border no-ground accent`}
          >
            {text('reset.have_code')}
          </Link>
        </div>
      </form>
    </PublicPage>
  )
}
