import type { Output } from '@hilo/contract/index.ts'
import { useState } from 'react'
import { useNow } from '../../ui/use-now.ts'
import { agoEvery } from '../../ui/Ago.tsx'
import { call } from '../../api/call.ts'
import { problemText } from '../../api/problem-text.ts'
import { queryClient, useCall } from '../../api/query.ts'
import { Asked } from '../../ui/Asked.tsx'
import { formatAgo, formatDateTime } from '../../ui/format.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Card } from '../../ui/Page.tsx'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { deviceOf } from './device-name.ts'
import styles from './profile.module.css'

type OpenSession = Output<'admin_vno/sessions/get'>['records'][number]
/** What is about to be closed: one session, or every other one. */
type Target = OpenSession | 'others'

export function Sessions() {
  const answer = useCall('admin_vno/sessions/get', {})
  const [target, setTarget] = useState<Target | null>(null)
  const records = answer.data?.records ?? []
  const revoke = async (which: Target) => {
    const query = which === 'others' ? {} : { id: which.id }
    try {
      const { record } = await call('admin_vno/sessions/revoke', query)
      toast.success(text('sessions.revoked', { count: record.revoked }))
    } catch (error) {
      toast.error(problemText(error))
    }
    await queryClient.invalidateQueries({ queryKey: ['admin_vno/sessions/get'] })
  }
  return (
    <Card
      title={text('sessions.title')}
      aside={
        records.some(({ current }) => !current) && (
          <button
            type="button"
            className="hl-button hl-small"
            aria-haspopup="dialog"
            onClick={() => setTarget('others')}
          >
            {text('sessions.revoke_others')}
          </button>
        )
      }
    >
      <Asked answer={answer} height={72}>
        {() => (
          <ul>
            {records.map((session) => (
              <SessionRow key={session.id} session={session} revoke={() => setTarget(session)} />
            ))}
          </ul>
        )}
      </Asked>
      {target !== null && (
        <ConfirmDialog
          title={text(target === 'others' ? 'sessions.confirm_others' : 'sessions.confirm_one')}
          sentence={text(target === 'others' ? 'sessions.confirm_others.text' : 'sessions.confirm_one.text')}
          yes={text('sessions.revoke')}
          confirm={() => void revoke(target)}
          close={() => setTarget(null)}
        />
      )}
    </Card>
  )
}

/** "Chrome en Linux", or the kind of device where that is all that is known. */
function nameOf({ device, channel }: OpenSession): string {
  const { browser, system } = deviceOf(device ?? '')
  return browser && system ? text('sessions.device', { browser, system }) : text(`sessions.channel.${channel}`)
}

function SessionRow({ session, revoke }: { session: OpenSession; revoke: () => void }) {
  const now = useNow(agoEvery)
  const name = nameOf(session)
  const since = text('sessions.since', { time: formatDateTime(session.created_at) })
  const seen = session.current ? [] : [text('sessions.seen', { time: formatAgo(session.last_seen_at, now) })]
  const notes = [...(session.address === null ? [] : [session.address]), since, ...seen]
  return (
    <li className={styles.session}>
      <div>
        <p className={styles.device}>
          {name}
          {session.current && (
            <span className={styles.current}>
              <Shape kind="disc" tone="success" size={10} /> {text('sessions.current')}
            </span>
          )}
        </p>
        <p className={styles.note}>{notes.join(', ')}</p>
      </div>
      {!session.current && (
        <button aria-haspopup="dialog" type="button" className="hl-button hl-small" onClick={revoke}>
          {text('sessions.revoke')}
          <span className="hidden-visually"> {name}</span>
        </button>
      )}
    </li>
  )
}
