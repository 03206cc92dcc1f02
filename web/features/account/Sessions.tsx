import type { Output } from '@hilo/contract/index.ts'
import { useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { useNow } from '../../ui/use-now.ts'
import { agoEvery } from '../../ui/Ago.tsx'
import { call } from '../../api/call.ts'
import { problemText } from '../../api/problem-text.ts'
import { queryClient, useCall } from '../../api/query.ts'
import { QueryState } from '../../kit/QueryState.tsx'
import { formatAgo, formatDateTime } from '../../ui/format.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Card } from '../../kit/Page.tsx'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { deviceOf } from '@hilo/domain/device.ts'
import styles from './profile.module.css'

type OpenSession = Output<'admin_vno/sessions/get'>['records'][number]
/** Sessions to close: one, or all others. */
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
          <Button size="small" aria-haspopup="dialog" onClick={() => setTarget('others')}>
            {text('sessions.revoke_others')}
          </Button>
        )
      }
    >
      <QueryState answer={answer} height={72}>
        {() => (
          <ul>
            {records.map((session) => (
              <SessionRow key={session.id} session={session} revoke={() => setTarget(session)} />
            ))}
          </ul>
        )}
      </QueryState>
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

/** "Chrome en Linux", or only the kind of device. */
function nameOf({ device, channel }: OpenSession): string {
  const { browser, system } = deviceOf(device ?? '')
  return browser && system ? text('sessions.device', { browser, system }) : text(`sessions.channel.${channel}`)
}

function SessionRow({ session, revoke }: { session: OpenSession; revoke: () => void }) {
  const now = useNow(agoEvery)
  const name = nameOf(session)
  const since = text('sessions.since', { time: formatDateTime(session.created_at) })
  const lastSeen = session.current ? [] : [text('sessions.seen', { time: formatAgo(session.last_seen_at, now) })]
  const notes = [...(session.address === null ? [] : [session.address]), since, ...lastSeen]
  return (
    <li className={styles.session}>
      <div>
        <p className="flex wrap semibold gap-x-10">
          {name}
          {session.current && (
            <span className="inline-flex middle gap-6 small ink-success">
              <Shape kind="disc" tone="success" size={10} /> {text('sessions.current')}
            </span>
          )}
        </p>
        <p className="small ink-2">{notes.join(', ')}</p>
      </div>
      {!session.current && (
        <Button aria-haspopup="dialog" size="small" onClick={revoke}>
          {text('sessions.revoke')}
          <span className="hidden-visually"> {name}</span>
        </Button>
      )}
    </li>
  )
}
