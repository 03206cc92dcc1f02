import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSend } from '../../api/use-send.ts'
import { TextField } from '../../ui/form/fields.tsx'
import { FormProblem } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Segments } from '../../ui/Segments.tsx'
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

/** Asks for the link that proves an address; everything else is asked for once it has been opened. */
export function SignupRequest() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { send } = useSend('account/signup')
  const form = useForm<typeof initial>({
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
          maxLength={20}
          autoFocus
        />
        <TextField
          form={form}
          name="email"
          label={text('account.email')}
          hint={text('signup.email.confirm')}
          type="email"
          autoComplete="username"
          maxLength={254}
        />
        <FormProblem form={form} />
        <div className={styles.acts}>
          <button className="button" data-main aria-busy={form.sending}>
            {text('signup.ask')}
          </button>
        </div>
      </form>
    </PublicPage>
  )
}

/** The same for every address, whether it has an account already or not. */
function Sent({ email, again }: { email: string; again: () => void }) {
  return (
    <PublicPage title={text('signup.sent.title')} lead={text('signup.sent.lead', { email })} foot={<SignupWays />}>
      <div className={styles.form} role="status">
        <p>{text('signup.sent.next')}</p>
        {isDemo() && <p>{text('signup.sent.demo')}</p>}
      </div>
      <div className={styles.acts}>
        <button type="button" className={styles.plain} onClick={again}>
          {text('signup.sent.again')}
        </button>
        <Link to="/login" className="button">
          {text('login.back')}
        </Link>
      </div>
    </PublicPage>
  )
}
