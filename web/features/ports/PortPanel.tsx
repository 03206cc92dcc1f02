import type { Port } from '@hilo/contract/ports/ports.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import { OntFacts, PortFacts } from './PortFacts.tsx'
import { PortBox } from './PortBox.tsx'

function Body({ record: port }: PanelProps<Port>) {
  return (
    <>
      <div className="hl-line">
        <StateBadge enumeration="port" value={port.state} />
        {port.access && <span className="code">{port.access.code}</span>}
      </div>
      <PortBox ctoId={port.cto_id} number={port.number} />
      <hr className="hl-rule" />
      <PortFacts port={port} />
      <hr className="hl-rule" />
      <h3>{text('list.ports.ont')}</h3>
      <OntFacts port={port} />
    </>
  )
}

function Foot({ record: port }: PanelProps<Port>) {
  return (
    <>
      <LinkButton kind="main" to="/vno/puertos/$id" params={{ id: String(port.id) }}>
        {text('list.ports.open')}
      </LinkButton>
      <LinkButton to="/vno/ctos/$id" params={{ id: String(port.cto_id) }}>
        {text('list.ctos.open')}
      </LinkButton>
    </>
  )
}

export const portPanel: PanelParts<Port> = { Body, Foot }
