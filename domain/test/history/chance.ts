/** Chance that repeats itself. A draw depends on its keys alone, so leaving one act out of a history changes no other draw. */

function mix(parts: readonly number[]): number {
  let hash = 0x9e3779b9
  for (const part of parts) {
    hash = Math.imul((hash ^ (part % 4294967296)) >>> 0, 0x85ebca6b)
    hash ^= hash >>> 13
    hash = Math.imul(hash, 0xc2b2ae35)
    hash ^= hash >>> 16
  }
  return hash >>> 0
}

/** Uniform in [0, 1). */
export const share = (...keys: number[]): number => mix(keys) / 4294967296
/** Uniform in [low, high). */
export const between = (low: number, high: number, ...keys: number[]): number => low + (high - low) * share(...keys)
/** Standard normal. */
export function normal(...keys: number[]): number {
  const radius = Math.sqrt(-2 * Math.log(1 - share(...keys, 1)))
  return radius * Math.cos(2 * Math.PI * share(...keys, 2))
}

/** Draws in sequence from one seed. */
export class Chance {
  readonly #seed: number
  #drawn = 0
  constructor(seed: number) {
    this.#seed = seed
  }
  next(): number {
    return share(this.#seed, 7919, this.#drawn++)
  }
  /** Whole number in [low, high]. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }
  is(probability: number): boolean {
    return this.next() < probability
  }
  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }
  /** One of the keys, by weight. */
  weighed<K extends string>(weights: Readonly<Record<K, number>>): K {
    const entries = Object.entries<number>(weights) as [K, number][]
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    return (entries.find(([, weight]) => (left -= weight) < 0) ?? entries[0]!)[0]
  }
}
