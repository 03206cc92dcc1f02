import type { ApiRequest } from '@hilo/contract/api-requests.ts'
import { eventType } from '@hilo/domain/status.ts'
import { Link } from '@tanstack/react-router'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { saveStored } from '../../lists/load/save-stored.ts'
import { Facts } from '../../lists/panel/Facts.tsx'
import { formatDateTime, formatNumber } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import { FileResults } from './FileResults.tsx'
import styles from './requests.module.css'

function Body({ record: one }: PanelProps<ApiRequest>) {
  return (
    <>
      <div className="hl-line">
        {one.process_state !== null && <StateBadge enumeration="process_state" value={one.process_state} />}
        <span>{one.kind === null ? text('apirequest.other') : text(eventType.of(one.kind)?.label ?? '')}</span>
      </div>
      {one.error !== null && (
        <div className="hl-alert">
          <Shape kind="diamond" size={10} />
          <b>{text(`problem.${one.error}`)}</b>
        </div>
      )}
      <Facts
        facts={[
          { name: 'column.apirequests.at', value: formatDateTime(one.at) },
          { name: 'column.apirequests.who', value: one.created_by?.name },
          { name: 'column.apirequests.call', value: <span className="code">{one.call}</span> },
          { name: 'column.apirequests.http_status', value: one.http_status },
          { name: 'column.apirequests.duration_ms', value: formatNumber(one.duration_ms) },
          { name: 'column.apirequests.request_id', value: <span className={styles.long}>{one.request_id}</span> },
          one.vno !== null && { name: 'column.apirequests.vno.name', value: one.vno.name },
        ]}
      />
      <FileResults request={one} />
      {one.payload_redacted !== null && one.file_id === null && (
        <>
          <h3>{text('apirequest.payload')}</h3>
          <pre className={styles.payload} tabIndex={0}>
            {JSON.stringify(one.payload_redacted, null, 2)}
          </pre>
        </>
      )}
    </>
  )
}

function Foot({ record: { event, file_id, rows_ok } }: PanelProps<ApiRequest>) {
  return (
    <>
      {event && rows_ok !== 0 && (
        <Link className="hl-button hl-main-button" to="/vno/matriculaciones" search={{ event_id: event.id }}>
          {text('apirequest.enrolled')}
        </Link>
      )}
      {file_id !== null && (
        <button type="button" className="hl-button" onClick={() => void saveStored(file_id, 'matriculaciones')}>
          {text('apirequest.file')}
        </button>
      )}
    </>
  )
}

export const apiRequestPanel: PanelParts<ApiRequest> = { Body, Foot }
