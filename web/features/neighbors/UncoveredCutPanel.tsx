import type { UncoveredCut } from '@hilo/contract/reports/uncovered-cuts.ts'
import { Link } from '@tanstack/react-router'
import { LinkButton } from '../../kit/LinkButton.tsx'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { Facts } from '../../lists/panel/Facts.tsx'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { formatDateTime, formatDuration } from '../../ui/format.ts'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { text } from '../../ui/text.ts'

function CutFacts({ record }: { record: UncoveredCut }) {
  return (
    <Facts
      facts={[
        {
          name: 'column.uncovered_cuts.cto',
          value: (
            <Link className="code" to="/vno/ctos/$id" params={{ id: String(record.cto_id) }}>
              {boxLabel(record.cto_code)}
            </Link>
          ),
        },
        { name: 'column.uncovered_cuts.port', value: record.port },
        {
          name: 'column.uncovered_cuts.access.code',
          value: record.access && <span className="code">{record.access.code}</span>,
        },
        { name: 'column.uncovered_cuts.vno_owner.name', value: record.vno_owner.name },
        { name: 'column.uncovered_cuts.at', value: formatDateTime(record.at) },
        { name: 'column.uncovered_cuts.restored_at', value: record.restored_at && formatDateTime(record.restored_at) },
        { name: 'column.uncovered_cuts.cut_s', value: record.cut_s !== null && formatDuration(record.cut_s) },
        { name: 'column.uncovered_cuts.falls', value: record.falls > 1 && record.falls },
      ]}
    />
  )
}

/** Technicians who were near, with the note that this proves nothing. */
function Near({ record }: { record: UncoveredCut }) {
  const { link, technical, contractor, service_order, vno_worker } = record
  if (link === null) return <p className="hl-hint">{text('list.uncovered_cuts.nobody')}</p>
  return (
    <>
      <p>{text(technical === null ? 'list.uncovered_cuts.several' : `list.uncovered_cuts.link.${link}`)}</p>
      <Facts
        facts={[
          { name: 'column.uncovered_cuts.technical.name', value: technical?.name },
          { name: 'column.uncovered_cuts.contractor.name', value: contractor?.name },
          { name: 'column.uncovered_cuts.vno_worker.name', value: vno_worker?.name },
          {
            name: 'column.uncovered_cuts.service_order.code',
            value: service_order && <span className="code">{service_order.code}</span>,
          },
        ]}
      />
    </>
  )
}

function Body({ record }: PanelProps<UncoveredCut>) {
  return (
    <>
      <div className="hl-line">
        <ChoiceDot of="cut_state" word={record.state} />
      </div>
      <CutFacts record={record} />
      <hr className="hl-rule" />
      <h3>{text('list.uncovered_cuts.why')}</h3>
      <p>{text('list.uncovered_cuts.known')}</p>
      <Near record={record} />
    </>
  )
}

function Foot({ record }: PanelProps<UncoveredCut>) {
  return (
    <>
      {record.event_id !== null && (
        <LinkButton to="/vno/intervenciones/$id" params={{ id: String(record.event_id) }}>
          {text('list.events.open')}
        </LinkButton>
      )}
      <LinkButton to="/vno/vecinos" search={{ caja: record.cto_code }}>
        {text('list.uncovered_cuts.read')}
      </LinkButton>
    </>
  )
}

export const uncoveredCutPanel: PanelParts<UncoveredCut> = { Body, Foot }
