import { portLook, type LookName } from '@hilo/domain/port-look.ts'
import IconArrowLeft from '@iconify-json/tabler/arrow-left'
import IconChevronLeft from '@iconify-json/tabler/chevron-left'
import IconChevronRight from '@iconify-json/tabler/chevron-right'
import IconRefresh from '@iconify-json/tabler/refresh'
import { Navigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, Press } from '../../../kit/Button.tsx'
import { LinkButton } from '../../../kit/LinkButton.tsx'
import { formatPowerUnit } from '../../../ui/format.ts'
import { countLooks, portsByPosition, type FaceplatePort } from '../../../ui/faceplate/port-look.ts'
import { PortGlyph } from '../../../ui/faceplate/glyphs.tsx'
import { midSentenceText, text } from '../../../ui/text.ts'
import { useOnline } from '../../../offline/use-outbox.ts'
import css from './board.module.css'
import { labelOf } from './box.ts'
import { Blank, Failed, FailedCard } from '../LoadStates.tsx'
import { stepPath, stepToGoOn, verdictPath } from '../paths.ts'
import phone from '../phone.module.css'
import { drawnPorts, Plate, totalOf } from './Plate.tsx'
import { beforeOf, sinceText } from './board-words.ts'
import { litCount } from './lit-count.ts'
import { useNeighbours, useReread } from './use-neighbours.ts'
import { useBox, useSeconds, useUnderWay, useWork } from '../use-work.ts'
import { openAlarms, type Work } from '../work.ts'

/** Live view of the neighbours in the box of the open intervention. */
export function BoardScreen() {
  const { code } = useParams({ strict: false })
  const { works, ready, error, again } = useUnderWay()
  const mine = works.find(({ cto }) => code === undefined || cto.code === code || labelOf(cto.code) === code)
  const { work } = useWork(mine?.id ?? 0)
  const [last, setLast] = useState<number | null>(null)
  const id = mine?.id ?? null
  if (id !== null && id !== last) setLast(id)
  if (!ready) return error ? <Failed error={error} retry={() => void again()} /> : <Blank />
  // The intervention ended while this screen was open: show its result.
  if (mine === undefined && last !== null) return <Navigate to={verdictPath({ id: last })} replace />
  if (mine === undefined) return <Failed title={text('tech.board.none')} sentence={text('tech.board.none.text')} />
  return work === null ? <Blank /> : <Board work={work} />
}

function Board({ work }: { work: Work }) {
  const box = useBox(work.cto_id)
  const { ports, at, error } = useNeighbours(work, { looking: true })
  const [chosen, setChosen] = useState<number>()
  const total = totalOf(box, ports)
  const dark = openAlarms(work).map(({ port }) => port)
  const before = beforeOf(work.port_number, ports, dark)
  const step = stepToGoOn(work)
  const by = (steps: number) => setChosen((((chosen ?? (steps > 0 ? 0 : 1)) - 1 + steps + total) % total) + 1)
  return (
    <div className={phone.screen}>
      <header className={phone.head}>
        <Lit count={litCount(ports, work.port_number)} />
        <Since work={work} dark={dark.length} before={before} />
      </header>
      <div className={phone.middle} style={{ paddingTop: 0 }}>
        {ports.length === 0 && error ? (
          <FailedCard error={error} retry={() => undefined} />
        ) : (
          <Plate work={work} box={box} ports={ports} harmed={dark} selectedPort={chosen} onSelectPort={setChosen} />
        )}
        <Legend ports={drawnPorts(ports, work)} total={total} mine={work.port_number} />
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
          <Press
            className="grid centered hand-edge no-padding"
            aria-label={text('tech.board.previous')}
            onClick={() => by(-1)}
          >
            <IconChevronLeft size={26} stroke={2} aria-hidden />
          </Press>
          <Chosen port={portsByPosition(ports, total)[(chosen ?? 0) - 1]} number={chosen} mine={work.port_number} />
          <Press
            className="grid centered hand-edge no-padding"
            aria-label={text('tech.board.next')}
            onClick={() => by(1)}
          >
            <IconChevronRight size={26} stroke={2} aria-hidden />
          </Press>
        </div>
        <div className={phone.row}>
          <Refresh work={work} at={at} />
          <LinkButton kind="main" size="glove" to={stepPath(work, step)}>
            <IconArrowLeft size={26} stroke={2} aria-hidden />
            {text('tech.board.back', { step: text(`tech.short.${step}`) })}
          </LinkButton>
        </div>
      </div>
    </div>
  )
}

/** Number of lit neighbours; offline, of those that were lit when the box was last read. */
function Lit({ count }: { count: number }) {
  const online = useOnline()
  return <h1 aria-live="polite">{text(online ? 'tech.board.lit' : 'tech.board.were_lit', { count })}</h1>
}

type Before = ReturnType<typeof beforeOf>

/** Cuts detected by the OLT listener since the work began. Offline, the device receives none. */
function Since({ work, dark, before }: { work: Work; dark: number; before: Before }) {
  const online = useOnline()
  if (dark === 0 && (!online || work.id < 0)) return <p className={phone.sub}>{text('tech.board.blind')}</p>
  const calm = before.unexplained ? 'tech.board.no_alarm' : 'tech.board.nobody'
  return (
    <p className={`flex middle gap-12 ${phone.sub}`}>
      {dark === 0 && !before.unexplained && <span className={css.dot} aria-hidden="true" />}
      <span>
        <strong className="ink-1">{text(dark === 0 ? calm : 'tech.board.somebody', { count: dark })}</strong>{' '}
        {sinceText(work.started_at ?? work.created_at, before)}
      </span>
    </p>
  )
}

/** Age (s) from which a reading counts as old. */
const old = 30

/** Age of the reading and a button to read again. */
function Refresh({ work, at }: { work: Work; at: number | null }) {
  const now = useSeconds()
  const online = useOnline()
  const { busy, reread } = useReread(work)
  const age = at === null ? null : Math.max(0, Math.round((now - at) / 1000))
  const words = () => {
    if (busy) return text('tech.board.reading')
    if (age === null) return text(online ? 'tech.board.unread' : 'tech.board.offline')
    return age < 60 ? text('tech.board.age', { age }) : text('tech.board.age_minutes', { age: Math.floor(age / 60) })
  }
  return (
    <Button
      size="glove"
      shape="stack"
      className={!online || (age !== null && age > old) ? 'ink-3' : ''}
      busy={busy}
      onClick={() => void reread()}
    >
      <IconRefresh size={24} stroke={1.9} aria-hidden />
      {words()}
    </Button>
  )
}

function Legend({ ports, total, mine }: { ports: readonly FaceplatePort[]; total: number; mine: number | null }) {
  const others = ports.filter(({ port }) => port !== mine)
  const own = portLook(ports.find(({ port }) => port === mine)).name
  const unread = others.filter((port) => portLook(port).name === 'unread').length
  if (ports.length === 0) return null
  return (
    <ul className={css.legend}>
      {countLooks(others, total)
        .filter(([name]) => name !== 'unread')
        .map(([name, count]) => (
          <li key={name} className="flex middle gap-8 nowrap">
            <PortGlyph look={name} size={20} />
            {text(name === 'lit' ? 'tech.lit' : `faceplate.count.${name}`, { count })}
          </li>
        ))}
      {unread > 0 && (
        <li className="flex middle gap-8 nowrap">
          <PortGlyph look="unread" size={20} />
          {text('faceplate.count.unread', { count: unread })}
        </li>
      )}
      {mine !== null && (
        <li className="flex middle gap-8 nowrap">
          <PortGlyph look={own} size={20} />
          {text('tech.board.mine', { port: mine, look: midSentenceText(`faceplate.look.${own}`) })}
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
      <strong className="flex wrap middle nowrap">
        {text('faceplate.port', { port: number })}
        <PortGlyph look={look} size={18} />
        {text(`faceplate.look.${look}`)}
      </strong>
      <span className={phone.note}>{[text(whose()), power].filter(Boolean).join(', ')}</span>
    </p>
  )
}
