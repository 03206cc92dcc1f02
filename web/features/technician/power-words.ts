/** What a power means, in words: the verdict and how far it lies from the limit that decides. Pure. */
import { powerLevel, type Level, type Limits } from '@hilo/domain/optics.ts'
import { formatNumber } from '../../ui/format.ts'

export interface PowerVerdict {
  level: Level
  /** The limit that decides, dBm. */
  limit: number
  /** dB between the value and that limit, two decimals. */
  distance: string
  /** Key of the sentence about the distance. */
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

/** Where the scale begins and ends: dBm left of the mark that breaks it, and its width. */
export const scale = { from: -27.25, to: -17.4, width: 358, broken: 328 } as const

/** Place of a power on the scale; what lies beyond stays at its edge. */
export function scaleX(dbm: number, { good, high }: Limits): number {
  if (dbm > high) return (scale.broken + scale.width + 6) / 2
  // The scale is drawn around the limit that decides.
  const shift = good + 22
  const share = (dbm - (scale.from + shift)) / (scale.to - scale.from)
  return Math.round(Math.min(scale.broken - 6, Math.max(5, share * scale.broken)) * 10) / 10
}
