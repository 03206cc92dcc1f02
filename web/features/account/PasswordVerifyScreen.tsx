import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useSend } from '../../api/use-send.ts'
import { Button, Press } from '../../kit/Button.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { FormProblem } from '../../ui/form/FormDialog.tsx'
import { useForm, type Form } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { answerOf } from './answer-of.ts'
import { checkEmail } from './person-check.ts'
import { PublicPage } from './PublicPage.tsx'
import styles from './public.module.css'
import { resetTrip } from './reset-trip.ts'
import { serverNow } from '../../api/clock.ts'
import { useNow } from '../../ui/use-now.ts'

const digits = 8

/** Exchanges the mailed code for a password reset token. */
export function PasswordVerifyScreen() {
  const navigate = useNavigate()
  const { send } = useSend('account/password/verify_code')
  const [known] = useState(() => resetTrip.get('email'))
  const [initial] = useState({ email: known, code: '' })
  const form = useForm({
    initial,
    check: ({ email, code }) => ({
      ...checkEmail(email),
      ...(code.length < digits && { code: text('reset.check.code', { count: digits }) }),
    }),
    send: async ({ email, code }) => {
      const asked = email.trim().toLowerCase()
      const { record } = answerOf(await send({ email: asked, code }))
      resetTrip.keep('email', asked)
      resetTrip.keep('token', record.reset_token)
      await navigate({ to: '/password-reset/new' })
    },
  })
  return (
    <PublicPage
      title={text('reset.verify.title')}
      lead={known === '' ? text('reset.verify.lead') : text('reset.verify.lead_to', { email: known })}
      foot={
        <>
          <Link to="/password-reset">{text('reset.other_address')}</Link>
          <Link to="/ayuda">{text('help.link')}</Link>
        </>
      }
    >
      <form className={styles.form} onSubmit={form.submit} noValidate>
        {known === '' && (
          <TextField form={form} name="email" label={text('account.email')} type="email" autoComplete="username" />
        )}
        <CodeField form={form} autoFocus={known !== ''} />
        <FormProblem form={form} />
        <div className={styles.acts}>
          <Button type="submit" kind="main" size="large" busy={form.sending}>
            {text('reset.verify.yes')}
          </Button>
          <ResendCode email={form.values.email} sent={() => form.set({ code: '' })} />
        </div>
      </form>
    </PublicPage>
  )
}

/** Input of a code, typed or pasted; submits when complete. */
function CodeField({ form, autoFocus }: { form: Form<{ email: string; code: string }>; autoFocus: boolean }) {
  const { code } = form.values
  const submit = useRef(form.submit)
  useEffect(() => {
    submit.current = form.submit
  })
  useEffect(() => {
    if (code.length === digits) submit.current()
  }, [code])
  return (
    <Field label={text('reset.code')} hint={text('reset.code.hint')} wrong={form.wrong.code}>
      {(control) => (
        <input
          {...control}
          className={`hl-input full ${styles.code}`}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus={autoFocus}
          value={code}
          onChange={({ target }) => form.set({ code: target.value.replace(/\D/g, '').slice(0, digits) })}
        />
      )}
    </Field>
  )
}

/** Wait between codes, s. */
const patience = 30

/** Sends another code after the wait. */
function ResendCode({ email, sent }: { email: string; sent: () => void }) {
  const { send, sending, problem } = useSend('account/password/request_reset')
  const [last, setLast] = useState({ at: serverNow(), again: false })
  const now = useNow(1000)
  const wait = Math.ceil((last.at - now) / 1000) + patience
  if (email.trim() === '') return null
  const resend = async () => {
    const answer = await send({ email: email.trim().toLowerCase() })
    if (!answer?.answer) return
    setLast({ at: serverNow(), again: true })
    sent()
  }
  return (
    <>
      <Press
        className={`${styles.plain} centered semibold plain pointer px-12 min-h-44 no-border no-ground accent`}
        disabled={wait > 0 || sending}
        onClick={() => void resend()}
      >
        {wait > 0 ? text('reset.resend.wait', { seconds: wait }) : text('reset.resend')}
      </Press>
      <p className={styles.told} role="status">
        {problem ?? (last.again ? text('reset.resent') : '')}
      </p>
    </>
  )
}
