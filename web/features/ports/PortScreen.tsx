import type { Port } from '@hilo/contract/ports.ts'
import { Link } from '@tanstack/react-router'
import { session } from '../../api/session.ts'
import { Icon } from '../../lists/icons.tsx'
import { RecordPage } from '../../lists/panel/RecordPage.tsx'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { usePhone } from '../../lists/use-media.ts'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import { PortActs } from './PortActs.tsx'
import { PortBox } from './PortBox.tsx'
import { OntFacts, PortFacts } from './PortFacts.tsx'
import { PortPath } from './PortPath.tsx'
import { PortPower } from './PortPower.tsx'
import { PortProblem } from './PortProblem.tsx'

function Head({ port, refresh }: { port: Port; refresh: () => void }) {
  return (
    <header className="hl-page-head">
      <h1 className="code">{port.label}</h1>
      <StateBadge enumeration="port" value={port.state} />
      <div className="hl-page-acts">
        <PortActs port={port} done={refresh} />
      </div>
      <p className="hl-page-line">
        <span>
          <Icon name="box" />
          <Link className="code" to="/vno/ctos/$id" params={{ id: String(port.cto_id) }}>
            {boxLabel(port.cto.code)}
          </Link>
          {text('list.port', { number: port.number })}
        </span>
      </p>
    </header>
  )
}

function Page({ port, refresh }: { port: Port; refresh: () => void }) {
  const phone = usePhone()
  const { access_id: accessId } = port
  // A port that nobody has lit yet has no power to draw.
  const known = port.ont !== null || port.baseline !== null
  return (
    <>
      <Head port={port} refresh={refresh} />
      <PortProblem port={port} />
      {accessId !== null && known && session.can('accessDiagnose_view') && (
        <PortPower port={port} accessId={accessId} />
      )}
      <div className="hl-columns">
        <section className="hl-card" aria-label={text('list.ctos.box')}>
          <h2>{text('list.ctos.box')}</h2>
          <PortBox ctoId={port.cto_id} number={port.number} size={phone ? 'small' : 'large'} />
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
      <PortPath port={port} />
    </>
  )
}

/** One port: its place in the box, whose it is, what its ONT says, how its light was and how it gets there. */
export function PortScreen() {
  return (
    <RecordPage path="admin_vno/ports/get">
      {(port, { refresh }) => <Page key={port.id} port={port} refresh={refresh} />}
    </RecordPage>
  )
}
