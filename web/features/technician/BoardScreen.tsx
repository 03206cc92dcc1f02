import { darkBefore } from '@hilo/domain/neighbour-look.ts'
import { IconArrowLeft, IconChevronLeft, IconChevronRight, IconRefresh } from '@tabler/icons-react'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { formatPowerUnit } from '../../ui/format.ts'
import { withDarkBefore } from '../../ui/faceplate/compared.ts'
import { countLooks, inPlaces, portLook, type FaceplatePort, type LookName } from '../../ui/faceplate/port-look.ts'
import { PortGlyph } from '../../ui/faceplate/glyphs.tsx'
import { text } from '../../ui/text.ts'
import { clockOf } from './clock.ts'
import { useOnline } from '../../offline/use-outbox.ts'
import css from './board.module.css'
import { labelOf } from './box.ts'
import { Blank, Failed, FailedCard } from './Faces.tsx'
import { stepPath, stepToGoOn, verdictPath } from './paths.ts'
import phone from './phone.module.css'
import { Plate, totalOf } from './Plate.tsx'
import { useReport } from './report.ts'
import { litCount, useNeighbours, useReread } from './use-neighbours.ts'
import { useBox, useSeconds, useUnderWay, useWork } from './use-work.ts'
import { openAlarms, type Work } from './work.ts'

/** The neighbours of the box that the technician is working in. */
export function BoardScreen() {
  const { code } = useParams({ strict: false })
  const { works, ready, error, again } = useUnderWay()
  const mine = works.find(({ cto }) => code === undefined || cto.code === code || labelOf(cto.code) === code)
  const { work } = useWork(mine?.id ?? 0)
  const [last, setLast] = useState<number | null>(null)
  const id = mine?.id ?? null
  if (id !== null && id !== last) setLast(id)
  if (!ready) return error ? <Failed error={error} retry={() => void again()} /> : <Blank />
  // It ended while its box was on the screen: how it ended comes next.
  if (mine === undefined && last !== null) return <Navigate to={verdictPath({ id: last })} replace />
  if (mine === undefined) return <Failed title={text('tech.board.none')} sentence={text('tech.board.none.text')} />
  return work === null ? <Blank /> : <Board work={work} />
}

function Board({ work }: { work: Work }) {
  const box = useBox(work.cto_id)
  const { ports: read, at, error } = useNeighbours(work, { looking: true })
  const [chosen, setChosen] = useState<number>()
  const total = totalOf(box, read)
  const dark = openAlarms(work).map(({ port }) => port)
  const { before, ports } = useDarkBefore(work, read, dark)
  const step = stepToGoOn(work)
  const by = (steps: number) => setChosen((((chosen ?? (steps > 0 ? 0 : 1)) - 1 + steps + total) % total) + 1)
  return (
    <div className={phone.screen}>
      <header className={phone.head}>
        <h1 aria-live="polite">{text('tech.board.lit', { count: litCount(ports, work.port_number) })}</h1>
        <Since work={work} dark={dark.length} before={before} />
      </header>
      <div className={phone.middle} style={{ paddingTop: 0 }}>
        {ports.length === 0 && error ? (
          <FailedCard error={error} retry={() => undefined} />
        ) : (
          <Plate work={work} box={box} ports={ports} harmed={dark} selectedPort={chosen} onSelectPort={setChosen} />
        )}
        <Legend ports={ports} total={total} mine={work.port_number} />
        {ports.some((port) => port.port !== work.port_number && portLook(port).name === 'silent') && (
          <p className={`${phone.card} ${phone.note}`} role="note">
            {text('tech.board.silent')}
          </p>
        )}
        {ports.some(({ own, rx_dbm }) => own && rx_dbm !== null) && (
          <p className={phone.note}>{text('tech.board.figures')}</p>
        )}
      </div>
      <div className={phone.foot}>
        <div className={css.picker}>
          <button type="button" aria-label={text('tech.board.previous')} onClick={() => by(-1)}>
            <IconChevronLeft size={26} stroke={2} aria-hidden />
          </button>
          <Chosen port={inPlaces(ports, total)[(chosen ?? 0) - 1]} number={chosen} mine={work.port_number} />
          <button type="button" aria-label={text('tech.board.next')} onClick={() => by(1)}>
            <IconChevronRight size={26} stroke={2} aria-hidden />
          </button>
        </div>
        <div className={phone.row}>
          <Refresh work={work} at={at} />
          <Link className={phone.main} to={stepPath(work, step)}>
            <IconArrowLeft size={26} stroke={2} aria-hidden />
            {text('tech.board.back', { step: text(`tech.short.${step}`) })}
          </Link>
        </div>
      </div>
    </div>
  )
}

/**
 * Which ports were without light before the work, as a sentence, and the ports marked so. The comparison is asked for only
 * where a port is dark that no alarm explains. `unexplained`: it could not be had.
 */
function useDarkBefore(work: Work, ports: readonly FaceplatePort[], alarmed: readonly number[]) {
  const unexplained = ports.some(
    (port) => port.port !== work.port_number && !alarmed.includes(port.port) && portLook(port).name === 'cut',
  )
  const diff = useReport(work, unexplained).data?.record.diff
  const sentence = darkBefore(diff ?? [])
  return {
    ports: withDarkBefore(ports, diff),
    before: { unexplained: unexplained && sentence === null, sentence },
  }
}
type Before = ReturnType<typeof useDarkBefore>['before']

/** What the listener has heard since the work began; without coverage nobody hears of it here. */
function Since({ work, dark, before }: { work: Work; dark: number; before: Before }) {
  const online = useOnline()
  if (dark === 0 && (!online || work.id < 0)) return <p className={phone.sub}>{text('tech.board.blind')}</p>
  const calm = before.unexplained ? 'tech.board.no_alarm' : 'tech.board.nobody'
  return (
    <p className={`${phone.sub} ${css.sub}`}>
      {dark === 0 && !before.unexplained && <span className={css.dot} aria-hidden="true" />}
      <span>
        <strong>{text(dark === 0 ? calm : 'tech.board.somebody', { count: dark })}</strong>{' '}
        {text('tech.board.since', { time: clockOf(work.started_at ?? work.created_at) })}
        {before.sentence && `. ${text(before.sentence.key, before.sentence.values)}`}
      </span>
    </p>
  )
}

/** Seconds from which a reading is old. */
const old = 30

/** The age of what is shown, and the way to a newer one. */
function Refresh({ work, at }: { work: Work; at: number | null }) {
  const now = useSeconds()
  const online = useOnline()
  const { busy, reread } = useReread(work)
  const age = at === null ? null : Math.max(0, Math.round((now - at) / 1000))
  const words = () => {
    if (busy) return text('tech.board.reading')
    if (!online) return text('tech.board.offline')
    if (age === null) return text('tech.board.unread')
    return age < 60 ? text('tech.board.age', { age }) : text('tech.board.age_minutes', { age: Math.floor(age / 60) })
  }
  return (
    <button
      type="button"
      className={`${phone.second} ${phone.look} ${age !== null && age > old ? css.old : ''}`}
      aria-busy={busy}
      onClick={() => void reread()}
    >
      <IconRefresh size={24} stroke={1.9} aria-hidden />
      {words()}
    </button>
  )
}

export function Legend({
  ports,
  total,
  mine,
}: {
  ports: readonly FaceplatePort[]
  total: number
  mine: number | null
}) {
  const others = ports.filter(({ port }) => port !== mine)
  const unread = others.filter((port) => portLook(port).name === 'unread').length
  if (ports.length === 0) return null
  return (
    <ul className={css.legend}>
      {countLooks(others, total)
        .filter(([name]) => name !== 'unread')
        .map(([name, count]) => (
          <li key={name}>
            <PortGlyph look={name} size={20} />
            {text(name === 'lit' ? 'tech.lit' : `faceplate.count.${name}`, { count })}
          </li>
        ))}
      {unread > 0 && (
        <li>
          <PortGlyph look="unread" size={20} />
          {text('faceplate.count.unread', { count: unread })}
        </li>
      )}
      {mine !== null && (
        <li>
          <PortGlyph look="assigned" size={20} />
          {text('tech.board.mine', { port: mine })}
        </li>
      )}
    </ul>
  )
}

const unused = new Set<LookName>(['free', 'defective', 'pending'])

function Chosen({
  port,
  number,
  mine,
}: {
  port: FaceplatePort | undefined
  number: number | undefined
  mine: number | null
}) {
  if (number === undefined) return <p className={`${css.chosen} ${phone.note}`}>{text('tech.board.choose')}</p>
  const look = portLook(port).name
  const power = port?.own ? formatPowerUnit(port.rx_dbm) : null
  const whose = () => {
    if (number === mine) return 'tech.board.yours'
    if (unused.has(look)) return 'tech.board.nobody_uses'
    return port?.own ? 'tech.board.own' : 'tech.board.other'
  }
  return (
    <p className={css.chosen} aria-live="polite">
      <strong>
        {text('faceplate.port', { port: number })}
        <PortGlyph look={look} size={18} />
        {text(`faceplate.look.${look}`)}
      </strong>
      <span className={phone.note}>{[text(whose()), power].filter(Boolean).join(', ')}</span>
    </p>
  )
}
