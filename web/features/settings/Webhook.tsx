import type { Output, RecordOf } from '@hilo/contract/index.ts'
import { useMemo, useState } from 'react'
import { queryClient } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useOnce, useSend } from '../../api/use-send.ts'
import { copyText } from '../../lists/panel/ListPanel.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { FormPage } from '../../ui/form/FormPage.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import styles from './settings.module.css'

type Operator = RecordOf<'admin_vno/vno/get'>

const refresh = () => queryClient.invalidateQueries({ queryKey: ['admin_vno/vno/get'] })
const valuesOf = ({ contact }: Operator) => ({
  noc_email: contact.noc_email ?? '',
  webhook_url: contact.webhook_url ?? '',
})

/** Where the operator's control room and its own systems are told what goes on in the network. */
export function Webhook({ operator }: { operator: Operator }) {
  const initial = useMemo(() => valuesOf(operator), [operator])
  const save = useOnce('admin_vno/vno/edit')
  const form = useForm({
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
        maxLength={512}
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

/** One message now, and what their systems answered. */
function Test({ operator: { id } }: { operator: Operator }) {
  const { send, sending, problem } = useSend('admin_vno/vno/webhook/test')
  const [said, setSaid] = useState<Said | null>(null)
  const result = said && resultOf(said)
  return (
    <div className={styles.tested}>
      <button
        type="button"
        className="hl-button"
        aria-busy={sending}
        onClick={() => void send({ id }).then((sent) => setSaid(sent?.answer?.record ?? null))}
      >
        {text('notices.test')}
      </button>
      <p role="status">
        {sending && text('notices.test.sending')}
        {!sending && said && (
          <>
            <Shape
              kind={result === 'taken' ? 'check' : 'diamond'}
              tone={result === 'taken' ? 'success' : 'danger'}
              size={12}
            />
            {text(`notices.test.${result}`, { status: said.status ?? '', ms: said.ms })}
            {!said.signed && ` ${text('notices.test.unsigned')}`}
          </>
        )}
        {!sending && !said && problem === null && text('notices.test.text')}
      </p>
      {problem !== null && (
        <p role="alert" className={styles.wrong}>
          {problem}
        </p>
      )}
    </div>
  )
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The secret that signs what is sent: made here, told once. */
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
      <p className={styles.hint}>{text(contact.webhook_secret_set ? 'notices.secret.set' : 'notices.secret.none')}</p>
      {made !== null && (
        <div className={styles.secret} role="status">
          <b>{text('notices.secret.once')}</b>
          <code>{made}</code>
          <button type="button" className="hl-button hl-small" onClick={() => copyText(made)}>
            {text('notices.secret.copy')}
          </button>
        </div>
      )}
      {problem !== null && (
        <p role="alert" className={styles.wrong}>
          {problem}
        </p>
      )}
      <span>
        <button
          type="button"
          className="hl-button"
          aria-busy={sending}
          onClick={() => (contact.webhook_secret_set ? setAsking(true) : void make())}
        >
          {text(contact.webhook_secret_set ? 'notices.secret.renew' : 'notices.secret.make')}
        </button>
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
