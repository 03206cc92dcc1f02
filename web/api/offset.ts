/** How the server's time is known from its answers. Pure. */

/** What the device's clock lacks to be the server's, and the newest time that the server told, ms. */
export interface Offset {
  ms: number
  told: number
}

/** Beyond this an estimate that became smaller is no slow answer: the device's clock was set, ms. */
const slowest = 5000

/**
 * The better of two estimates. An answer is always a little old when it arrives, so the largest is the nearest; much
 * smaller means that somebody has set the clock.
 */
export function better(known: Offset | null, sample: Offset): Offset {
  if (known === null || sample.ms > known.ms || known.ms - sample.ms > slowest) return sample
  return { ms: known.ms, told: Math.max(known.told, sample.told) }
}

/** The server's time by an offset: never before what the server told already, whatever became of the device's clock. */
export const timeBy = (offset: Offset | null, device: number): number =>
  offset === null ? device : Math.max(offset.told, device + offset.ms)
