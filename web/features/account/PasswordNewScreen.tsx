import { ownWords } from '@hilo/domain/password.ts'
import { useMemo, useState } from 'react'
import { CallProblem } from '../../api/problem.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { Button } from '../../kit/Button.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { FormProblem } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { answerOf } from './answer-of.ts'
import { PasswordField } from './PasswordField.tsx'
import { strengthOf } from './password-strength.ts'
import { PublicPage } from './PublicPage.tsx'
import styles from './public.module.css'
import { resetTrip } from './reset-trip.ts'

const initial = { pwd: '' }

/** New password after a confirmed reset code. */
export function PasswordNewScreen() {
  const { send } = useSend('account/password/reset')
  const [token] = useState(() => resetTrip.get('token'))
  const [state, setState] = useState<'asking' | 'late' | 'done'>(token === '' ? 'late' : 'asking')
  const words = useMemo(() => ownWords('', resetTrip.get('email')), [])
  const form = useForm({
    initial,
    check: ({ pwd }) => checkNew(pwd, words),
    send: async ({ pwd }) => {
      try {
        await session.leave(async () => answerOf(await send({ reset_token: token, pwd })))
      } catch (error) {
        if (!(error instanceof CallProblem && error.code === 'RESET_CODE_INVALID')) throw error
        setState('late')
        return
      }
      resetTrip.forget()
      setState('done')
    },
  })
  if (state === 'late') return <TooLate />
  if (state === 'done') return <Done />
  return (
    <PublicPage title={text('reset.new.title')} lead={text('reset.new.lead')}>
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <PasswordField
          label={text('password.new')}
          hint={text('password.hint')}
          value={form.values.pwd}
          set={(pwd) => form.set({ pwd })}
          wrong={form.wrong.pwd}
          words={words}
          autoFocus
        />
        <FormProblem form={form} />
        <div className={styles.acts}>
          <Button type="submit" kind="main" size="large" busy={form.sending}>
            {text('reset.new.yes')}
          </Button>
        </div>
      </form>
    </PublicPage>
  )
}

/** Why a new password is not acceptable yet. */
export function checkNew(pwd: string, words: readonly string[]): { pwd?: string } {
  const strength = strengthOf(pwd, words)
  return strength === 'short' || strength === 'long' || strength === 'common'
    ? { pwd: text(`validation.password_${strength}`) }
    : {}
}

function TooLate() {
  return (
    <PublicPage title={text('reset.late.title')} lead={text('reset.late.lead')}>
      <div className={styles.acts}>
        <LinkButton to="/password-reset" kind="main" size="large">
          {text('reset.late.again')}
        </LinkButton>
        <LinkButton to="/login" size="large">
          {text('login.back')}
        </LinkButton>
      </div>
    </PublicPage>
  )
}

function Done() {
  return (
    <PublicPage title={text('reset.done.title')} lead={text('reset.done.lead')}>
      <div className={styles.acts}>
        <LinkButton to="/loading-oauth" search={{}} kind="main" size="large">
          {text('login.enter')}
        </LinkButton>
      </div>
    </PublicPage>
  )
}
