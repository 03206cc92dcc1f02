import type { Output } from '@hilo/contract/index.ts'
import { allowsSubItem } from '@hilo/domain/privilege.ts'
import { useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { formatAgo } from '../../ui/format.ts'
import { queryClient, useCall } from '../../api/query.ts'
import { privilegesOf, session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { QueryState } from '../../kit/QueryState.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Card } from '../../kit/Page.tsx'
import { agoEvery } from '../../ui/Ago.tsx'
import { useNow } from '../../ui/use-now.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { problemText } from '../../api/problem-text.ts'
import type { Technical } from './person.ts'
import styles from './people.module.css'

type OpenSession = Output<'admin_vno/sessions/get'>['records'][number]
type Device = Output<'admin_vno/devices/get'>['records'][number]
/** Device or session to close. */
type Target = { device: Device } | { session: OpenSession } | 'all'

const maySessions = (action: 'view' | 'delete') =>
  allowsSubItem(privilegesOf(session.get().info), 'technician', 'sessions', action)
const refreshBoth = () =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => /(?:sessions|devices)\/get$/.test(String(path)),
  })

interface Row {
  id: string
  name: string
  note: string
  target: Target
}

const deviceRow = (device: Device, now: number): Row => ({
  id: `d${device.id}`,
  name: device.model ?? text(`sessions.channel.${device.platform}`),
  note: [
    device.os,
    device.app_version && text('people.device.app', { version: device.app_version }),
    text('sessions.seen', { time: formatAgo(device.last_seen, now) }),
  ]
    .filter(Boolean)
    .join(', '),
  target: { device },
})

const sessionRow = (open: OpenSession, now: number): Row => ({
  id: `s${open.id}`,
  name: text(`sessions.channel.${open.channel}`),
  note: [open.address, text('sessions.seen', { time: formatAgo(open.last_seen_at, now) })].filter(Boolean).join(', '),
  target: { session: open },
})

function Rows({
  rows,
  none,
  act,
  close,
}: {
  rows: Row[]
  none: string
  act: string | null
  close: (of: Target) => void
}) {
  if (rows.length === 0) return <p className="small ink-2">{none}</p>
  return (
    <ul className={styles.signed}>
      {rows.map(({ id, name, note, target }) => (
        <li className="flex gap-12 middle between min-h-44" key={id}>
          <span className="shrink anywhere">
            <b>{name}</b>
            <small className="block lines-xs ink-2">{note}</small>
          </span>
          {act !== null && (
            <Button size="small" aria-haspopup="dialog" onClick={() => close(target)}>
              {act}
              <span className="shrink anywhere hidden-visually"> {name}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function useClosing(person: Technical, refresh: () => void) {
  const device = useSend('admin_vno/devices/revoke')
  const sessions = useSend('admin_vno/sessions/revoke')
  return async (target: Target) => {
    const sent =
      target === 'all'
        ? await sessions.send({ technical_id: person.id })
        : 'device' in target
          ? await device.send({ id: target.device.id, version: target.device.version })
          : await sessions.send({ technical_id: person.id, id: target.session.id })
    if (sent === null) return
    if (sent.problem === null) toast.success(text('people.signed.closed'))
    else toast.error(problemText(sent.problem))
    await refreshBoth()
    refresh()
  }
}

const wordOf = (target: Target) => (target === 'all' ? 'all' : 'device' in target ? 'device' : 'session')

/** Sessions and devices of a technician, with remote sign-out. */
export function SignedIn({ person, refresh }: { person: Technical; refresh: () => void }) {
  const now = useNow(agoEvery)
  const sees = maySessions('view')
  const devices = useCall('admin_vno/devices/get', { technical_id: person.id })
  const sessions = useCall('admin_vno/sessions/get', { technical_id: person.id }, { enabled: sees })
  const [target, setTarget] = useState<Target | null>(null)
  const close = useClosing(person, refresh)
  const closes = maySessions('delete')
  return (
    <Card
      title={text('people.signed')}
      aside={
        closes &&
        (sessions.data?.records.length ?? 0) > 0 && (
          <Button size="small" aria-haspopup="dialog" onClick={() => setTarget('all')}>
            {text('people.signed.all')}
          </Button>
        )
      }
    >
      {sees && (
        <QueryState answer={sessions} height={48}>
          {({ records }) => (
            <Rows
              rows={records.map((one) => sessionRow(one, now))}
              none={text('people.signed.none')}
              act={closes ? text('sessions.revoke') : null}
              close={setTarget}
            />
          )}
        </QueryState>
      )}
      <h3 className="lines-xs">{text('people.devices')}</h3>
      <QueryState answer={devices} height={48}>
        {({ records }) => (
          <Rows
            rows={records.filter(({ revoked_at }) => revoked_at === null).map((one) => deviceRow(one, now))}
            none={text('people.devices.none')}
            act={session.can('technician_edit') ? text('people.devices.revoke') : null}
            close={setTarget}
          />
        )}
      </QueryState>
      {target && (
        <ConfirmDialog
          title={text(`people.signed.${wordOf(target)}.title`)}
          sentence={text(`people.signed.${wordOf(target)}.text`, { name: person.name })}
          yes={text(wordOf(target) === 'device' ? 'people.devices.revoke' : 'sessions.revoke')}
          confirm={() => void close(target)}
          close={() => setTarget(null)}
        />
      )}
    </Card>
  )
}
