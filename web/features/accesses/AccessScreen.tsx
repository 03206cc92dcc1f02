import type { Access } from '@hilo/contract/accesses.ts'
import { inService } from '@hilo/domain/access.ts'
import { Link } from '@tanstack/react-router'
import { session } from '../../api/session.ts'
import { Icon } from '../../lists/icons.tsx'
import { RecordPage, useRouteId } from '../../lists/panel/RecordPage.tsx'
import { Waiting } from '../../ui/Asked.tsx'
import { Card } from '../../ui/Page.tsx'
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

/** One access: its line as it was read last, what hangs on it, what was done to it, and what can be done. */
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
      <div className={styles.columns}>
        <div className={styles.side}>
          <Card title={text('access.facts')}>
            <AccessFacts access={access} />
          </Card>
          <AccessEvents access={access} />
        </div>
        <div className={styles.side}>
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
    <header className={styles.head}>
      <div className={styles.title}>
        <h1 className="code">{access.code}</h1>
        <ChoiceBadge of="access_state" word={access.state} />
        <span>{[access.vno.name, productText(access)].filter(Boolean).join(', ')}</span>
      </div>
      <div className={styles.headActs}>
        <Acts access={access} />
      </div>
      {home !== null && (
        <p className={styles.line}>
          <span>
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
      {session.can('retrieve-data_view') && session.get().accountType === 'ad' && (
        <Link className="hl-button" to="/vno/accesos/$id/datos" params={{ id }}>
          {text('access.data')}
        </Link>
      )}
      {access.state === 'activo' && session.can('accessUnsubscriptions_create') && (
        <Link className="hl-button" to="/vno/bajas" search={{ acceso: access.code }}>
          {text('unsubscription.act')}
        </Link>
      )}
      {served && session.can('device-modification_create') && (
        <Link className="hl-button" to="/vno/cambio-equipo" search={{ acceso: access.code }}>
          {text('device.act')}
        </Link>
      )}
      {served && <ResetButton access={access} />}
      {served && session.can('accessDiagnose_view') && (
        <Link className="hl-button hl-main-button" to="/vno/diagnostico" search={{ acceso: access.code }}>
          {text('diagnosis.act')}
        </Link>
      )}
    </>
  )
}

/** As it was read last; why it is dark is for a diagnosis to say. */
function Line({ access }: { access: Access }) {
  const { rx_dbm, state } = access.ont
  const end = rx_dbm !== null ? null : state === 'dying_gasp' ? 'ont' : 'unknown'
  const line = useOpticalLine(access, { rx_dbm, end })
  return (
    <Card title={text('path.title')} aside={line && <PathKey line={line} />}>
      {line ? <OpticalPath line={line} /> : <Waiting height={292} />}
    </Card>
  )
}
