import type { Cto } from '@hilo/contract/ctos.ts'
import type { Unplugged } from '@hilo/contract/neighbors/neighbors.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { Press } from '../../kit/Button.tsx'
import { Icon } from '../../lists/icons.tsx'
import { ListScreen } from '../../lists/ListScreen.tsx'
import { RecordPage } from '../../lists/panel/RecordPage.tsx'
import { EmptyState } from '../../kit/QueryState.tsx'
import { agoEvery } from '../../ui/Ago.tsx'
import { formatAgo, formatDateTime } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import { useUrlChoice } from '../../ui/use-url-choice.ts'
import { ctoDropsList, ctoEventsList, ctoPortsList } from './cto-lists.ts'
import { CtoActs } from './CtoActs.tsx'
import { CtoBox } from './CtoBox.tsx'
import { addressText, CtoFacts, routeTo } from './CtoFacts.tsx'
import styles from './cto-page.module.css'
import { useDark } from './use-dark.ts'
import { MapView } from '../../ui/map/MapView.tsx'
import { boxPoint } from '../../ui/map/markers.ts'

function Head({ cto, refresh, say }: { cto: Cto; refresh: () => void; say: (problem: string | null) => void }) {
  return (
    <header className="hl-page-head">
      <h1 className="code">{cto.code}</h1>
      <StateBadge enumeration="cto" value={cto.state} />
      <CtoActs cto={cto} refresh={refresh} say={say} />
      <p className="hl-page-line">
        <span>
          <Icon name="route" />
          {addressText(cto.address)}
          <a href={routeTo(cto.position)} target="_blank" rel="noreferrer">
            {text('list.ctos.route')}
          </a>
        </span>
        <span>
          <Icon name="box" />
          {text('list.ctos.freeOf', { free: cto.ports_free, total: cto.ports_total })}
        </span>
      </p>
    </header>
  )
}

/** Since when a port of the box is dark, and the way to its case. */
function DarkPort({ found: { id, port, detected_at } }: { found: Unplugged }) {
  const now = useNow(agoEvery)
  return (
    <p className={`grid gap-2 gap-x-12 ${styles.said}`} role="note">
      <Shape kind="diamond" tone="danger" size={14} />
      <span>
        {text('cto.dark', { port, when: formatDateTime(detected_at), since: formatAgo(detected_at, now) })}{' '}
        <Link to="/vno/vecinos/desconectados" search={{ abierto: String(id) }}>
          {text('home.todo.act.case')}
        </Link>
      </span>
    </p>
  )
}

/** Notices: failed action, dark neighbours, and maintenance lock. */
function Notices({ cto, problem }: { cto: Cto; problem: string | null }) {
  const dark = useDark(cto.id)
  return (
    <>
      {dark.map((found) => (
        <DarkPort key={found.id} found={found} />
      ))}
      {problem !== null && (
        <p className={`grid gap-2 gap-x-12 ${styles.said}`} role="alert">
          <Shape kind="diamond" tone="danger" size={14} />
          {problem}
        </p>
      )}
      {cto.lock && (
        <p className={`grid gap-2 gap-x-12 ${styles.said}`} data-kept role="note">
          <Shape kind="triangle" tone="warning" size={14} />
          {cto.lock.until === null
            ? text('cto.locked', { reason: cto.lock.reason ?? '' })
            : text('cto.lockedUntil', { reason: cto.lock.reason ?? '', when: formatDateTime(cto.lock.until) })}
        </p>
      )}
    </>
  )
}

/** Tab names in the URL. */
const names = ['puertos', 'acometidas', 'intervenciones'] as const
type Name = (typeof names)[number]
const needs = { puertos: 'port_view', acometidas: 'drop_view', intervenciones: 'event_view' } as const
const areas = { puertos: 'ports', acometidas: 'drops', intervenciones: 'events' } as const
const byBox = { puertos: ctoPortsList, intervenciones: ctoEventsList } as const

/** Drops of a box, found by its ports. */
function Drops({ ctoId }: { ctoId: number }) {
  const answer = useCall('admin_vno/ports/get', { filter: { cto_id: ctoId }, limit: 64 })
  const ports = answer.data?.records
  const fixed = useMemo(
    () => ({ port_id: ports?.flatMap(({ id, drop_id }) => (drop_id === null ? [] : [id])) }),
    [ports],
  )
  if (!fixed.port_id) return <div className="hl-screen flex shrink-y surface tall" aria-busy="true" />
  if (fixed.port_id.length === 0)
    return (
      <EmptyState title={text('cto.noDrops.title')}>
        <p>{text('cto.noDrops.text')}</p>
      </EmptyState>
    )
  return <ListScreen list={ctoDropsList} fixed={fixed} />
}

/** Related lists of the box, as tabs. */
function Lists({ cto }: { cto: Cto }) {
  const [first, ...others] = names.filter((name) => session.can(needs[name]))
  return first === undefined ? null : <Tabs cto={cto} seen={[first, ...others]} />
}

function Tabs({ cto, seen }: { cto: Cto; seen: readonly [Name, ...Name[]] }) {
  const [shown, setShown] = useUrlChoice('lista', seen)
  const fixed = useMemo(() => ({ cto_id: cto.id }), [cto.id])
  return (
    <section className="hl-card-list hl-card" aria-label={text('list.ctos.lists')}>
      <nav className="hl-card-tabs flex line-bottom gap-22" aria-label={text('list.ctos.lists')}>
        {seen.map((name) => (
          <Press
            key={name}
            className="hl-tab flex middle gap-6 rigid relative ink-2 no-padding"
            aria-current={name === shown ? 'true' : undefined}
            onClick={() => setShown(name)}
          >
            {text(`list.${areas[name]}.title`)}
          </Press>
        ))}
      </nav>
      {shown === 'acometidas' ? <Drops ctoId={cto.id} /> : <ListScreen key={shown} list={byBox[shown]} fixed={fixed} />}
    </section>
  )
}

/** Zoom of the engine's address at which the municipality around the box is in sight. */
const placeZoom = 12

/** Where the box is: the country around it, with the names of its municipality and of the neighbours. */
function CtoPlace({ cto }: { cto: Cto }) {
  const navigate = useNavigate()
  const { lat, lon } = cto.position
  const dark = useDark(cto.id).length
  const points = useMemo(() => [boxPoint(cto, cto.position, dark)], [cto, dark])
  return (
    <section className={`hl-card ${styles.place}`} aria-label={text('list.ctos.place')}>
      <MapView
        still
        label={text('map.box', { code: cto.code })}
        start={{ lat, lon, zoom: placeZoom }}
        points={points}
        open={cto.id}
        onBox={(id) => void navigate({ to: '/vno/mapa', search: { abierto: id, lugar: `${lat},${lon},17` } })}
      />
    </section>
  )
}

function Page({ cto, refresh }: { cto: Cto; refresh: () => void }) {
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <>
      <Head cto={cto} refresh={refresh} say={setProblem} />
      <Notices cto={cto} problem={problem} />
      <div className="hl-columns">
        <CtoBox cto={cto} />
        <section className="hl-card" aria-label={text('list.ctos.facts')}>
          <h2>{text('list.ctos.facts')}</h2>
          <CtoFacts cto={cto} />
        </section>
        <CtoPlace cto={cto} />
      </div>
      <Lists cto={cto} />
    </>
  )
}

/** One box: faceplate, facts, ports, drops and interventions. */
export function CtoScreen() {
  return (
    <RecordPage path="admin_vno/ctos/get">
      {(cto, { refresh }) => <Page key={cto.id} cto={cto} refresh={refresh} />}
    </RecordPage>
  )
}
