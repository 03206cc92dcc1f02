import { useState } from 'react'
import { useSend } from '../../api/use-send.ts'
import { Button } from '../../kit/Button.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormProblem } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { answerOf } from './answer-of.ts'
import type { Person } from './records.ts'

const digits = 8
const initial = { email_code: '' }

interface AddressCodeProps {
  email: string
  /** Current address, which stays if the change is withdrawn. */
  present: string
  changed: (next: Person, moved: boolean) => Promise<void>
}

/** Confirms a new address with the code sent to it. */
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
    <form className="note grid gap-10" onSubmit={form.submit} noValidate aria-label={text('profile.pending.title')}>
      <strong>{text('profile.pending.title')}</strong>
      <p>{text('profile.pending.text', { email, present })}</p>
      <Field label={text('reset.code')} hint={text('reset.code.hint')} wrong={form.wrong.email_code}>
        {(control) => (
          <input
            {...control}
            className="hl-input full"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={form.values.email_code}
            onChange={({ target }) => form.set({ email_code: target.value.replace(/\D/g, '').slice(0, digits) })}
          />
        )}
      </Field>
      <FormProblem form={form} />
      {wrong !== null && <p role="alert">{wrong}</p>}
      <div className="flex wrap gap-10">
        <Button type="submit" kind="main" size="large" busy={form.sending}>
          {text('profile.pending.yes')}
        </Button>
        <Button size="large" disabled={sending} onClick={() => void keep()}>
          {text('profile.pending.no')}
        </Button>
      </div>
    </form>
  )
}
