import type { RecordOf } from '@hilo/contract/index.ts'
import { session } from '../../api/session.ts'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { Facts } from '../../lists/panel/Facts.tsx'
import { choiceText } from '../../lists/text.ts'
import { formatDate, formatStamp } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { auditAct, auditDone, auditWhat, auditWho } from './audit.list.ts'
import { DifferenceTable } from './DifferenceTable.tsx'
import { wordOf } from './history-words.ts'

type Audited = RecordOf<'admin_vno/audit/get'>

const states: Readonly<Record<string, string>> = { port: 'port', cto: 'cto' }

function Body({ record }: PanelProps<Audited>) {
  const { at, entity, entity_id, call, channel, device, address, request_id: request, before, after, vno } = record
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
        <DifferenceTable
          before={before}
          after={after}
          {...(entity !== null && states[entity] !== undefined && { states: states[entity] })}
        />
      )}
      <hr className="hl-rule" />
      <Facts
        facts={[
          { name: 'list.history.at', value: `${formatDate(at)}, ${formatStamp(at)}` },
          { name: 'list.history.who', value: auditWho(record) },
          { name: 'column.audit.done', value: auditDone(record) },
          { name: 'list.audit.id', value: entity_id !== null && <span className="code">{entity_id}</span> },
          session.get().accountType === 'ad' && { name: 'list.history.vno', value: vno?.name },
          { name: 'list.history.call', value: <span className="code">{call}</span> },
          { name: 'list.audit.channel', value: channel !== null && wordOf('channel', channel, channel) },
          { name: 'list.audit.device', value: device },
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
