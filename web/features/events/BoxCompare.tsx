import type { ReadingSource } from '@hilo/domain/olt.ts'
import type { Event } from '@hilo/contract/events/events.ts'
import type { Report } from '@hilo/contract/neighbors/neighbors.ts'
import type { FaceplateItem } from '@hilo/contract/wire.ts'
import { useCto } from '../../lists/panel/use-cto.ts'
import { NeighbourTable } from '../../lists/panel/NeighbourTable.tsx'
import { boxLabel, boxSize } from '../../lists/registry/faceplate-items.ts'
import { usePhone } from '../../lists/use-phone.ts'
import { choiceText } from '../../lists/text.ts'
import { compared, withPreexistingDark, withWorkedDark } from '@hilo/domain/port-look.ts'
import { neighbourCounts, spokenList } from '@hilo/domain/neighbour-look.ts'
import { Faceplate } from '../../ui/faceplate/Faceplate.tsx'
import { FaceplateKey } from '../../ui/faceplate/FaceplateLegend.tsx'
import type { FaceplatePort } from '../../ui/faceplate/port-look.ts'
import { formatAgo, formatCountdown, formatStamp, formatTime, formatNumber } from '../../ui/format.ts'
import { Segments } from '../../kit/Segments.tsx'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { readTime } from '../../ui/read-time.ts'
import { text } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import { useUrlChoice } from '../../ui/use-url-choice.ts'
import styles from './box-compare.module.css'
import { darkPorts, diffNow, openAlarms, unreadText } from './event-facts.ts'
import { lineCounts, linesOf } from './line-counts.ts'

/** View names in the URL. */
const modes = ['ambas', 'cambios', 'tabla'] as const
const names = { ambas: 'both', cambios: 'changes', tabla: 'table' } as const

interface BoxCompareProps {
  event: Event
  report: Report | undefined
  /** Latest reading of the box. */
  now: { items: readonly FaceplateItem[]; at: string | null; live: boolean; source: ReadingSource | null }
}

/** The box before the work, and now or at the end. */
export function BoxCompare({ event, report, now }: BoxCompareProps) {
  const [mode, setMode] = useUrlChoice('ver', modes)
  const diff = diffNow(event, report?.diff)
  return (
    <>
      <div className={`flex gap-8 gap-x-12 wrap middle between ${styles.bar}`}>
        <h2>{text('list.ctos.box')}</h2>
        {diff.length > 0 && (
          <Segments
            label={text('event.box.view')}
            options={modes.map((value) => ({ value, text: text(`event.box.${names[value]}`) }))}
            value={mode}
            onChange={setMode}
          />
        )}
      </div>
      {mode === 'ambas' && <Both event={event} report={report} now={now} />}
      {mode !== 'ambas' && (
        <div className={`${styles.table} scroll-x`}>
          <NeighbourTable diff={mode === 'tabla' ? diff : diff.filter((one) => one.class !== 'igual')} />
        </div>
      )}
      {diff.length > 0 && <Counters {...linesOf(diff, event.port_number, report?.before?.items, now.items)} />}
    </>
  )
}

function Both({ event, report, now }: BoxCompareProps) {
  const cto = useCto(event.cto_id)
  const before = report?.before
  const lines = withWorkedDark(diffNow(event, report?.diff), event.port_number, before?.items)
  const was = withPreexistingDark(before?.items ?? [], lines)
  const ports = compared(now.items, lines)
  const total = boxSize(cto?.ports_total ?? Math.max(0, ...now.items.map((item) => item.port)))
  const box = {
    total,
    title: boxLabel(event.cto.code),
    subtitle: [cto && choiceText('type', cto.type), text('faceplate.ports', { count: total })]
      .filter(Boolean)
      .join(' · '),
    splitter: cto?.splitter.ratio,
  }
  const nothing = ports.length === 0 && !before
  if (nothing) return <p className={`text-center ink-2 ${styles.unread}`}>{unreadText(event)}</p>
  return (
    <>
      <div className={`grid gap-16 gap-x-20 ${styles.pair}`} data-alone={!before || undefined}>
        {before && (
          <Side name={text('event.box.before')} at={before.taken_at} source={before.source} ports={was} box={box} />
        )}
        {ports.length > 0 && <NowSide event={event} ports={ports} now={now} box={box} />}
      </div>
      <div className={styles.key}>
        <FaceplateKey ports={ports} beside={was} total={total} working={event.port_number ?? undefined} />
      </div>
    </>
  )
}

interface BoxWords {
  total: ReturnType<typeof boxSize>
  title: string
  subtitle: string
  splitter: string | undefined
}

/** Dark ports come first, in red; other counts are neutral. */
function Counts({ ports }: { ports: readonly FaceplatePort[] }) {
  const { dark, rest } = lineCounts(ports)
  return (
    <span className={`whole-line ${styles.counts}`}>
      {dark && <b>{dark}</b>}
      {dark && rest && ', '}
      {rest}
    </span>
  )
}

interface SideProps {
  name: string
  at: string
  source: ReadingSource
  ports: readonly FaceplatePort[]
  box: BoxWords
}

function Side({ name, at, source, ports, box }: SideProps) {
  const phone = usePhone()
  return (
    <figure className={`grid gap-8 one-column shrink ${styles.side}`}>
      <figcaption className="flex gap-2 gap-x-8 wrap middle small ink-2">
        <b>{name}</b>
        <span>{readTime(formatTime(at), source)}</span>
        <Counts ports={ports} />
      </figcaption>
      <Faceplate ports={ports} size={phone ? 'phone' : 'large'} {...box} />
    </figure>
  )
}

function NowSide({
  event,
  ports,
  now,
  box,
}: {
  event: Event
  ports: readonly FaceplatePort[]
  now: BoxCompareProps['now']
  box: BoxWords
}) {
  const phone = usePhone()
  const time = useNow(now.live ? 1000 : null)
  const harmed = now.live || event.neighbours.verdict === 'con_desconectados' ? darkPorts(event) : []
  const working = event.port_number === null ? [] : [{ port: event.port_number, kind: 'working' as const }]
  const [alarm] = openAlarms(event)
  const callout = alarm && {
    port: alarm.port,
    text: text('event.box.cut', {
      time: formatStamp(alarm.down_at),
      for: formatCountdown((time - Date.parse(alarm.down_at)) / 1000),
    }),
  }
  return (
    <figure className={`grid gap-8 one-column shrink ${styles.side}`}>
      <figcaption className="flex gap-2 gap-x-8 wrap middle small ink-2">
        <b>{text(now.live ? 'event.box.now' : 'event.box.after')}</b>
        {now.live && <Shape kind="disc" tone="success" size={8} />}
        <span>
          {now.at !== null &&
            readTime(
              now.live ? text('event.box.read', { ago: formatAgo(now.at, time) }) : formatTime(now.at),
              now.source,
            )}
        </span>
        <Counts ports={ports} />
      </figcaption>
      <Faceplate
        ports={ports}
        size={phone ? 'phone' : 'large'}
        ring={[...working, ...harmed.map((port) => ({ port, kind: 'harmed' as const }))]}
        callout={callout}
        {...box}
      />
    </figure>
  )
}

/** Above this count the port numbers do not fit. */
const namedUpTo = 3

type Count = ReturnType<typeof neighbourCounts>[number]

function countName({ look, ports }: Count): string {
  const word = text(look.label)
  if (look.color === 'success' && look.sign === 'disc') return word
  if (ports.length > namedUpTo) return word
  return `${word}, ${text('event.count.ports', { count: ports.length, ports: spokenList(ports) })}`
}

/** Lines of the box by state, the worked one among them. */
function Counters({ diff, born }: ReturnType<typeof linesOf>) {
  return (
    <ul className={`grid line-top clip ${styles.counters}`}>
      {neighbourCounts(diff).map((count) => (
        <li className="grid middle" key={count.look.label}>
          <Shape kind={count.look.sign} tone={count.look.color} size={11} />
          <b className="title text-xl">{formatNumber(count.ports.length)}</b>
          <span className="whole-row small ink-2">{countName(count)}</span>
        </li>
      ))}
      {born !== null && (
        <li className="grid middle">
          <Shape kind="disc" tone="success" size={11} />
          <b className="title text-xl">1</b>
          <span className="whole-row small ink-2">{text('event.count.new', { port: born })}</span>
        </li>
      )}
    </ul>
  )
}
