/** Seeded model of acts of hands, customers and chance at a box during work. */
import type { Rng } from '../../server/seed/rng.ts'

/** Shares of interventions, except where a port is named. */
export const rates = {
  /** A wrong hair is touched and reconnected at once. */
  touched: 0.06,
  touchS: [2, 15],
  /** A neighbour is left unplugged; the second in a box without free ports. */
  left: 0.015,
  leftFull: 0.06,
  /** Of those left: reconnected when the alarm shows, within the same minute. */
  onAlert: 0.7,
  alertS: [2, 20],
  swapped: 0.003,
  badSeat: 0.01,
  /** Losses above the noise of two readings, dB. */
  seatDb: [2.4, 6],
  /** A connector that lets go after the closing. */
  late: 0.01,
  /** A customer switches off within 45 minutes, per port: 0.5 a day. */
  switchedOff: (0.5 * 45) / 1440,
  /** And on again before the end: seven in ten are off for less than ten minutes. */
  backOn: 0.62,
  /** A line fault, per port: 7 % a year, twenty times as often so that there are some. */
  fault: (20 * 0.07 * 45) / (365 * 1440),
  /** The feeder is cut: 0.3 a year and PON, two hundred times as often. */
  feeder: (200 * 0.3 * 45) / (365 * 1440),
  /** Customers who are off at each later control, of those lit at the end: 0.5 a day, some for hours. */
  laterOff: [0.005, 0.04],
  oltDown: 0.001,
  /** Ends by finalizing, with evidence; the others are cancelled. */
  finalized: 0.5,
} as const

/** Event of a port; the default is `untouched`. */
export type Fate =
  | { kind: 'touched'; seconds: number }
  | { kind: 'left'; restored: 'alert' | 'after' | 'never'; seconds: number }
  | { kind: 'swapped'; with: number }
  | { kind: 'bad_seat'; db: number }
  | { kind: 'late' }
  | { kind: 'off'; back: boolean; seconds: number }
  | { kind: 'fault' }

export interface Plan {
  ending: 'finalize' | 'cancel'
  fates: Map<number, Fate>
  feeder: boolean
  oltDown: boolean
}

/** @param ports ports of the lit neighbours; `errors` multiplies the technician's error rates */
export function drawPlan(rng: Rng, ports: readonly number[], full: boolean, errors: number): Plan {
  const fates = new Map<number, Fate>()
  const free = [...ports]
  const take = () => free.splice(rng.int(0, free.length - 1), 1)[0]
  const between = ([low, high]: readonly [number, number]) => low + rng.next() * (high - low)
  const give = (chance: number, fate: () => Fate) => {
    const port = rng.chance(chance) ? take() : undefined
    if (port !== undefined) fates.set(port, fate())
  }
  give(rates.touched * errors, () => ({ kind: 'touched', seconds: between(rates.touchS) }))
  give((full ? rates.leftFull : rates.left) * errors, () => ({
    kind: 'left',
    restored: rng.chance(rates.onAlert) ? 'alert' : rng.chance(0.5) ? 'after' : 'never',
    seconds: between(rates.alertS),
  }))
  give(rates.badSeat * errors, () => ({ kind: 'bad_seat', db: between(rates.seatDb) }))
  give(rates.late * errors, () => ({ kind: 'late' }))
  if (rng.chance(rates.swapped * errors)) {
    const [one, two] = [take(), take()]
    if (one !== undefined && two !== undefined)
      fates.set(one, { kind: 'swapped', with: two }).set(two, { kind: 'swapped', with: one })
  }
  for (const port of free) {
    if (rng.chance(rates.switchedOff))
      fates.set(port, { kind: 'off', back: rng.chance(rates.backOn), seconds: between([3, 20]) })
    else if (rng.chance(rates.fault)) fates.set(port, { kind: 'fault' })
  }
  const ending = rng.chance(rates.finalized) ? 'finalize' : 'cancel'
  return { ending, fates, feeder: rng.chance(rates.feeder), oltDown: rng.chance(rates.oltDown) }
}
