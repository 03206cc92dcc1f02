import type { HairChange } from '@hilo/contract/hair-changes.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '../../api/query.ts'
import { Icon } from '../../lists/icons.tsx'
import '../../lists/lists.css'
import '../../lists/panel/page.css'
import { NoRecord } from '../../lists/panel/NoRecord.tsx'
import { useRouteId } from '../../lists/panel/RecordPage.tsx'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { usePhone } from '../../lists/use-phone.ts'
import { QueryState } from '../../kit/QueryState.tsx'
import { formatDistance } from '../../ui/format.ts'
import { Card } from '../../kit/Page.tsx'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import { HairActs } from './HairActs.tsx'
import { HairBand } from './HairBand.tsx'
import { HairBox, HairEnds } from './HairBox.tsx'
import { HairFacts } from './HairFacts.tsx'
import { HairProofs } from './HairProofs.tsx'
import styles from './hair.module.css'

function Near({ change: { alternatives } }: { change: HairChange }) {
  if (alternatives.length === 0) return null
  return (
    <Card title={text('hair.near.title')}>
      <ul className={`grid ${styles.near}`}>
        {alternatives.map(({ cto_id, cto_code, distance_m, free_ports }) => (
          <li className="grid gap-12 line-bottom small phone-min-h-48" key={cto_id}>
            <Link className="code" to="/vno/ctos/$id" params={{ id: String(cto_id) }}>
              {boxLabel(cto_code)}
            </Link>
            <span>{formatDistance(distance_m)}</span>
            <span>{text('hair.near.free', { count: free_ports })}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Number of recent requests that the rate is based on. */
const rated = 200

/** How often the technician's reasons turned out to be unfounded on inspection. */
function UnfoundedNote({ change: { technical, technical_id: id } }: { change: HairChange }) {
  const filter = { technical_id: id ?? 0 }
  const { data } = useCall('admin_vno/hair_changes/get', { filter, limit: rated }, { enabled: id !== null })
  if (!data || technical === null || id === null) return null
  const looked = data.records.filter(({ unfounded }) => unfounded !== null)
  const wrong = looked.filter(({ unfounded }) => unfounded).length
  return (
    <p className="hl-hint">
      {looked.length === 0
        ? text('hair.unfounded.none', { name: technical.name })
        : text('hair.unfounded.count', { name: technical.name, wrong, count: looked.length })}{' '}
      <Link to="/vno/cambios-pelo" search={{ technical_id: `${id}~${technical.name}` }}>
        {text('hair.unfounded.all')}
      </Link>
    </p>
  )
}

function Page({ change, refresh }: { change: HairChange; refresh: () => void }) {
  const phone = usePhone()
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <article className="hl-page grid packed gap-12 p-page min-h-full">
      <header className="hl-page-head">
        <h1 className="code">{change.code}</h1>
        <StateBadge enumeration="process_state" value={change.process_state} />
        <p className="hl-page-line">
          <span>
            <Icon name="box" />
            <Link className="code" to="/vno/ctos/$id" params={{ id: String(change.cto_id) }}>
              {boxLabel(change.cto.code)}
            </Link>
          </span>
          <span>
            <Icon name="people" />
            {[change.technical?.name, change.contractor?.name].filter(Boolean).join(', ') || text('hair.desk')}
          </span>
        </p>
      </header>
      <HairBand change={change}>
        <HairActs change={change} refresh={refresh} say={setProblem} />
      </HairBand>
      {problem !== null && (
        <p className="note" role="alert" data-tone="danger">
          {problem}
        </p>
      )}
      <div className="hl-columns">
        <Card title={text('list.ctos.box')} aside={!phone && <HairEnds change={change} />}>
          {phone && <HairEnds change={change} />}
          <HairBox change={change} size={phone ? 'small' : 'large'} />
        </Card>
        <div className="hl-stack grid gap-12">
          <Card title={text('hair.facts')}>
            <HairFacts change={change} />
            <UnfoundedNote change={change} />
          </Card>
          <HairProofs change={change} />
          <Near change={change} />
        </div>
      </div>
    </article>
  )
}

/** One port change request: content, state, and answer. */
export function HairChangeScreen() {
  const answer = useCall('admin_vno/hair_changes/get', { id: useRouteId() })
  return (
    <QueryState answer={answer} height={640}>
      {({ records: [change] }) =>
        change ? (
          <Page key={change.id} change={change} refresh={() => void answer.refetch()} />
        ) : (
          <NoRecord error={null} retry={() => void answer.refetch()} />
        )
      }
    </QueryState>
  )
}
