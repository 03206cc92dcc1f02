import type { Snapshot } from '@hilo/contract/neighbors.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { problemText } from '../../api/problem-text.ts'
import { CodeField } from '../../lists/CodeField.tsx'
import { useCto } from '../../lists/panel/use-cto.ts'
import { useReading } from '../../lists/panel/use-reading.ts'
import { boxLabel, boxSize } from '../../lists/registry/faceplate-items.ts'
import { choiceText } from '../../lists/text.ts'
import { usePhone } from '../../lists/use-media.ts'
import { Empty } from '../../ui/Asked.tsx'
import { Faceplate } from '../../ui/faceplate/Faceplate.tsx'
import { FaceplateKey } from '../../ui/faceplate/FaceplateLegend.tsx'
import { portLabel, seesOperators } from '../../ui/faceplate/labels.ts'
import { portLook } from '../../ui/faceplate/port-look.ts'
import { formatAgo, formatPower } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { readTime } from '../../ui/read-time.ts'
import { text } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import '../../lists/lists.css'
import { Sections } from './Sections.tsx'
import styles from './neighbours.module.css'

/** As often as the box of an open intervention is read. */
const everyMs = 20_000
/** A reading older than this no longer says how the box is, s. */
const oldS = 30

/** Any box, as its OLT sees it now. */
export function BoxStateScreen() {
  const { caja } = useSearch({ strict: false })
  const code = typeof caja === 'string' ? caja : undefined
  const navigate = useNavigate()
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
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
        <section className={styles.card}>
          <Empty title={text('neighbours.empty.title')}>
            <p>{text('neighbours.empty')}</p>
          </Empty>
        </section>
      ) : (
        <Box key={code} code={code} />
      )}
    </div>
  )
}

function Box({ code }: { code: string }) {
  const { snapshot, query, read, resting } = useReading({ cto_code: code }, { everyMs })
  if (query.isError && !snapshot)
    return (
      <div className={styles.failed} role="alert">
        <p>{problemText(query.error)}</p>
        <button type="button" className="hl-button" onClick={() => void read()}>
          {text('list.retry')}
        </button>
      </div>
    )
  if (!snapshot) return <div className={styles.waiting} aria-busy="true" aria-label={text('event.reading')} />
  return (
    <div className={styles.columns}>
      <section className={styles.card} aria-label={boxLabel(snapshot.cto.code)}>
        <Age
          snapshot={snapshot}
          busy={query.isFetching}
          resting={resting}
          failed={query.isError ? problemText(query.error) : null}
          read={() => void read()}
        />
        <Drawing snapshot={snapshot} />
      </section>
      <section className={styles.card} aria-label={text('neighbours.ports')}>
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
    <header className={styles.age}>
      <h2 className="code">{boxLabel(snapshot.cto.code)}</h2>
      <span>
        <Shape kind={live ? 'disc' : 'ring'} tone={live ? 'success' : 'medium'} size={9} />
        {failed ?? readTime(text('neighbours.read', { ago: formatAgo(snapshot.taken_at, now) }), snapshot.source)}
      </span>
      <button
        type="button"
        className="hl-button"
        aria-disabled={resting || undefined}
        aria-busy={busy}
        onClick={() => !resting && read()}
      >
        {text(busy ? 'event.reading' : 'event.readNow')}
      </button>
    </header>
  )
}

function Drawing({ snapshot }: { snapshot: Snapshot }) {
  const phone = usePhone()
  const cto = useCto(snapshot.cto_id)
  const total = boxSize(cto?.ports_total ?? snapshot.items.length)
  return (
    <div className={styles.drawing}>
      <Faceplate
        ports={snapshot.items}
        total={total}
        size={phone ? 'phone' : 'large'}
        title={boxLabel(snapshot.cto.code)}
        subtitle={[cto && choiceText('type', cto.type), text('faceplate.ports', { count: total })]
          .filter(Boolean)
          .join(' · ')}
        splitter={cto ? text('faceplate.splitter', { ratio: cto.splitter.ratio }) : undefined}
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

/** The same in words, for whoever reads rather than looks. */
function Ports({ snapshot }: { snapshot: Snapshot }) {
  const operators = seesOperators(snapshot.items)
  const connected = snapshot.items.filter(
    (item) => !['free', 'defective', 'ceased', 'pending'].includes(portLook(item).name),
  )
  return (
    <>
      <h2 className={styles.listHead}>{text('neighbours.ports')}</h2>
      {connected.length === 0 && <p className={styles.empty}>{text('neighbours.nobody')}</p>}
      <ul className={styles.ports}>
        {connected.map((item) => {
          const look = portLook(item).name
          const [kind, tone] = look in shapes ? shapes[look as keyof typeof shapes] : (['bar', 'medium'] as const)
          const [, ...words] = portLabel(text, item.port, { ...item, rx_dbm: null }, operators).split(', ')
          return (
            <li key={item.port}>
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
