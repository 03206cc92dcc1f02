import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CallProblem } from '../../api/problem.ts'
import { useSend } from '../../api/use-send.ts'
import { Button, Press } from '../../kit/Button.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormProblem } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { answerOf } from './answer-of.ts'
import { isForeign } from './installation.ts'
import { InvitationPage } from './InvitationPage.tsx'
import { PublicPage } from './PublicPage.tsx'
import type { Invitation } from './records.ts'
import styles from './public.module.css'

/** Shortest token that the call takes. */
const leastLength = 8
const initial = { code: '' }

interface Opened {
  token: string
  invitation: Invitation
}

/** A printed code is typed, and opens what it is for. It stays out of the address and the history. */
export function CodeScreen() {
  const [opened, setOpened] = useState<Opened | null>(null)
  useEffect(() => {
    if (opened !== null) document.querySelector<HTMLElement>('h1')?.focus()
  }, [opened])
  if (opened === null) return <CodeForm open={setOpened} />
  const foot = (
    <>
      <Press className={`${styles.way} no-padding`} onClick={() => setOpened(null)}>
        {text('code.again')}
      </Press>
      <Link to="/ayuda">{text('help.link')}</Link>
    </>
  )
  return <InvitationPage {...opened} foot={foot} />
}

/**
 * The token of a pasted invitation link, the code of a pasted line of the console, or what was typed without the blanks that
 * come with pasting. The server reads nothing but letters and figures of a code.
 */
const tokenOf = (typed: string) =>
  /[?&]token=([\w-]+)/.exec(typed)?.[1] ?? /(?:\w{5}-){3}\w{5}/.exec(typed)?.[0] ?? typed.replace(/\s/g, '')

function CodeForm({ open }: { open: (opened: Opened) => void }) {
  const { send } = useSend('account/invitation/get')
  const form = useForm<typeof initial>({
    initial,
    check: ({ code }) => (tokenOf(code).length < leastLength ? { code: text('code.check') } : {}),
    send: async ({ code }) => {
      const token = tokenOf(code)
      const { record } = await send({ invitation_token: token }).then(answerOf).catch(atField)
      open({ token, invitation: record })
    },
  })
  return (
    <PublicPage
      title={text('code.title')}
      lead={text('code.lead')}
      foot={
        <>
          <Link to="/login">{text('login.back')}</Link>
          {!isForeign() && <Link to="/signup">{text('login.signup')}</Link>}
          <Link to="/ayuda">{text('help.link')}</Link>
        </>
      }
    >
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <Field label={text('code.code')} hint={text('code.code.hint')} wrong={form.wrong.code}>
          {(control) => (
            <input
              {...control}
              className={`hl-input full ${styles.typed}`}
              autoComplete="off"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              autoFocus
              maxLength={400}
              value={form.values.code}
              onChange={({ target }) => form.set({ code: target.value })}
            />
          )}
        </Field>
        <FormProblem form={form} />
        <div className={styles.acts}>
          <Button type="submit" kind="main" size="large" busy={form.sending}>
            {text('code.go')}
          </Button>
        </div>
      </form>
    </PublicPage>
  )
}

const sentences = { INVITATION_EXPIRED: 'code.wrong', INVITATION_USED: 'code.used' } as const

/** Reports a refused code at its field. */
function atField(error: unknown): never {
  if (!(error instanceof CallProblem) || !(error.code in sentences)) throw error
  const message = text(sentences[error.code as keyof typeof sentences])
  const details = [{ field: 'code', code: 'value', message }]
  throw new CallProblem(error.code, error.message, error.status, { ...error.body, details })
}
