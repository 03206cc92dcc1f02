import type { ApiRequest } from '@hilo/contract/enrollments/api-requests.ts'
import { eventType, requestStateOf } from '@hilo/domain/status.ts'
import { Button } from '../../kit/Button.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
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
        {one.process_state !== null && (
          <StateBadge enumeration="request_state" value={requestStateOf(one.process_state, one.rows_error)} />
        )}
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
          // The call and its HTTP status, for programs of the API; a file of a person has neither.
          ...(one.file_id === null
            ? [
                { name: 'column.apirequests.call', value: <span className="code">{one.call}</span> },
                { name: 'column.apirequests.http_status', value: one.http_status },
                { name: 'column.apirequests.duration_ms', value: formatNumber(one.duration_ms) },
                { name: 'column.apirequests.request_id', value: <span className="anywhere">{one.request_id}</span> },
              ]
            : []),
          one.vno !== null && { name: 'column.apirequests.vno.name', value: one.vno.name },
        ]}
      />
      <FileResults request={one}>
        {one.file_id !== null && (
          <Button onClick={() => void saveStored(one.file_id ?? 0, 'matriculaciones')}>
            {text('apirequest.file')}
          </Button>
        )}
      </FileResults>
      {one.payload_redacted !== null && one.file_id === null && (
        <>
          <h3>{text('apirequest.payload')}</h3>
          <pre className={`padded-note round sunk lines-xs ${styles.payload} no-margin`} tabIndex={0}>
            {JSON.stringify(one.payload_redacted, null, 2)}
          </pre>
        </>
      )}
    </>
  )
}

function Foot({ record: { event, rows_ok } }: PanelProps<ApiRequest>) {
  if (!event || rows_ok === 0) return null
  return (
    <LinkButton kind="main" to="/vno/matriculaciones" search={{ event_id: event.id }}>
      {text('apirequest.enrolled')}
    </LinkButton>
  )
}

export const apiRequestPanel: PanelParts<ApiRequest> = { Body, Foot }
