/** Message of a power: level, and distance to the limit that decides. Pure. */
import { powerLevel, type Level, type Limits } from '@hilo/domain/optics.ts'
import { formatNumber } from '../../../ui/format.ts'

interface PowerVerdict {
  level: Level
  /** Limit that decides the level, dBm. */
  limit: number
  /** Distance to that limit in dB, with two decimals. */
  distance: string
  /** Key suffix of the distance message. */
  side: 'above' | 'below_good' | 'below_low' | 'over'
}

export function powerVerdict(dbm: number, limits: Limits): PowerVerdict {
  const level = powerLevel(dbm, limits)
  const of = (limit: number, side: PowerVerdict['side']): PowerVerdict => ({
    level,
    limit,
    side,
    distance: formatNumber(Math.abs(dbm - limit), 2),
  })
  if (dbm > limits.high) return of(limits.high, 'over')
  if (level === 'bloqueo') return of(limits.low, 'below_low')
  return level === 'aviso' ? of(limits.good, 'below_good') : of(limits.good, 'above')
}

/** Range of the scale in dBm, and its width in px. */
export const scale = { from: -27.25, to: -17.4, width: 358, broken: 328 } as const

/** X position of a power on the scale; values beyond the range stay at the edge. */
export function scaleX(dbm: number, { good, high }: Limits): number {
  if (dbm > high) return (scale.broken + scale.width + 6) / 2
  // The scale is centred on the limit that decides.
  const shift = good + 22
  const share = (dbm - (scale.from + shift)) / (scale.to - scale.from)
  return Math.round(Math.min(scale.broken - 6, Math.max(5, share * scale.broken)) * 10) / 10
}
