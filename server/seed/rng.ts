/** Deterministic random numbers: the same seed gives the same demonstration. */
export interface Rng {
  /** Uniform in [0, 1). */
  next(): number
  /** Integer in [low, high]. */
  int(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Index drawn by weight. */
  weighted(weights: readonly number[]): number
  normal(mean: number, deviation: number): number
  /** Log-normal by its median and the deviation of its logarithm. */
  logNormal(median: number, sigma: number): number
}

/** Hashes integers to 32 bits; bijective in the last argument. */
export function mix(...parts: number[]): number {
  let hash = 0x9e3779b9
  for (const part of parts) {
    hash = Math.imul((hash ^ part) >>> 0, 0x85ebca6b)
    hash ^= hash >>> 13
    hash = Math.imul(hash, 0xc2b2ae35)
    hash ^= hash >>> 16
  }
  return hash >>> 0
}

export function createRng(...seed: number[]): Rng {
  let state = mix(...seed)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296
  }
  const normal = (mean: number, deviation: number) =>
    mean + deviation * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  return {
    next,
    int: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick: (items) => at(items, Math.floor(next() * items.length)),
    weighted: (weights) => {
      let left = next() * weights.reduce((sum, weight) => sum + weight, 0)
      const found = weights.findIndex((weight) => (left -= weight) < 0)
      return found < 0 ? weights.length - 1 : found
    },
    normal,
    logNormal: (median, sigma) => median * Math.exp(normal(0, sigma)),
  }
}

/** The item at an index that must exist. */
export function at<T>(items: ArrayLike<T>, index: number): T {
  const item = items[index]
  if (item === undefined) throw new RangeError(`no item ${index} of ${items.length}`)
  return item
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}

/** Splits `total` by shares into integers of at least `least` each that add up to it. */
export function allot(total: number, shares: readonly number[], least: number): number[] {
  const sum = shares.reduce((one, other) => one + other, 0)
  const free = total - least * shares.length
  const exact = shares.map((share) => (Math.max(free, 0) * share) / sum)
  const whole = exact.map((value) => least + Math.floor(value))
  const order = exact.map((value, index) => ({ index, rest: value % 1 })).sort((one, other) => other.rest - one.rest)
  for (let left = total - whole.reduce((one, other) => one + other, 0), n = 0; left > 0; left--, n++) {
    const index = at(order, n % order.length).index
    whole[index] = at(whole, index) + 1
  }
  return whole
}
