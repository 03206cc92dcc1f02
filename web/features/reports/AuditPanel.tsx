import type { RecordOf } from '@hilo/contract/index.ts'
import { session } from '../../api/session.ts'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { Facts } from '../../lists/panel/Facts.tsx'
import { choiceText } from '../../lists/text.ts'
import { formatDate, formatStamp } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { auditAct, auditCode, auditDone, auditWhat, auditWho } from './audit-words.ts'
import { deviceText } from './device-text.ts'
import { DifferenceTable } from './DifferenceTable.tsx'
import { wordOf } from './history-words.ts'
import { RecordCode } from './RecordCode.tsx'

type Audited = RecordOf<'admin_vno/audit/get'>

/** The record that was touched: its linked code, the name of a setting, or its identifier in words of the caller. */
function Touched({ record: { entity, entity_id: id, entity_code: code } }: { record: Audited }) {
  if (entity === null || id === null) return null
  if (code !== null && /^\d+$/.test(id)) return <RecordCode entity={entity} id={Number(id)} code={code} />
  return auditCode({ entity, entity_id: id, entity_code: code })
}

function Body({ record }: PanelProps<Audited>) {
  const { at, entity, call, channel, device, address, request_id: request, before, after, vno } = record
  return (
    <>
      <p>
        <b>
          {choiceText('audit_act', auditAct(record))}: {auditWhat(record)}
        </b>
      </p>
      <h3>{text('list.history.changed')}</h3>
      {before == null && after == null ? (
        <p className="hl-hint">{text('list.audit.plain')}</p>
      ) : (
        <DifferenceTable before={before} after={after} entity={entity} />
      )}
      <hr className="hl-rule" />
      <Facts
        facts={[
          { name: 'list.history.at', value: `${formatDate(at)}, ${formatStamp(at)}` },
          { name: 'list.history.who', value: auditWho(record) },
          { name: 'column.audit.done', value: auditDone(record) },
          { name: 'list.audit.id', value: <Touched record={record} /> },
          session.isNeutral() && { name: 'list.history.vno', value: vno?.name },
          { name: 'list.history.call', value: <span className="code">{call}</span> },
          { name: 'list.audit.channel', value: channel !== null && wordOf('channel', channel, channel) },
          { name: 'list.audit.device', value: deviceText(device) },
          {
            name: 'list.audit.address',
            value: address !== null && address !== '' && <span className="code">{address}</span>,
          },
          { name: 'list.history.request', value: <span className="code">{request}</span> },
        ]}
      />
    </>
  )
}

export const auditPanel: PanelParts<Audited> = { Body }
