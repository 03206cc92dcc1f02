import { useState } from 'react'
import { limitsOf } from '../../api/limits.ts'
import { queryClient } from '../../api/query.ts'
import { useSend } from '../../api/use-send.ts'
import { Button } from '../../kit/Button.tsx'
import { SwitchField, TextField } from '../../ui/form/fields.tsx'
import { FormProblem, DraftRestoredNote } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Segments } from '../../kit/Segments.tsx'
import { text } from '../../ui/text.ts'
import { answerOf } from './answer-of.ts'
import styles from './contact.module.css'
import { supportData } from './support-data.ts'

const categories = ['incidencia', 'duda', 'mejora'] as const
type Category = (typeof categories)[number]
const initial = { category: 'incidencia', subject: '', message: '', diagnostics: true }
const least = { subject: 3, message: 10 } as const

/** Message to the person's support. A draft survives leaving the screen. */
export function ContactForm() {
  const { send } = useSend('client_contact/send_request')
  const [sent, setSent] = useState(0)
  const form = useForm({
    limits: limitsOf('client_contact/send_request'),
    initial,
    keepAs: 'contact',
    check: ({ subject, message }) => ({
      ...(subject.trim().length < least.subject && { subject: text('support.check.subject') }),
      ...(message.trim().length < least.message && { message: text('support.check.message') }),
    }),
    send: async ({ category, subject, message, diagnostics }) => {
      const data = diagnostics ? { diagnostics: [...supportData(), navigator.userAgent].join('\n') } : {}
      const asked = { subject: subject.trim(), message: message.trim(), category: category as Category, ...data }
      answerOf(await send(asked))
      await queryClient.invalidateQueries({ queryKey: ['client_contact/get'] })
      setSent((count) => count + 1)
      form.reset()
    },
  })
  return (
    <form className={`grid gap-10 phone-l ${styles.form}`} onSubmit={form.submit} noValidate>
      {sent > 0 && !form.dirty && (
        <p className="note" data-tone="success" role="status">
          {text('support.sent')}
        </p>
      )}
      <DraftRestoredNote form={form} />
      <Segments
        label={text('support.category')}
        options={categories.map((value) => ({ value, text: text(`contact.${value}`) }))}
        value={form.values.category as Category}
        onChange={(category) => form.set({ category })}
      />
      <TextField form={form} name="subject" label={text('support.subject')} />
      <TextField form={form} name="message" label={text('support.message')} rows={7} />
      <SwitchField
        form={form}
        name="diagnostics"
        label={text('support.diagnostics')}
        hint={text('support.diagnostics.hint')}
      />
      <FormProblem form={form} />
      <Button type="submit" kind="main" size="large" className={`${styles.act} left`} busy={form.sending}>
        {text('support.send')}
      </Button>
    </form>
  )
}
