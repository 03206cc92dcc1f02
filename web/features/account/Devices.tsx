import type { Output } from '@hilo/contract/index.ts'
import { useState } from 'react'
import { useNow } from '../../ui/use-now.ts'
import { agoEvery } from '../../ui/Ago.tsx'
import { formatAgo } from '../../ui/format.ts'
import { queryClient, useCall } from '../../api/query.ts'
import { useSend } from '../../api/use-send.ts'
import { Asked } from '../../ui/Asked.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Card } from '../../ui/Page.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import styles from './profile.module.css'

type Device = Output<'admin_vno/devices/get'>['records'][number]

/** Telephones with the application, as far as they have not been taken away. */
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
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <Asked answer={answer} height={48}>
        {({ records }) => <DeviceRows records={records.filter((one) => one.revoked_at === null)} revoke={setTarget} />}
      </Asked>
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
  if (records.length === 0) return <p className={styles.said}>{text('devices.none')}</p>
  return (
    <ul>
      {records.map((device) => (
        <li key={device.id} className={styles.session}>
          <div>
            <p className={styles.device}>{nameOf(device)}</p>
            <p className={styles.note}>{notesOf(device, now)}</p>
          </div>
          <button type="button" className="hl-button hl-small" aria-haspopup="dialog" onClick={() => revoke(device)}>
            {text('devices.revoke')}
            <span className="hidden-visually"> {nameOf(device)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
