import { ownWords } from '@hilo/domain/password.ts'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { CallProblem } from '../../api/problem.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
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

/** Another password, for whoever has shown the code. */
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
          <button className="button" data-main aria-busy={form.sending}>
            {text('reset.new.yes')}
          </button>
        </div>
      </form>
    </PublicPage>
  )
}

/** Why a new password cannot be sent yet. */
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
        <Link to="/password-reset" className="button" data-main>
          {text('reset.late.again')}
        </Link>
        <Link to="/login" className="button">
          {text('login.back')}
        </Link>
      </div>
    </PublicPage>
  )
}

function Done() {
  return (
    <PublicPage title={text('reset.done.title')} lead={text('reset.done.lead')}>
      <div className={styles.acts}>
        <Link to="/loading-oauth" search={{}} className="button" data-main>
          {text('login.enter')}
        </Link>
      </div>
    </PublicPage>
  )
}
