import type { RecordOf } from '@hilo/contract/index.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { Facts } from '../../lists/panel/Facts.tsx'
import { choiceText } from '../../lists/text.ts'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { formatCountdown, formatDateTime } from '../../ui/format.ts'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { text } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import { useFollowing } from '../../ui/use-following.ts'

type Change = RecordOf<'admin_vno/ont/deviceModifications/get'>

function Body({ record: change, refresh }: PanelProps<Change>) {
  const doing = change.state === 'en_curso'
  useFollowing(doing, refresh)
  const ont = (serial: string | null, model: string | null) =>
    serial !== null && (
      <>
        <span className="code">{serial}</span> {model}
      </>
    )
  return (
    <>
      <div className="hl-line">
        <ChoiceDot of="ont_change_state" word={change.state} />
      </div>
      {doing && <Waiting until={change.deadline_at} />}
      {change.error && (
        <p className="hl-danger" role="alert">
          {change.error.text}
        </p>
      )}
      {change.state === 'revertido' && <p className="hl-hint">{text('device.undone')}</p>}
      <Facts
        facts={[
          { name: 'column.deviceModifications.new_serial', value: ont(change.new_serial, change.new_model) },
          { name: 'column.deviceModifications.old_serial', value: ont(change.old_serial, change.old_model) },
          { name: 'column.deviceModifications.reason', value: choiceText('ont_change_reason', change.reason) },
          { name: 'device.returnedFact', value: text(change.old_returned ? 'list.yes' : 'list.no') },
          { name: 'column.deviceModifications.cto', value: <span className="code">{boxLabel(change.cto.code)}</span> },
          { name: 'column.deviceModifications.port.code', value: <span className="code">{change.port.code}</span> },
          { name: 'column.deviceModifications.requested_at', value: formatDateTime(change.requested_at) },
          {
            name: 'column.deviceModifications.finished_at',
            value: change.finished_at && formatDateTime(change.finished_at),
          },
          { name: 'fact.by', value: change.created_by?.name },
        ]}
      />
    </>
  )
}

/** Remaining time for the new ONT to come up. */
function Waiting({ until }: { until: string }) {
  const left = Math.max(0, (Date.parse(until) - useNow(1000)) / 1000)
  return <p role="timer">{text('device.waiting', { time: formatCountdown(left) })}</p>
}

function Foot({ record: { access, access_id } }: PanelProps<Change>) {
  return (
    <>
      <LinkButton kind="main" to="/vno/accesos/$id" params={{ id: String(access_id) }}>
        {text('access.open')}
      </LinkButton>
      <LinkButton to="/vno/diagnostico" search={{ acceso: access.code }}>
        {text('diagnosis.act')}
      </LinkButton>
    </>
  )
}

export const devicePanel: PanelParts<Change> = { Body, Foot }
