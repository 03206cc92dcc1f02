import { useState } from 'react'
import { limitsOf } from '../../api/limits.ts'
import { useSend } from '../../api/use-send.ts'
import { Button, Press } from '../../kit/Button.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { FormProblem } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Segments } from '../../kit/Segments.tsx'
import { text } from '../../ui/text.ts'
import { answerOf } from './answer-of.ts'
import { isDemo } from './installation.ts'
import { checkEmail } from './person-check.ts'
import { PublicPage } from './PublicPage.tsx'
import styles from './public.module.css'
import { SignupWays } from './SignupWays.tsx'

const kinds = ['te', 'va'] as const
type Kind = (typeof kinds)[number]
const initial = { vno_code: '', email: '', account_type: 'te' as Kind }

/** Requests a confirmation link for an address; the form opens from the link. */
export function SignupRequest() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { send } = useSend('account/signup')
  const form = useForm<typeof initial>({
    limits: limitsOf('account/signup'),
    initial,
    check: ({ vno_code, email }) => ({
      ...(vno_code.trim().length < 2 && { vno_code: text('signup.check.vno_code') }),
      ...checkEmail(email),
    }),
    send: async ({ vno_code, account_type, email }) => {
      const address = email.trim().toLowerCase()
      answerOf(await send({ vno_code: vno_code.trim(), account_type, email: address }))
      setSentTo(address)
    },
  })
  if (sentTo !== null) return <Sent email={sentTo} again={() => setSentTo(null)} />
  return (
    <PublicPage title={text('signup.title')} lead={text('signup.open.lead')} foot={<SignupWays />}>
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <Segments
          label={text('signup.kind')}
          options={kinds.map((value) => ({ value, text: text(`signup.kind.${value}`) }))}
          value={form.values.account_type}
          onChange={(account_type) => form.set({ account_type })}
        />
        <TextField
          form={form}
          name="vno_code"
          label={text('signup.vno_code')}
          hint={text('signup.vno_code.hint')}
          autoFocus
        />
        <TextField
          form={form}
          name="email"
          label={text('account.email')}
          hint={text('signup.email.confirm')}
          type="email"
          autoComplete="username"
        />
        <FormProblem form={form} />
        <div className={styles.acts}>
          <Button type="submit" kind="main" size="large" busy={form.sending}>
            {text('signup.ask')}
          </Button>
        </div>
      </form>
    </PublicPage>
  )
}

/** Same text for every address, so that existing accounts are not revealed. */
function Sent({ email, again }: { email: string; again: () => void }) {
  return (
    <PublicPage title={text('signup.sent.title')} lead={text('signup.sent.lead', { email })} foot={<SignupWays />}>
      <div className={styles.form} role="status">
        <p>{text('signup.sent.next')}</p>
        {isDemo() && <p>{text('signup.sent.demo')}</p>}
      </div>
      <div className={styles.acts}>
        <Press
          className={`${styles.plain} centered semibold plain pointer px-12 min-h-44 no-border no-ground accent`}
          onClick={again}
        >
          {text('signup.sent.again')}
        </Press>
        <LinkButton to="/login" size="large">
          {text('login.back')}
        </LinkButton>
      </div>
    </PublicPage>
  )
}
