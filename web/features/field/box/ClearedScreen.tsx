import { neighbourLook } from '@hilo/domain/neighbour-look.ts'
import { shortCut } from '@hilo/domain/proof/cuts.ts'
import type { NeighbourClass } from '@hilo/domain/status.ts'
import { useEffect } from 'react'
import { Press } from '../../../kit/Button.tsx'
import { midSentenceText, text } from '../../../ui/text.ts'
import css from './alarm.module.css'
import { signalCleared, signalUnsure } from './alarm-signal.ts'
import { portValues } from './box.ts'
import { FullScreen } from '../FullScreen.tsx'
import { stepToGoOn } from '../paths.ts'
import { Plate } from './Plate.tsx'
import { litCount } from './lit-count.ts'
import { useBox } from '../use-work.ts'
import { isOpenDoubt, isUpstream, type Alarm, type Work } from '../work.ts'

const secondsOf = ({ cut_s, up_at, down_at }: Alarm) =>
  cut_s ?? (up_at === null ? 0 : Math.round((Date.parse(up_at) - Date.parse(down_at)) / 1000))

/** Title and instruction; neighbours that are still dark come first. */
function saidOf(alarms: readonly Alarm[]): { what: string; do: string } {
  const doubtful = alarms.filter(isOpenDoubt).toSorted((a, b) => a.port - b.port)
  const doubt = doubtful[0]?.doubt
  if (doubt) {
    return { what: text(`neighbours.doubt.${doubt}`), do: text('tech.doubt.do', portValues(doubtful)) }
  }
  if (alarms.every(isUpstream)) return { what: text('tech.upstream.what'), do: text('tech.upstream.do') }
  return { what: text('tech.cleared.what', portValues(alarms)), do: text('tech.cleared.do') }
}

/** Class that the report will give the ended cuts, with their duration; repeated touches of a port are added up. */
function notedOf(over: readonly Alarm[], all: readonly Alarm[]): { class: NeighbourClass; seconds: number } {
  const longest = Math.max(...over.map(secondsOf))
  const lost = over.find((one) => one.class === 'corte_recuperado')
  if (!lost) return { class: longest * 1000 < shortCut ? 'microcorte' : 'corte_recuperado', seconds: longest }
  const touches = all.filter(({ port, class: found }) => port === lost.port && found === 'corte_recuperado')
  const summed = touches.reduce((sum, one) => sum + secondsOf(one), 0)
  return { class: 'corte_recuperado', seconds: longest * 1000 < shortCut ? summed : longest }
}

/**
 * Shown when no neighbour is dark because of this work: light restored (green), an outage, or an undecided cause
 * (amber).
 */
export function ClearedScreen({ work, alarms, close }: { work: Work; alarms: readonly Alarm[]; close: () => void }) {
  const box = useBox(work.cto_id)
  const items = work.neighbours.items ?? []
  const upstream = alarms.every(isUpstream)
  const doubtful = alarms.filter(isOpenDoubt)
  const message = saidOf(alarms)
  const unsure = upstream || doubtful.length > 0
  useEffect(() => (unsure ? signalUnsure() : signalCleared()), [unsure])
  const noted = notedOf(alarms, work.neighbours.alarms ?? [])
  return (
    <FullScreen kind={unsure ? 'unsure' : 'cleared'}>
      <header className={css.head} role="status">
        <h1 className="heavy" id="hilo-alarm">
          {message.what}
        </h1>
        <p className={css.do}>{message.do}</p>
      </header>
      <div className={`${css.middle} grid middle shrink-y scroll-y`}>
        <Plate work={work} box={box} ports={items} harmed={alarms.map(({ port }) => port)} />
      </div>
      <div className={css.foot}>
        <p className={css.where}>{text('tech.cleared.lit', { count: litCount(items, work.port_number) })}</p>
        {!unsure && (
          <p className={css.long}>
            <span className={css.seconds}>
              {noted.seconds}
              <small>s</small>
            </span>
            {text('tech.cleared.noted', { word: midSentenceText(neighbourLook(noted).label) })}
          </p>
        )}
        <div className={css.row}>
          <Press data-first className={css.main} onClick={close}>
            {text('tech.cleared.on', { step: text(`tech.short.${stepToGoOn(work)}`) })}
          </Press>
        </div>
      </div>
    </FullScreen>
  )
}
