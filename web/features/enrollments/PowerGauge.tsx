import { limits, powerLevel, type OpticClass } from '@hilo/domain/optics.ts'
import { formatNumber, formatPowerUnit } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import styles from './facts.module.css'

/** Range of the scale, dBm. */
const [from, to] = [-32, -4]
const share = (dbm: number) => `${((Math.min(to, Math.max(from, dbm)) - from) / (to - from)) * 100}%`
const looks = { ok: ['check', 'success'], aviso: ['triangle', 'warning'], bloqueo: ['diamond', 'danger'] } as const

/** Power measured at the box, on a scale with its limits. */
export function PowerGauge({ dbm, optic, read }: { dbm: number; optic: OpticClass; read: number | null }) {
  const bounds = limits('cto_port', optic)
  const level = powerLevel(dbm, bounds)
  const [shape, tone] = looks[level]
  const beyond = dbm > bounds.high ? bounds.high : bounds.low
  return (
    <section className={`grid gap-8 ${styles.power}`} aria-label={text('verify.power')}>
      <header className="flex gap-8 baseline">
        <h3 className="grow">{text('verify.power')}</h3>
        <b>{formatPowerUnit(dbm)}</b>
        <span className="inline-flex gap-6 middle lines-xs">
          <Shape kind={shape} tone={tone} /> {text(`verify.power.${level}`)}
        </span>
      </header>
      <div className={`${styles.scale} relative h-26`} aria-hidden>
        <i data-level="aviso" style={{ left: share(bounds.low), right: `calc(100% - ${share(bounds.good)})` }} />
        <i data-level="ok" style={{ left: share(bounds.good), right: `calc(100% - ${share(bounds.high)})` }} />
        <b className="absolute" style={{ left: share(dbm) }} data-level={level} />
        {[bounds.low, bounds.good, bounds.high].map((limit, at) => (
          <small className="lines-xs ink-2 absolute" key={limit} data-at={at} style={{ left: share(limit) }}>
            {formatNumber(limit)}
          </small>
        ))}
      </div>
      {level === 'bloqueo' && (
        <p className="inline-flex gap-6 middle lines-xs">
          {text('verify.power.beyond', { by: formatNumber(Math.abs(dbm - beyond), 2), limit: formatNumber(beyond) })}
        </p>
      )}
      {read !== null && Math.abs(read - dbm) > 0.3 && (
        <p className="inline-flex gap-6 middle lines-xs">
          <Shape kind="triangle" tone="warning" /> {text('verify.power.meter', { power: formatPowerUnit(read) ?? '' })}
        </p>
      )}
    </section>
  )
}
