import { eventTimes } from '@hilo/domain/event.ts'
import { useEffect, useState } from 'react'
import { serverNow } from '../../../api/clock.ts'
import { Press } from '../../../kit/Button.tsx'
import { useOnline } from '../../../offline/use-outbox.ts'
import { text } from '../../../ui/text.ts'
import type { FaceplatePort } from '../../../ui/faceplate/port-look.ts'
import css from './alarm.module.css'
import { startSignal } from './alarm-signal.ts'
import { portsOf, portValues } from './box.ts'
import { FullScreen } from '../FullScreen.tsx'
import { NocLink } from '../NocLink.tsx'
import { placeWords } from './place-words.ts'
import { Plate, totalOf } from './Plate.tsx'
import { useReread } from './use-neighbours.ts'
import { useBox, useSeconds } from '../use-work.ts'
import type { Alarm, Work } from '../work.ts'

interface AlarmScreenProps {
  work: Work
  alarms: readonly Alarm[]
}

/** Ports with those of the alarm forced to dark, even if the last reading is older than the alarm. */
function darkened(ports: readonly FaceplatePort[], dark: readonly number[]): FaceplatePort[] {
  return ports.map((port) => (dark.includes(port.port) ? { ...port, class: 'desconectado' as const } : port))
}

/** Light for this long (ms) without the neighbour's ONT coming up means that another fibre is plugged in. */
const strangerMs = 10_000

/** Server time (ms) since `holds` is true; null while it is false. */
function useLasting(holds: boolean): number | null {
  const [since, setSince] = useState<number | null>(null)
  useEffect(() => setSince(holds ? serverNow() : null), [holds])
  return since
}

const isLit = ({ light }: FaceplatePort) => light === 'ok' || light === 'weak'

/** Answer to the technician who says that the neighbour is connected again. */
function answerTo(alarms: readonly Alarm[], found: readonly FaceplatePort[] | 'unread' | 'offline'): string {
  if (typeof found === 'string') return text(`tech.alarm.still.${found}`)
  const dark = alarms.filter(({ port }) => !found.some((one) => one.port === port && isLit(one)))
  if (dark.length === 0) return text('tech.alarm.returning')
  return text('tech.alarm.still.dark', portValues(dark))
}

/** Seconds without light, and how far they are from the notice to the operator. */
function Elapsed({ seconds }: { seconds: number }) {
  const limit = eventTimes.notices.operators / 1000
  return (
    <>
      <p className={css.long}>
        <span className={css.seconds}>
          {seconds < 600 ? seconds : Math.floor(seconds / 60)}
          <small>{seconds < 600 ? 's' : 'min'}</small>
        </span>
        {text(seconds >= limit ? 'tech.alarm.told' : 'tech.alarm.notice')}
      </p>
      <div className={css.bar} aria-hidden="true">
        <div style={{ width: `${Math.min(100, (100 * seconds) / limit)}%` }} />
      </div>
    </>
  )
}

/** Alarm: this work cut a neighbour. Shows the port, what to do, and the elapsed time. */
export function AlarmScreen({ work, alarms }: AlarmScreenProps) {
  const now = useSeconds()
  const [shown] = useState(serverNow)
  const box = useBox(work.cto_id)
  const online = useOnline()
  const { busy, found, reread } = useReread(work)
  useEffect(startSignal, [])
  const items = work.neighbours.items ?? []
  const ports = alarms.map(({ port }) => port)
  const total = totalOf(box, items)
  // The light returns before service does: the ONT has to range first.
  const returning = alarms.every(
    ({ port, up_at }) => up_at !== null || items.some((one) => one.port === port && one.light === 'ok'),
  )
  const lit = useLasting(returning)
  const what = !returning ? 'do' : now - (lit ?? now) > strangerMs ? 'crossed' : 'returning'
  const since = Math.min(...alarms.map(({ down_at }) => Date.parse(down_at)))
  // Server and plant clocks may differ: the alarm is at least as old as this screen.
  const seconds = Math.floor(Math.max(0, now - since, now - shown) / 1000)
  const named = portValues(alarms)
  return (
    <FullScreen kind="alarm">
      <header className={css.head} role="alert">
        <h1 className="heavy" id="hilo-alarm">
          {text('tech.alarm.what', named)}
        </h1>
        <p id="hilo-alarm-do" className={css.do}>
          {text(`tech.alarm.${what}`, { count: named.count })}
        </p>
      </header>
      <div className={`${css.middle} grid middle shrink-y scroll-y`}>
        <Plate work={work} box={box} ports={darkened(items, ports)} harmed={ports} />
      </div>
      <div className={css.foot}>
        {portsOf(alarms).map((port) => (
          <p key={port} className={css.where}>
            {named.count > 1 && `${port}: `}
            {placeWords(port, total)}
          </p>
        ))}
        <Elapsed seconds={seconds} />
        <p className={css.answer} role="status">
          {found !== null && !returning && answerTo(alarms, online ? found : 'offline')}
        </p>
        <div className={css.row}>
          <NocLink className={css.help} label={text('tech.alarm.help')} />
          <Press data-first className={css.main} aria-busy={busy} onClick={() => void reread()}>
            {text(busy ? 'tech.alarm.reading' : 'tech.alarm.done')}
          </Press>
        </div>
      </div>
    </FullScreen>
  )
}
