import type { RecordOf } from '@hilo/contract/index.ts'
import { resultFlag } from '@hilo/domain/status.ts'
import { lazy, Suspense, useState } from 'react'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { Button } from '../../kit/Button.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { Facts } from '../../lists/panel/Facts.tsx'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { useFollowing } from '../../ui/use-following.ts'

const Dialog = lazy(() => import('./UnsubscriptionDialog.tsx').then((part) => ({ default: part.Dialog })))

type Unsubscription = RecordOf<'admin_vno/unsubscriptions/get'>

function Body({ record, refresh }: PanelProps<Unsubscription>) {
  useFollowing(record.result_flag === resultFlag.is.doing, refresh)
  return (
    <>
      <div className="hl-line">
        <StateBadge enumeration="process_state" value={record.process_state} />
        {record.access && <span className="code">{record.access.code}</span>}
      </div>
      {record.error && (
        <p className="hl-danger" role="alert">
          {record.error.text}
        </p>
      )}
      {record.light_at !== null && (
        <p className="hl-warning">{text('unsubscription.light', { time: formatDateTime(record.light_at) })}</p>
      )}
      <Facts
        facts={[
          { name: 'column.unsubscriptions.reason', value: record.reason },
          {
            name: 'column.unsubscriptions.requested_date',
            value: record.requested_date && formatDate(`${record.requested_date}T12:00:00`),
          },
          {
            name: 'unsubscription.drop',
            value:
              record.retire_drop !== null &&
              text(record.retire_drop ? 'unsubscription.drop.retire' : 'unsubscription.drop.keep'),
          },
          { name: 'column.unsubscriptions.cto', value: <span className="code">{boxLabel(record.cto.code)}</span> },
          {
            name: 'column.unsubscriptions.port.code',
            value: record.port && <span className="code">{record.port.code}</span>,
          },
          { name: 'column.unsubscriptions.created_at', value: formatDateTime(record.created_at) },
          {
            name: 'column.unsubscriptions.finished_at',
            value: record.finished_at && formatDateTime(record.finished_at),
          },
          { name: 'fact.by', value: record.created_by?.name },
        ]}
      />
    </>
  )
}

function Foot({ record, refresh }: PanelProps<Unsubscription>) {
  const { access_id, access, result_flag, access_state } = record
  const failed = result_flag === resultFlag.is.error && session.can('accessUnsubscriptions_create')
  return (
    <>
      {failed && access_state === 'en_baja' && access_id !== null && (
        <AgainButton accessId={access_id} reason={record.reason} done={refresh} />
      )}
      {/* The unsubscription failed and the service continues: a new request shows the consequences again. */}
      {failed && access_state === 'activo' && access && <AskAgainButton code={access.code} done={refresh} />}
      {access_id !== null && (
        <LinkButton to="/vno/accesos/$id" params={{ id: String(access_id) }}>
          {text('access.open')}
        </LinkButton>
      )}
    </>
  )
}

function AskAgainButton({ code, done }: { code: string; done: () => void }) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Button kind="main" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {text('unsubscription.again')}
      </Button>
      {asking && (
        <Suspense>
          <Dialog
            code={code}
            close={close}
            made={() => {
              close()
              done()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Repeats a failed unsubscription with the same values. */
function AgainButton({ accessId, reason, done }: { accessId: number; reason: string | null; done: () => void }) {
  const { send, sending, problem } = useSend('admin_vno/unsubscriptions/create')
  const again = () =>
    void send({ access_id: accessId, reason: reason ?? text('unsubscription.again') }).then((sent) => {
      if (sent?.answer) {
        toast.success(text('unsubscription.sent'))
        done()
      }
    })
  return (
    <>
      <Button kind="main" busy={sending} onClick={again}>
        {text('unsubscription.again')}
      </Button>
      {problem !== null && (
        <p className="hl-danger" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}

export const unsubscriptionPanel: PanelParts<Unsubscription> = { Body, Foot }
