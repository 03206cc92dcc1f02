import type { Port } from '@hilo/contract/ports/ports.ts'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { portAlerts } from '@hilo/domain/port.ts'
import { condition, portProblem } from '@hilo/domain/status.ts'
import { session } from '../../api/session.ts'
import { Icon } from '../../lists/icons.tsx'
import { RecordPage } from '../../lists/panel/RecordPage.tsx'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { usePhone } from '../../lists/use-phone.ts'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import { PortBox } from './PortBox.tsx'
import { OntFacts, PortFacts } from './PortFacts.tsx'
import { PortPower } from './PortPower.tsx'
import { Button } from '../../kit/Button.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { outcomesOf } from './port-facts.ts'
import { formatDateTime } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { useCall } from '../../api/query.ts'
import { useCto } from '../../lists/panel/use-cto.ts'
import { OpticalPath, PathKey } from '../../ui/optical-path/OpticalPath.tsx'
import type { OpticalLine } from '../../ui/optical-path/line.ts'
import { LoadingPlaceholder } from '../../kit/QueryState.tsx'
import { Card } from '../../kit/Page.tsx'
import styles from './port-page.module.css'

const VerifyDialog = lazy(() => import('./VerifyDialog.tsx').then((part) => ({ default: part.VerifyDialog })))
const EditPortDialog = lazy(() => import('./EditPortDialog.tsx').then((part) => ({ default: part.EditPortDialog })))

/** Actions on a port: history by privilege, the rest for the neutral operator. */
function PortActs({ port, done }: { port: Port; done: () => Promise<void> }) {
  const [open, setOpen] = useState<'verify' | 'edit' | null>(null)
  const keeps = session.isNeutral() && session.can('port_edit')
  const close = () => setOpen(null)
  return (
    <>
      {session.can('portHistorical_view') && (
        <LinkButton to="/vno/historico/puertos" search={{ port_id: `${port.id}~${port.label}` }}>
          {text('port.history')}
        </LinkButton>
      )}
      {keeps && (
        <Button aria-haspopup="dialog" onClick={() => setOpen('edit')}>
          {text('form.edit')}
        </Button>
      )}
      {keeps && outcomesOf(port).length > 0 && (
        <Button kind="main" aria-haspopup="dialog" onClick={() => setOpen('verify')}>
          {text('port.verify')}
        </Button>
      )}
      <Suspense>
        {open === 'verify' && <VerifyDialog port={port} close={close} done={done} />}
        {open === 'edit' && <EditPortDialog port={port} close={close} done={done} />}
      </Suspense>
    </>
  )
}

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

const numberIn = (value: unknown) => (typeof value === 'number' ? value : null)

/** Unresolved problem report of the port. */
function PortProblem({ port: { problem } }: { port: Port }) {
  const reason = portProblem.of(numberIn(problem?.['reason']))
  if (!problem || !reason) return null
  const found = condition.of(numberIn(problem['code']))
  const alert = portAlerts.find((one) => one === problem['alert'])
  const at = problem['at']
  return (
    <div className={`note grid gap-2 gap-x-12 ${styles.problem}`} role="note" data-tone="warning">
      <Shape kind="triangle" tone="warning" size={14} />
      <b>
        {alert
          ? text(`port.alert.${alert}`)
          : found
            ? text('port.problem.found', { reason: text(reason.label), found: text(found.label) })
            : text(reason.label)}
      </b>
      {typeof at === 'string' && (
        <p className="lines-xs ink-2 column-2">{text('port.problem.at', { when: formatDateTime(at) })}</p>
      )}
    </div>
  )
}

/** Optical path to the port, with the last reading of its ONT. */
function PortPath({ port }: { port: Port }) {
  const cto = useCto(port.cto_id)
  const drop = useCall(
    'admin_vno/drops/get',
    { id: port.drop_id ?? 0 },
    { enabled: port.drop_id !== null && session.can('drop_view') },
  ).data?.records[0]
  const { ont } = port
  const line: OpticalLine | null = cto && {
    cto,
    port: port.number,
    drop: port.drop && { code: port.drop.code, length_m: drop?.length_m ?? null },
    serial: ont?.serial ?? null,
    rx_dbm: ont?.rx_dbm ?? null,
    before_dbm: port.baseline?.rx_p50_30d ?? null,
    end: ont && ont.rx_dbm === null ? 'unknown' : null,
  }
  return (
    <Card title={text('path.title')} aside={line && <PathKey line={line} />}>
      {line ? <OpticalPath line={line} /> : <LoadingPlaceholder height={260} />}
    </Card>
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
