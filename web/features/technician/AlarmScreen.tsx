import { eventTimes } from '@hilo/domain/event.ts'
import { useEffect, useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { text } from '../../ui/text.ts'
import type { FaceplatePort } from '../../ui/faceplate/port-look.ts'
import css from './alarm.module.css'
import { startSignal } from './alarm-signal.ts'
import { portList } from './box.ts'
import { FullScreen } from './FullScreen.tsx'
import { NocLink } from './NocLink.tsx'
import { placeWords } from './place-words.ts'
import { Plate, totalOf } from './Plate.tsx'
import { useReread } from './use-neighbours.ts'
import { useBox, useSeconds } from './use-work.ts'
import type { Alarm, Work } from './work.ts'

interface AlarmScreenProps {
  work: Work
  alarms: readonly Alarm[]
}

/** Ports as the eye has to see them now: those of the alarm are dark whatever was read before. */
export function darkened(ports: readonly FaceplatePort[], dark: readonly number[]): FaceplatePort[] {
  return ports.map((port) => (dark.includes(port.port) ? { ...port, class: 'desconectado' as const } : port))
}

/** Light that answers for so long and still is not the neighbour's comes from another hair. */
const strangerMs = 10_000

/** Since when something holds; null while it does not. */
function useLasting(holds: boolean): number | null {
  const [since, setSince] = useState<number | null>(null)
  useEffect(() => setSince(holds ? serverNow() : null), [holds])
  return since
}

/** A neighbour has lost the light by our hand: what, what to do, where, and how long already. */
export function AlarmScreen({ work, alarms }: AlarmScreenProps) {
  const now = useSeconds()
  const [shown] = useState(serverNow)
  const box = useBox(work.cto_id)
  const { busy, reread } = useReread(work)
  useEffect(startSignal, [])
  const items = work.neighbours.items ?? []
  const ports = alarms.map(({ port }) => port)
  const total = totalOf(box, items)
  // Light is seen again before the line works: the ONT still has to find its place.
  const returning = alarms.every(
    ({ port, up_at }) => up_at !== null || items.some((one) => one.port === port && one.light === 'ok'),
  )
  const lit = useLasting(returning)
  const what = !returning ? 'do' : now - (lit ?? now) > strangerMs ? 'crossed' : 'returning'
  const since = Math.min(...alarms.map(({ down_at }) => Date.parse(down_at)))
  // Clocks may disagree; what was seen here is certain.
  const seconds = Math.floor(Math.max(0, now - since, now - shown) / 1000)
  const limit = eventTimes.notices.operators / 1000
  const told = seconds >= limit
  const count = alarms.length
  return (
    <FullScreen kind="alarm">
      <header className={css.head} role="alert">
        <h1 id="hilo-alarm">{text('tech.alarm.what', { count, ports: portList(alarms) })}</h1>
        <p id="hilo-alarm-do" className={css.do}>
          {text(`tech.alarm.${what}`, { count })}
        </p>
      </header>
      <div className={css.middle}>
        <Plate work={work} box={box} ports={darkened(items, ports)} harmed={ports} />
      </div>
      <div className={css.foot}>
        {alarms.map(({ port }) => (
          <p key={port} className={css.where}>
            {count > 1 && `${port}: `}
            {placeWords(port, total)}
          </p>
        ))}
        <p className={css.long}>
          <span className={css.seconds}>
            {seconds < 600 ? seconds : Math.floor(seconds / 60)}
            <small>{seconds < 600 ? 's' : 'min'}</small>
          </span>
          {text(told ? 'tech.alarm.told' : 'tech.alarm.notice')}
        </p>
        <div className={css.bar} aria-hidden="true">
          <div style={{ width: `${Math.min(100, (100 * seconds) / limit)}%` }} />
        </div>
        <div className={css.row}>
          <NocLink className={css.help} label={text('tech.alarm.help')} />
          <button type="button" data-first className={css.main} aria-busy={busy} onClick={() => void reread()}>
            {text(busy ? 'tech.alarm.reading' : 'tech.alarm.done')}
          </button>
        </div>
      </div>
    </FullScreen>
  )
}
