import type { Access } from '@hilo/contract/accesses/accesses.ts'
import { inService } from '@hilo/domain/access.ts'
import { session } from '../../api/session.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { Icon } from '../../lists/icons.tsx'
import { RecordPage, useRouteId } from '../../lists/panel/RecordPage.tsx'
import { LoadingPlaceholder } from '../../kit/QueryState.tsx'
import { Card } from '../../kit/Page.tsx'
import { OpticalPath, PathKey } from '../../ui/optical-path/OpticalPath.tsx'
import { ChoiceBadge } from '../../ui/shapes/ChoiceDot.tsx'
import { text } from '../../ui/text.ts'
import { AccessFacts, AccessOnt } from './AccessFacts.tsx'
import { homeText, productText } from './access-facts.ts'
import { AccessEvents, AccessOnts } from './AccessHistory.tsx'
import styles from './diagnosis.module.css'
import { PowerCard } from './PowerCard.tsx'
import { ResetButton } from './ResetButton.tsx'
import { ResetCard } from './ResetCard.tsx'
import { useOpticalLine } from './use-line.ts'

/** One access: last reading of the line, equipment, history, and actions. */
export function AccessScreen() {
  const id = useRouteId()
  return (
    <RecordPage key={id} path="admin_vno/accesses/get">
      {(access) => <Shown access={access} />}
    </RecordPage>
  )
}

function Shown({ access }: { access: Access }) {
  return (
    <>
      <Head access={access} />
      {inService(access.state) && <Line access={access} />}
      <div className={`grid gap-12 top ${styles.columns}`}>
        <div className={`grid gap-12 ${styles.side}`}>
          <Card title={text('access.facts')}>
            <AccessFacts access={access} />
          </Card>
          <AccessEvents access={access} />
        </div>
        <div className={`grid gap-12 ${styles.side}`}>
          <Card title={text('access.ont')}>
            <AccessOnt access={access} />
          </Card>
          <PowerCard access={access} />
          <AccessOnts access={access} />
          <ResetCard access={access} />
        </div>
      </div>
    </>
  )
}

function Head({ access }: { access: Access }) {
  const home = homeText(access)
  return (
    <header className={`flex gap-6-12 wrap middle ${styles.head}`}>
      <div className={`flex gap-6-12 wrap middle ${styles.title}`}>
        <h1 className="code">{access.code}</h1>
        <ChoiceBadge of="access_state" word={access.state} />
        <span>{[access.vno.name, productText(access)].filter(Boolean).join(', ')}</span>
      </div>
      <div className="flex gap-8 wrap push phone-acts">
        <Acts access={access} />
      </div>
      {home !== null && (
        <p className={`flex gap-4 gap-x-20 wrap whole-line ink-2 ${styles.line}`}>
          <span className="inline-flex wrap middle">
            <Icon name="route" />
            {home}
          </span>
        </p>
      )}
    </header>
  )
}

function Acts({ access }: { access: Access }) {
  const served = inService(access.state)
  const id = String(access.id)
  return (
    <>
      {session.can('retrieve-data_view') && session.isNeutral() && (
        <LinkButton to="/vno/accesos/$id/datos" params={{ id }}>
          {text('access.data')}
        </LinkButton>
      )}
      {access.state === 'activo' && session.can('accessUnsubscriptions_create') && (
        <LinkButton to="/vno/bajas" search={{ acceso: access.code }}>
          {text('unsubscription.act')}
        </LinkButton>
      )}
      {served && session.can('device-modification_create') && (
        <LinkButton to="/vno/cambio-equipo" search={{ acceso: access.code }}>
          {text('device.act')}
        </LinkButton>
      )}
      {served && <ResetButton access={access} />}
      {served && session.can('accessDiagnose_view') && (
        <LinkButton kind="main" to="/vno/diagnostico" search={{ acceso: access.code }}>
          {text('diagnosis.act')}
        </LinkButton>
      )}
    </>
  )
}

/** Last reading of the line; the cause of a dark line is up to the diagnosis. */
function Line({ access }: { access: Access }) {
  const { rx_dbm, state } = access.ont
  const end = rx_dbm !== null ? null : state === 'dying_gasp' ? 'ont' : 'unknown'
  const line = useOpticalLine(access, { rx_dbm, end })
  return (
    <Card title={text('path.title')} aside={line && <PathKey line={line} />}>
      {line ? <OpticalPath line={line} /> : <LoadingPlaceholder height={292} />}
    </Card>
  )
}
