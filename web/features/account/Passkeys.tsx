import type { Passkey } from '@hilo/contract/account/account-passkeys.ts'
import type { Output } from '@hilo/contract/index.ts'
import { useState } from 'react'
import { limitsOf } from '../../api/limits.ts'
import { Button } from '../../kit/Button.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { agoEvery } from '../../ui/Ago.tsx'
import { queryClient, useCall } from '../../api/query.ts'
import { useSend } from '../../api/use-send.ts'
import { QueryState } from '../../kit/QueryState.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { formatAgo, formatDate } from '../../ui/format.ts'
import { Card } from '../../kit/Page.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { answerOf } from './answer-of.ts'
import { PasswordField } from './PasswordField.tsx'
import styles from './profile.module.css'

type Answer = Output<'account/passkeys/get'>
type Open = { kind: 'rename' | 'remove'; passkey: Passkey }

const again = () =>
  Promise.all(
    ['account/passkeys/get', 'admin_vno/sessions/get'].map((path) =>
      queryClient.invalidateQueries({ queryKey: [path] }),
    ),
  )

/** The user's passkeys: renamed and removed here, created at the issuer after a new sign-in. */
export function Passkeys() {
  const answer = useCall('account/passkeys/get', {})
  const [open, setOpen] = useState<Open | null>(null)
  const has = (answer.data?.records.length ?? 0) > 0
  const close = () => setOpen(null)
  return (
    <Card
      title={text('profile.passkeys')}
      aside={
        answer.data?.available && (
          <LinkButton
            to="/loading-oauth"
            search={{ return_to_url: window.location.pathname, llaves: '1' }}
            preload={false}
            size="small"
          >
            {text(has ? 'profile.passkeys.manage' : 'profile.passkeys.add')}
          </LinkButton>
        )
      }
    >
      <QueryState answer={answer} height={72}>
        {(found) => <Rows {...found} open={setOpen} />}
      </QueryState>
      {open?.kind === 'rename' && <Rename passkey={open.passkey} close={close} />}
      {open?.kind === 'remove' && (
        <Remove passkey={open.passkey} last={answer.data?.records.length === 1} close={close} />
      )}
    </Card>
  )
}

function notesOf({ created_at, last_used_at, synced }: Passkey, now: number): string {
  const used =
    last_used_at === null
      ? text('profile.passkeys.unused')
      : text('profile.passkeys.used', { time: formatAgo(last_used_at, now) })
  const made = text('profile.passkeys.created', { time: formatDate(created_at) })
  return [made, used, ...(synced ? [text('profile.passkeys.synced')] : [])].join(', ')
}

function Rows({ records, available, required, recovery_codes: codes, open }: Answer & { open: (one: Open) => void }) {
  const now = useNow(agoEvery)
  if (!available) return <p className="ink-2">{text('profile.passkeys.unavailable')}</p>
  return (
    <>
      <p className="ink-2">{text(required ? 'profile.passkeys.required' : 'profile.passkeys.lead')}</p>
      {records.length === 0 && <p className="ink-2">{text('profile.passkeys.none')}</p>}
      <ul>
        {records.map((passkey) => (
          <li key={passkey.id} className={styles.session}>
            <div>
              <p className="flex wrap semibold gap-x-10">{passkey.name}</p>
              <p className="small ink-2">{notesOf(passkey, now)}</p>
            </div>
            {(['rename', 'remove'] as const).map((kind) => (
              <Button key={kind} size="small" aria-haspopup="dialog" onClick={() => open({ kind, passkey })}>
                {text(`profile.passkeys.${kind}`)}
                <span className="hidden-visually"> {passkey.name}</span>
              </Button>
            ))}
          </li>
        ))}
      </ul>
      {records.length > 0 && <p className="small ink-2">{text('profile.passkeys.codes', { count: codes })}</p>}
    </>
  )
}

function Rename({ passkey: { id, version, name }, close }: { passkey: Passkey; close: () => void }) {
  const { send } = useSend('account/passkeys/edit')
  const form = useForm({
    limits: limitsOf('account/passkeys/edit'),
    initial: { name },
    check: (values) => ({
      ...(values.name.trim() === '' && { name: text('profile.passkeys.check.name') }),
    }),
    send: async (values) => {
      answerOf(await send({ id, version, name: values.name.trim() }))
      await again()
      close()
      toast.success(text('profile.passkeys.renamed'))
    },
  })
  return (
    <FormDialog form={form} title={text('profile.passkeys.rename')} yes={text('profile.save')} close={close}>
      <TextField form={form} name="name" label={text('profile.passkeys.name')} />
    </FormDialog>
  )
}

function Remove({ passkey, last, close }: { passkey: Passkey; last: boolean; close: () => void }) {
  const { id, name } = passkey
  const { send } = useSend('account/passkeys/delete')
  const form = useForm({
    initial: { current_pwd: '' },
    check: ({ current_pwd }) => ({ ...(current_pwd === '' && { current_pwd: text('profile.check.current') }) }),
    send: async ({ current_pwd }) => {
      answerOf(await send({ id, current_pwd }))
      await again()
      close()
      toast.success(text('profile.passkeys.removed'))
    },
  })
  const sentences = [text('profile.passkeys.remove.text'), ...(last ? [text('profile.passkeys.remove.last')] : [])]
  return (
    <FormDialog
      form={form}
      title={text('profile.passkeys.remove.title', { name })}
      sentence={sentences.join(' ')}
      yes={text('profile.passkeys.remove')}
      danger
      close={close}
    >
      <PasswordField
        label={text('password.current')}
        value={form.values.current_pwd}
        set={(current_pwd) => form.set({ current_pwd })}
        wrong={form.wrong.current_pwd}
      />
    </FormDialog>
  )
}
