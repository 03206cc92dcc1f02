import type { Port } from '@hilo/contract/ports/ports.ts'
import { Link } from '@tanstack/react-router'
import { session } from '../../api/session.ts'
import { Icon } from '../../lists/icons.tsx'
import { RecordPage } from '../../lists/panel/RecordPage.tsx'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { usePhone } from '../../lists/use-phone.ts'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import { PortActs } from './PortActs.tsx'
import { PortBox } from './PortBox.tsx'
import { OntFacts, PortFacts } from './PortFacts.tsx'
import { PortPath } from './PortPath.tsx'
import { PortPower } from './PortPower.tsx'
import { PortProblem } from './PortProblem.tsx'

function Head({ port, refresh }: { port: Port; refresh: () => Promise<void> }) {
  return (
    <header className="hl-page-head">
      <h1 className="code">{port.label}</h1>
      <StateBadge enumeration="port" value={port.state} />
      <div className="flex wrap gap-8 push phone-acts">
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

function Page({ port, refresh }: { port: Port; refresh: () => Promise<void> }) {
  const phone = usePhone()
  const { access_id: accessId } = port
  // A port that was never lit has no power plot.
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
        <div className="hl-stack grid gap-12">
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

/** One port: box, access, ONT, power history and optical path. */
export function PortScreen() {
  return (
    <RecordPage path="admin_vno/ports/get">
      {(port, { refresh }) => <Page key={port.id} port={port} refresh={refresh} />}
    </RecordPage>
  )
}
