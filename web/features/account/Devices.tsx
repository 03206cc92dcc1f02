import type { Output } from '@hilo/contract/index.ts'
import { useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { useNow } from '../../ui/use-now.ts'
import { agoEvery } from '../../ui/Ago.tsx'
import { formatAgo } from '../../ui/format.ts'
import { queryClient, useCall } from '../../api/query.ts'
import { useSend } from '../../api/use-send.ts'
import { QueryState } from '../../kit/QueryState.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Card } from '../../kit/Page.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import styles from './profile.module.css'

type Device = Output<'admin_vno/devices/get'>['records'][number]

/** Phones with the application that are not revoked. */
export function Devices() {
  const answer = useCall('admin_vno/devices/get', {})
  const { send, problem } = useSend('admin_vno/devices/revoke')
  const [target, setTarget] = useState<Device | null>(null)
  const revoke = async ({ id, version }: Device) => {
    const sent = await send({ id, version })
    if (sent?.answer) toast.success(text('devices.revoked'))
    await queryClient.invalidateQueries({ queryKey: ['admin_vno/devices/get'] })
    await queryClient.invalidateQueries({ queryKey: ['admin_vno/sessions/get'] })
  }
  return (
    <Card title={text('devices.title')}>
      {problem !== null && (
        <p className="note full" data-tone="danger" role="alert">
          {problem}
        </p>
      )}
      <QueryState answer={answer} height={48}>
        {({ records }) => <DeviceRows records={records.filter((one) => one.revoked_at === null)} revoke={setTarget} />}
      </QueryState>
      {target !== null && (
        <ConfirmDialog
          title={text('devices.confirm')}
          sentence={text('devices.confirm.text')}
          yes={text('devices.revoke')}
          confirm={() => void revoke(target)}
          close={() => setTarget(null)}
        />
      )}
    </Card>
  )
}

const nameOf = ({ model, platform }: Device) => model ?? text(`sessions.channel.${platform}`)

function notesOf({ os, app_version, push, last_seen }: Device, now: number): string {
  const notes = [
    os,
    app_version !== null && text('support.data.version', { version: app_version }),
    text(push ? 'devices.push' : 'devices.quiet'),
    text('sessions.seen', { time: formatAgo(last_seen, now) }),
  ]
  return notes.filter(Boolean).join(', ')
}

function DeviceRows({ records, revoke }: { records: readonly Device[]; revoke: (device: Device) => void }) {
  const now = useNow(agoEvery)
  if (records.length === 0) return <p className="ink-2">{text('devices.none')}</p>
  return (
    <ul>
      {records.map((device) => (
        <li key={device.id} className={styles.session}>
          <div>
            <p className="flex wrap semibold gap-x-10">{nameOf(device)}</p>
            <p className="small ink-2">{notesOf(device, now)}</p>
          </div>
          <Button size="small" aria-haspopup="dialog" onClick={() => revoke(device)}>
            {text('devices.revoke')}
            <span className="hidden-visually"> {nameOf(device)}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
