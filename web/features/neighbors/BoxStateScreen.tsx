import type { Snapshot } from '@hilo/contract/neighbors/neighbors.ts'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { problemText } from '../../api/problem-text.ts'
import { Button } from '../../kit/Button.tsx'
import { CodeField } from '../../lists/CodeField.tsx'
import { useCto } from '../../lists/panel/use-cto.ts'
import { useReading } from '../../lists/panel/use-reading.ts'
import { boxLabel, boxSize } from '../../lists/registry/faceplate-items.ts'
import { choiceText } from '../../lists/text.ts'
import { usePhone } from '../../lists/use-phone.ts'
import { EmptyState } from '../../kit/QueryState.tsx'
import { Faceplate } from '../../ui/faceplate/Faceplate.tsx'
import { FaceplateKey } from '../../ui/faceplate/FaceplateLegend.tsx'
import { portLabel, seesOperators } from '../../ui/faceplate/labels.ts'
import { portLook } from '@hilo/domain/port-look.ts'
import { formatAgo, formatPower } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { readTime } from '../../ui/read-time.ts'
import { Ago } from '../../ui/Ago.tsx'
import { QueryRows } from '../../ui/QueryRows.tsx'
import { recentQueries, rememberQuery } from '../../ui/recent.ts'
import { text } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import '../../lists/lists.css'
import { Sections } from './Sections.tsx'
import styles from './neighbours.module.css'

/** Read interval, the same as for an open intervention, ms. */
const everyMs = 20_000
/** Age from which a reading counts as outdated, s. */
const oldS = 30

/** Live reading of any box from its OLT. */
export function BoxStateScreen() {
  const { caja } = useSearch({ strict: false })
  const code = typeof caja === 'string' ? caja : undefined
  const navigate = useNavigate()
  return (
    <div className={`grid gap-12 packed ${styles.screen}`}>
      <header className={`flex gap-4 gap-x-20 wrap middle ${styles.head}`}>
        <h1>{text('neighbours.title')}</h1>
        <Sections />
      </header>
      <section className={styles.ask}>
        <CodeField
          key={code}
          label={text('neighbours.ask')}
          hint={text('neighbours.ask.hint')}
          kind="cto"
          known={code && boxLabel(code)}
          autoFocus={code === undefined}
          onPick={(found) => found && void navigate({ to: '/vno/vecinos', search: { caja: found.code } })}
        />
      </section>
      {code === undefined ? (
        <>
          <p className="ink-2">{text('neighbours.lead')}</p>
          <Recent />
        </>
      ) : (
        <Box key={code} code={code} />
      )}
    </div>
  )
}

/** The user's last boxes; without any, what to do. */
function Recent() {
  const boxes = recentQueries('neighbours')
  if (boxes.length === 0)
    return (
      <section className="edge shrink surface">
        <EmptyState title={text('neighbours.empty.title')}>
          <p>{text('neighbours.empty')}</p>
        </EmptyState>
      </section>
    )
  return (
    <QueryRows title={text('tool.recent')} none={text('tool.recent.none')} rows={boxes} keyOf={({ code }) => code}>
      {({ code, at }) => (
        <>
          <Link className="code semibold accent" to="/vno/vecinos" search={{ caja: code }}>
            {boxLabel(code)}
          </Link>
          <Ago className="ink-2" at={at} />
        </>
      )}
    </QueryRows>
  )
}

function Box({ code }: { code: string }) {
  const { snapshot, query, read, resting } = useReading({ cto_code: code }, { everyMs })
  const found = snapshot?.cto.code
  useEffect(() => {
    if (found !== undefined) rememberQuery('neighbours', found)
  }, [found])
  if (query.isError && !snapshot)
    return (
      <div className={`note flex gap-12 wrap middle between ${styles.failed}`} role="alert" data-tone="danger">
        <p>{problemText(query.error)}</p>
        <Button className="phone-size-l" onClick={() => void read()}>
          {text('list.retry')}
        </Button>
      </div>
    )
  if (!snapshot)
    return (
      <div
        className={`edge surface ${styles.waiting}`}
        role="status"
        aria-busy="true"
        aria-label={text('event.reading')}
      />
    )
  return (
    <div className={`grid gap-12 top ${styles.columns}`}>
      <section className="edge shrink surface" aria-label={boxLabel(snapshot.cto.code)}>
        <Age
          snapshot={snapshot}
          busy={query.isFetching}
          resting={resting}
          failed={query.isError ? problemText(query.error) : null}
          read={() => void read()}
        />
        <Drawing snapshot={snapshot} />
      </section>
      <section className="edge shrink surface" aria-label={text('neighbours.ports')}>
        <Ports snapshot={snapshot} />
      </section>
    </div>
  )
}

interface AgeProps {
  snapshot: Snapshot
  busy: boolean
  resting: boolean
  failed: string | null
  read: () => void
}

function Age({ snapshot, busy, resting, failed, read }: AgeProps) {
  const now = useNow(1000)
  const age = Math.max(0, (now - Date.parse(snapshot.taken_at)) / 1000)
  const live = snapshot.source !== 'cache' && age <= oldS
  return (
    <header className={`flex gap-6 gap-x-12 wrap middle padded line-bottom ${styles.age}`}>
      <h2 className="code">{boxLabel(snapshot.cto.code)}</h2>
      <span className="inline-flex gap-8 middle grow lines-xs ink-2">
        <Shape kind={live ? 'disc' : 'ring'} tone={live ? 'success' : 'medium'} size={9} />
        {failed ?? readTime(text('neighbours.read', { ago: formatAgo(snapshot.taken_at, now) }), snapshot.source)}
      </span>
      <Button
        className="phone-size-l"
        aria-disabled={resting || undefined}
        busy={busy}
        onClick={() => !resting && read()}
      >
        {text(busy ? 'event.reading' : 'event.readNow')}
      </Button>
    </header>
  )
}

function Drawing({ snapshot }: { snapshot: Snapshot }) {
  const phone = usePhone()
  const cto = useCto(snapshot.cto_id)
  const total = boxSize(cto?.ports_total ?? snapshot.items.length)
  return (
    <div className={`grid gap-14 padded ${styles.drawing} middle-x`}>
      <Faceplate
        ports={snapshot.items}
        total={total}
        size={phone ? 'phone' : 'large'}
        title={boxLabel(snapshot.cto.code)}
        subtitle={[cto && choiceText('type', cto.type), text('faceplate.ports', { count: total })]
          .filter(Boolean)
          .join(' · ')}
        splitter={cto?.splitter.ratio}
      />
      <FaceplateKey ports={snapshot.items} total={total} counts />
    </div>
  )
}

const shapes = {
  lit: ['disc', 'success'],
  weak: ['triangle', 'warning'],
  cut: ['diamond', 'danger'],
  off: ['ring', 'medium'],
} as const

/** The ports as text. */
function Ports({ snapshot }: { snapshot: Snapshot }) {
  const operators = seesOperators(snapshot.items)
  const connected = snapshot.items.filter(
    (item) => !['free', 'defective', 'ceased', 'pending'].includes(portLook(item).name),
  )
  return (
    <>
      <h2 className={styles.listHead}>{text('neighbours.ports')}</h2>
      {connected.length === 0 && <p className={`${styles.empty} ink-2`}>{text('neighbours.nobody')}</p>}
      <ul className={styles.ports}>
        {connected.map((item) => {
          const look = portLook(item).name
          const [kind, tone] = look in shapes ? shapes[look as keyof typeof shapes] : (['bar', 'medium'] as const)
          const [, ...words] = portLabel(text, item.port, { ...item, rx_dbm: null }, operators).split(', ')
          return (
            <li className="grid gap-10 middle line-top small px-14 min-h-32" key={item.port}>
              <b>{item.port}</b>
              <Shape kind={kind} tone={tone} size={10} />
              <span>{words.join(', ')}</span>
              <span>{formatPower(item.rx_dbm) ?? ''}</span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
