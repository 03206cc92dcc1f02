import { invitationSends, waitToSend } from '@hilo/domain/invitation.ts'
import { invitationStatus } from '@hilo/domain/status.ts'
import { lazy, Suspense, useState } from 'react'
import { problemText } from '../../api/problem-text.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { Button } from '../../kit/Button.tsx'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { Menu } from '../../kit/Menu.tsx'
import { Facts } from '../../lists/panel/Facts.tsx'
import { choiceText } from '../../lists/text.ts'
import { formatDateTime, formatRelative } from '../../ui/format.ts'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { useNow } from '../../ui/use-now.ts'
import type { Invitation } from './invitation-form.ts'
import { RoleLink } from './PersonFacts.tsx'
import { ZoneName } from './ZonesField.tsx'

const EditInvitation = lazy(() => import('./NewInvitation.tsx').then((part) => ({ default: part.EditInvitation })))

const isOpen = ({ state, expires_at }: Invitation, now: number) =>
  state === invitationStatus.is.created && Date.parse(expires_at) > now

function Body({ record: invitation }: PanelProps<Invitation>) {
  const now = useNow(1000)
  const open = isOpen(invitation, now)
  return (
    <>
      <div className="hl-line">
        <StateBadge enumeration="invitation" value={invitation.state} />
        {open && text('invitations.ends', { when: formatRelative(invitation.expires_at, now) })}
      </div>
      <p className="small ink-2">{text(open ? 'invitations.open.text' : 'invitations.closed.text')}</p>
      <Facts
        facts={[
          { name: 'column.invitations.name', value: invitation.name },
          { name: 'column.invitations.kind', value: choiceText('invitation_kind', invitation.kind) },
          { name: 'column.invitations.role.name', value: <RoleLink role={invitation.role} /> },
          { name: 'column.invitations.vno.name', value: invitation.vno?.name ?? choiceText('role_scope', 'neutral') },
          { name: 'column.invitations.contractor.name', value: invitation.contractor?.name },
          {
            name: 'column.technicals.zones',
            value: invitation.zones.length > 0 && (
              <ul className="grid gap-2">
                {invitation.zones.map((zone) => (
                  <li key={zone}>
                    <ZoneName code={zone} />
                  </li>
                ))}
              </ul>
            ),
          },
          {
            name: 'column.invitations.sent_count',
            value: text('invitations.sentOf', { count: invitation.sent_count, most: invitationSends }),
          },
          { name: 'column.invitations.last_sent_at', value: formatDateTime(invitation.last_sent_at) },
          { name: 'column.invitations.expires_at', value: formatDateTime(invitation.expires_at) },
          { name: 'invitations.by', value: invitation.created_by?.name },
          invitation.used_at !== null && { name: 'invitations.usedAt', value: formatDateTime(invitation.used_at) },
          { name: 'invitations.usedBy', value: invitation.used_by?.name },
          { name: 'invitations.disabledBy', value: invitation.disabled_by?.name },
          { name: 'invitations.reason', value: invitation.reason },
        ]}
      />
    </>
  )
}

/** Sends another link, within the rate limit. */
function Resend({ invitation, refresh }: { invitation: Invitation; refresh: () => Promise<void> }) {
  const { send, sending } = useSend('admin_vno/invitations/send')
  const now = useNow(1000)
  const { id, version, sent_count, last_sent_at } = invitation
  const wait = waitToSend({ sent_count, last_sent_at: Date.parse(last_sent_at) }, now)
  if (wait === null) return <p className="small ink-2">{text('invitations.spent')}</p>
  const again = async () => {
    const sent = await send({ id, version })
    if (sent === null) return
    if (sent.problem === null) toast.success(text('people.act.resend.done'))
    else toast.error(problemText(sent.problem))
    await refresh()
  }
  return (
    <Button kind="main" busy={sending} aria-disabled={wait > 0} onClick={() => wait === 0 && void again()}>
      {wait > 0 ? text('invitations.wait', { seconds: wait }) : text('invitations.resend')}
    </Button>
  )
}

function Foot({ record: invitation, refresh }: PanelProps<Invitation>) {
  const remove = useSend('admin_vno/invitations/delete')
  const [asking, setAsking] = useState<'edit' | 'delete' | null>(null)
  const now = useNow(10_000)
  if (!isOpen(invitation, now)) return null
  const { id, version } = invitation
  const withdraw = async (reason: string) => {
    const sent = await remove.send({ id, version, reason })
    if (sent === null) return null
    await refresh()
    if (sent.problem !== null) return problemText(sent.problem)
    toast.success(text('invitations.withdrawn'))
    return null
  }
  const acts = (['edit', 'delete'] as const).filter((act) => session.can(`invitations_${act}`))
  const close = () => setAsking(null)
  return (
    <>
      {session.can('invitations_create') && <Resend invitation={invitation} refresh={refresh} />}
      {acts.length > 0 && (
        <Menu
          look={{ shape: 'square' }}
          label={text('people.more')}
          button="···"
          align="end"
          items={acts.map((act) => ({
            name: text(act === 'edit' ? 'people.edit' : 'invitations.withdraw'),
            act: () => setAsking(act),
          }))}
        />
      )}
      {asking === 'edit' && (
        <Suspense>
          <EditInvitation invitation={invitation} close={close} done={refresh} />
        </Suspense>
      )}
      {asking === 'delete' && (
        <ReasonDialog
          title={text('invitations.withdraw.title')}
          sentence={text('invitations.withdraw.text', { email: invitation.email })}
          yes={text('invitations.withdraw')}
          least={1}
          send={withdraw}
          close={close}
        />
      )}
    </>
  )
}

export const invitationPanel: PanelParts<Invitation> = { Body, Foot }
