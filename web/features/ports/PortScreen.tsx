import type { Port } from '@hilo/contract/ports.ts'
import { Link } from '@tanstack/react-router'
import { Icon } from '../../lists/icons.tsx'
import { RecordPage } from '../../lists/panel/RecordPage.tsx'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import { PortBox } from './PortBox.tsx'
import { OntFacts, PortFacts } from './PortFacts.tsx'

function Page({ port }: { port: Port }) {
  return (
    <>
      <header className="hl-page-head">
        <h1 className="code">{port.label}</h1>
        <StateBadge enumeration="port" value={port.state} />
        <p className="hl-page-line">
          <span>
            <Icon name="box" />
            <Link className="code" to="/vno/ctos/$id" params={{ id: String(port.cto_id) }}>
              {port.cto.code}
            </Link>
            {text('list.port', { number: port.number })}
          </span>
        </p>
      </header>
      <div className="hl-columns">
        <section className="hl-card" aria-label={text('list.ctos.box')}>
          <h2>{text('list.ctos.box')}</h2>
          <PortBox ctoId={port.cto_id} number={port.number} size="large" />
        </section>
        <div className="hl-stack">
          <section className="hl-card" aria-label={text('list.ports.facts')}>
            <h2>{text('list.ports.facts')}</h2>
            <PortFacts port={port} />
          </section>
          <section className="hl-card" aria-label={text('list.ports.ont')}>
            <h2>{text('list.ports.ont')}</h2>
            <OntFacts port={port} />
          </section>
        </div>
      </div>
    </>
  )
}

/** One port: its place in the box, whose it is, and what its ONT says. */
export function PortScreen() {
  return <RecordPage path="admin_vno/ports/get">{(port) => <Page port={port} />}</RecordPage>
}
