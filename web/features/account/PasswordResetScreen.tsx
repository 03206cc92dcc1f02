import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSend } from '../../api/use-send.ts'
import { TextField } from '../../ui/form/fields.tsx'
import { FormProblem } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { answerOf } from './answer-of.ts'
import { checkEmail } from './person-check.ts'
import { PublicPage } from './PublicPage.tsx'
import styles from './public.module.css'
import { resetTrip } from './reset-trip.ts'

/** Asks for the code that lets somebody choose another password. Whether the address is anybody's is not said. */
export function PasswordResetScreen() {
  const navigate = useNavigate()
  const { send } = useSend('account/password/request_reset')
  const [initial] = useState(() => ({ email: resetTrip.get('email') }))
  const form = useForm({
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
          maxLength={254}
          autoFocus
        />
        <FormProblem form={form} />
        <div className={styles.acts}>
          <button className="button" data-main aria-busy={form.sending}>
            {text('reset.send')}
          </button>
          <Link to="/password-reset/verify" className={styles.link}>
            {text('reset.have_code')}
          </Link>
        </div>
      </form>
    </PublicPage>
  )
}
