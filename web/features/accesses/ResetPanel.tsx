import type { RecordOf } from '@hilo/contract/index.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { Facts } from '../../lists/panel/Facts.tsx'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { formatDateTime, formatDuration } from '../../ui/format.ts'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { text } from '../../ui/text.ts'

type Reset = RecordOf<'admin_vno/ont/resets/get'>

function Body({ record: reset }: PanelProps<Reset>) {
  return (
    <>
      <div className="hl-line">
        <ChoiceDot of="reset_state" word={reset.state} />
      </div>
      {reset.error && (
        <p className="hl-danger" role="alert">
          {reset.error.text}
        </p>
      )}
      <Facts
        facts={[
          { name: 'column.resets.reason', value: reset.reason },
          { name: 'column.resets.cto', value: <span className="code">{boxLabel(reset.cto.code)}</span> },
          { name: 'column.resets.port.code', value: <span className="code">{reset.port.code}</span> },
          { name: 'column.resets.requested_at', value: formatDateTime(reset.requested_at) },
          { name: 'column.resets.finished_at', value: reset.finished_at && formatDateTime(reset.finished_at) },
          { name: 'restart.cutFact', value: reset.cut_s !== null && formatDuration(reset.cut_s) },
          { name: 'fact.by', value: reset.created_by?.name },
        ]}
      />
    </>
  )
}

function Foot({ record: { access, access_id } }: PanelProps<Reset>) {
  return (
    <>
      <LinkButton kind="main" to="/vno/diagnostico" search={{ acceso: access.code }}>
        {text('diagnosis.act')}
      </LinkButton>
      <LinkButton to="/vno/accesos/$id" params={{ id: String(access_id) }}>
        {text('access.open')}
      </LinkButton>
    </>
  )
}

export const resetPanel: PanelParts<Reset> = { Body, Foot }
