import type { RecordOf } from '@hilo/contract/index.ts'
import { enabledStatus } from '@hilo/domain/status.ts'
import { useState } from 'react'
import { problemText } from '../../api/problem-text.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { Button } from '../../kit/Button.tsx'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { Facts } from '../../lists/panel/Facts.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { RoleLink } from './PersonFacts.tsx'

type ApiKey = RecordOf<'admin_vno/apikeys/get'>

function Body({ record: key }: PanelProps<ApiKey>) {
  return (
    <>
      <div className="hl-line">
        <StateBadge enumeration="enabled" value={key.status} />
      </div>
      <Facts
        facts={[
          { name: 'column.apikeys.prefix', value: <span className="code">{key.prefix}…</span> },
          { name: 'column.apikeys.role.name', value: <RoleLink role={key.role} /> },
          { name: 'column.apikeys.vno.name', value: key.vno.name },
          {
            name: 'apikeys.addresses',
            value: key.addresses.length === 0 ? text('apikeys.anywhere') : key.addresses.join(', '),
          },
          {
            name: 'column.apikeys.last_used_at',
            value: key.last_used_at ? formatDateTime(key.last_used_at) : text('apikeys.never'),
          },
          { name: 'column.apikeys.expires_at', value: formatDate(key.expires_at) },
          { name: 'column.apikeys.revoked_at', value: key.revoked_at && formatDateTime(key.revoked_at) },
          { name: 'column.apikeys.created_at', value: formatDateTime(key.created_at) },
          { name: 'apikeys.by', value: key.created_by?.name },
        ]}
      />
    </>
  )
}

function Foot({ record: key, refresh }: PanelProps<ApiKey>) {
  const { send } = useSend('admin_vno/apikeys/delete')
  const [asking, setAsking] = useState(false)
  if (key.status !== enabledStatus.is.enabled || !session.can('adminVNO_delete')) return null
  const revoke = async () => {
    const sent = await send({ id: key.id, version: key.version })
    if (sent === null) return
    if (sent.problem === null) toast.success(text('apikeys.revoked'))
    else toast.error(problemText(sent.problem))
    await refresh()
  }
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {text('apikeys.revoke')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={text('apikeys.revoke.title', { name: key.name })}
          sentence={text('apikeys.revoke.text')}
          yes={text('apikeys.revoke')}
          confirm={() => void revoke()}
          close={() => setAsking(false)}
        />
      )}
    </>
  )
}

export const apiKeyPanel: PanelParts<ApiKey> = { Body, Foot }
