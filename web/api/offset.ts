/** Server time estimated from its responses. Pure. */

/** Device clock's offset to the server's clock, and the newest server time received, ms. */
export interface Offset {
  ms: number
  told: number
}

/** An estimate smaller by more than this is no slow response: the device's clock was changed, ms. */
const slowest = 5000

/**
 * The better of two estimates. A response is always slightly old on arrival, so the largest is the closest; a much
 * smaller one means that the clock was changed.
 */
export function betterOffset(known: Offset | null, sample: Offset): Offset {
  if (known === null || sample.ms > known.ms || known.ms - sample.ms > slowest) return sample
  return { ms: known.ms, told: Math.max(known.told, sample.told) }
}

/** Server time by an offset: never before one already received, whatever happens to the device's clock. */
export const serverTimeBy = (offset: Offset | null, device: number): number =>
  offset === null ? device : Math.max(offset.told, device + offset.ms)
