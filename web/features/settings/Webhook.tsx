import type { Output, RecordOf } from '@hilo/contract/index.ts'
import { useMemo, useState } from 'react'
import { limitsOf } from '../../api/limits.ts'
import { queryClient } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useSubmit, useSend } from '../../api/use-send.ts'
import { Button } from '../../kit/Button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { FormPage } from '../../ui/form/FormPage.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import styles from './settings.module.css'

type Operator = RecordOf<'admin_vno/vno/get'>

const refresh = () => queryClient.invalidateQueries({ queryKey: ['admin_vno/vno/get'] })
const valuesOf = ({ contact }: Operator) => ({
  noc_email: contact.noc_email ?? '',
  webhook_url: contact.webhook_url ?? '',
})

/** Control room phone and webhook of the operator. */
export function Webhook({ operator }: { operator: Operator }) {
  const initial = useMemo(() => valuesOf(operator), [operator])
  const save = useSubmit('admin_vno/vno/edit')
  const form = useForm({
    limits: limitsOf('admin_vno/vno/edit'),
    initial,
    version: operator.version,
    check: ({ webhook_url: url }) =>
      url !== '' && !/^https?:\/\/[^\s/]+/.test(url) ? { webhook_url: text('notices.url.wrong') } : {},
    read: (record) => valuesOf(record as Operator),
    send: async ({ noc_email, webhook_url }, version) => {
      const input = {
        id: operator.id,
        version,
        contact: {
          noc_email: noc_email === '' ? null : noc_email,
          webhook_url: webhook_url === '' ? null : webhook_url,
        },
      }
      try {
        await save(input)
      } finally {
        await refresh()
      }
      form.reset()
      toast.success(text('notices.operator.saved'))
    },
  })
  const may = session.can('vno_edit')
  return (
    <FormPage
      form={form}
      yes={text('notices.operator.save')}
      nameOf={(field) => text(`notices.${field}`)}
      readOnly={!may}
    >
      <TextField
        form={form}
        name="noc_email"
        type="email"
        label={text('notices.noc_email')}
        hint={text('notices.noc_email.text')}
        disabled={!may}
        optional
      />
      <TextField
        form={form}
        name="webhook_url"
        type="url"
        label={text('notices.webhook_url')}
        hint={text('notices.webhook_url.text')}
        disabled={!may}
        optional
      />
      {may && <Secret operator={operator} />}
      {may && operator.contact.webhook_url !== null && <Test operator={operator} />}
    </FormPage>
  )
}

type Said = Output<'admin_vno/vno/webhook/test'>['record']
function resultOf({ status }: Said): string {
  if (status === null) return 'nobody'
  return status >= 200 && status < 300 ? 'taken' : 'refused'
}

/** Sends a test message and shows the answer. */
function Test({ operator: { id } }: { operator: Operator }) {
  const { send, sending, problem } = useSend('admin_vno/vno/webhook/test')
  const [answer, setAnswer] = useState<Said | null>(null)
  const result = answer && resultOf(answer)
  return (
    <div className={styles.tested}>
      <Button busy={sending} onClick={() => void send({ id }).then((sent) => setAnswer(sent?.answer?.record ?? null))}>
        {text('notices.test')}
      </Button>
      <p role="status" className="flex middle gap-6 shrink small ink-2 anywhere">
        {sending && text('notices.test.sending')}
        {!sending && answer && (
          <>
            <Shape
              kind={result === 'taken' ? 'check' : 'diamond'}
              tone={result === 'taken' ? 'success' : 'danger'}
              size={12}
            />
            {text(`notices.test.${result}`, { status: answer.status ?? '', ms: answer.ms })}
            {!answer.signed && ` ${text('notices.test.unsigned')}`}
          </>
        )}
        {!sending && !answer && problem === null && text('notices.test.text')}
      </p>
      {problem !== null && (
        <p role="alert" className="ink-danger">
          {problem}
        </p>
      )}
    </div>
  )
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Signing secret: generated here, shown once. */
function Secret({ operator }: { operator: Operator }) {
  const { id, contact } = operator
  const { send, sending, problem } = useSend('admin_vno/vno/edit')
  const [asking, setAsking] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const make = async () => {
    const secret = hex(crypto.getRandomValues(new Uint8Array(32)))
    const sent = await send({ id, contact: { webhook_secret: secret } })
    if (!sent?.answer) return
    setMade(secret)
    await refresh()
  }
  return (
    <>
      <p className="small ink-2">{text(contact.webhook_secret_set ? 'notices.secret.set' : 'notices.secret.none')}</p>
      {made !== null && (
        <div className="note grid gap-6 anywhere" data-tone="warning" role="status">
          <b>{text('notices.secret.once')}</b>
          <code>{made}</code>
          <Button size="small" className="left" onClick={() => copyText(made)}>
            {text('notices.secret.copy')}
          </Button>
        </div>
      )}
      {problem !== null && (
        <p role="alert" className="ink-danger">
          {problem}
        </p>
      )}
      <span>
        <Button busy={sending} onClick={() => (contact.webhook_secret_set ? setAsking(true) : void make())}>
          {text(contact.webhook_secret_set ? 'notices.secret.renew' : 'notices.secret.make')}
        </Button>
      </span>
      {asking && (
        <ConfirmDialog
          title={text('notices.secret.renew')}
          sentence={text('notices.secret.renew.text')}
          yes={text('notices.secret.renew')}
          confirm={() => void make()}
          close={() => setAsking(false)}
        />
      )}
    </>
  )
}
