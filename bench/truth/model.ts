/** What hands, customers and chance do to a box while somebody works in it, drawn from a seed. */
import type { Rng } from '../../server/seed/rng.ts'

/** Shares of interventions, except where a port is named. */
export const rates = {
  /** A wrong hair is touched and put back at once. */
  touched: 0.06,
  touchS: [2, 15],
  /** A neighbour is left unplugged; in a box without free ports. */
  left: 0.015,
  leftFull: 0.06,
  /** Of those left: put back when the alarm shows, within the same minute. */
  onAlert: 0.7,
  alertS: [2, 20],
  swapped: 0.003,
  badSeat: 0.01,
  /** From what the noise of two readings cannot hide. */
  seatDb: [2.4, 6],
  /** A connector that lets go after the intervention is closed. */
  late: 0.01,
  /** A customer switches off within 45 minutes, per port: 0.5 a day. */
  switchedOff: (0.5 * 45) / 1440,
  /** And on again before the end: seven in ten are off for less than ten minutes. */
  backOn: 0.62,
  /** A fault of the line itself, per port: 7 % a year, twenty times as often so that there are some. */
  fault: (20 * 0.07 * 45) / (365 * 1440),
  /** The feeder is cut: 0.3 a year and PON, two hundred times as often. */
  feeder: (200 * 0.3 * 45) / (365 * 1440),
  /** Customers who are off at each of the later looks, of those who had light at the end: 0.5 a day, some for hours. */
  laterOff: [0.005, 0.04],
  oltDown: 0.001,
  /** Ends by finalizing, with its evidence; the others are cancelled. */
  finalized: 0.5,
} as const

/** What becomes of a port; `untouched` is what every other one is. */
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

/** @param ports numbers of the neighbours with light; `errors` makes the technician so many times as clumsy */
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
