import { neighbourLook } from '@hilo/domain/neighbour-look.ts'
import { shortCut } from '@hilo/domain/proof/finding.ts'
import { useEffect } from 'react'
import { lowered, text } from '../../ui/text.ts'
import css from './alarm.module.css'
import { signalCleared } from './alarm-signal.ts'
import { portList } from './box.ts'
import { FullScreen } from './FullScreen.tsx'
import { stepToGoOn } from './paths.ts'
import { Plate } from './Plate.tsx'
import { litCount } from './use-neighbours.ts'
import { useBox } from './use-work.ts'
import { isUpstream, type Alarm, type Work } from './work.ts'

const secondsOf = ({ cut_s, up_at, down_at }: Alarm) =>
  cut_s ?? (up_at === null ? 0 : Math.round((Date.parse(up_at) - Date.parse(down_at)) / 1000))

/** The light is back, or its loss was nobody's here. What happened stays noted, and is said. */
export function ClearedScreen({ work, alarms, close }: { work: Work; alarms: readonly Alarm[]; close: () => void }) {
  const box = useBox(work.cto_id)
  useEffect(signalCleared, [])
  const items = work.neighbours.items ?? []
  const upstream = alarms.every(isUpstream)
  const longest = Math.max(...alarms.map(secondsOf))
  const { label } = neighbourLook({ class: longest * 1000 < shortCut ? 'microcorte' : 'corte_recuperado' })
  const count = alarms.length
  return (
    <FullScreen kind="cleared">
      <header className={css.head} role="status">
        <h1 id="hilo-alarm">
          {upstream ? text('tech.upstream.what') : text('tech.cleared.what', { count, ports: portList(alarms) })}
        </h1>
        <p className={css.do}>{text(upstream ? 'tech.upstream.do' : 'tech.cleared.do')}</p>
      </header>
      <div className={css.middle}>
        <Plate work={work} box={box} ports={items} harmed={alarms.map(({ port }) => port)} />
      </div>
      <div className={css.foot}>
        <p className={css.where}>{text('tech.cleared.lit', { count: litCount(items, work.port_number) })}</p>
        {!upstream && (
          <p className={css.long}>
            <span className={css.seconds}>
              {longest}
              <small>s</small>
            </span>
            {text('tech.cleared.noted', { word: lowered(label) })}
          </p>
        )}
        <div className={css.row}>
          <button type="button" data-first className={css.main} onClick={close}>
            {text('tech.cleared.on', { step: text(`tech.short.${stepToGoOn(work)}`) })}
          </button>
        </div>
      </div>
    </FullScreen>
  )
}
