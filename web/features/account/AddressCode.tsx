import { useState } from 'react'
import { useSend } from '../../api/use-send.ts'
import { Field } from '../../ui/form/Field.tsx'
import controls from '../../ui/form/form.module.css'
import { FormProblem } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { answerOf } from './answer-of.ts'
import type { Person } from './PersonCard.tsx'
import styles from './profile.module.css'

const digits = 8
const initial = { email_code: '' }

interface AddressCodeProps {
  email: string
  /** The person's present address, which taking the wish back keeps. */
  present: string
  changed: (next: Person, moved: boolean) => Promise<void>
}

/** The code that was sent to another address, which makes it one's own. */
export function AddressCode({ email, present, changed }: AddressCodeProps) {
  const { send, sending } = useSend('account/edit')
  const [wrong, setWrong] = useState<string | null>(null)
  const form = useForm<typeof initial>({
    initial,
    check: ({ email_code }) =>
      email_code.length < digits ? { email_code: text('reset.check.code', { count: digits }) } : {},
    send: async ({ email_code }) => await changed(answerOf(await send({ email_code })).record, true),
  })
  const keep = async () => {
    const sent = await send({ email: present })
    if (sent?.answer) await changed(sent.answer.record, false)
    else if (sent) setWrong(text('profile.pending.failed'))
  }
  return (
    <form className={styles.pending} onSubmit={form.submit} noValidate aria-label={text('profile.pending.title')}>
      <strong>{text('profile.pending.title')}</strong>
      <p>{text('profile.pending.text', { email, present })}</p>
      <Field label={text('reset.code')} hint={text('reset.code.hint')} wrong={form.wrong.email_code}>
        {(control) => (
          <input
            {...control}
            className={controls.input}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={form.values.email_code}
            onChange={({ target }) => form.set({ email_code: target.value.replace(/\D/g, '').slice(0, digits) })}
          />
        )}
      </Field>
      <FormProblem form={form} />
      {wrong !== null && <p role="alert">{wrong}</p>}
      <div className={styles.pendingActs}>
        <button className="button" data-main aria-busy={form.sending}>
          {text('profile.pending.yes')}
        </button>
        <button type="button" className="button" disabled={sending} onClick={() => void keep()}>
          {text('profile.pending.no')}
        </button>
      </div>
    </form>
  )
}
