import type { Viewer } from './list-source.ts'

/**
 * Totals of long lists. Counting costs as much as the counted rows, so a total over a thousand is cached and recounted in the
 * background at most every ten seconds; a cached one is marked `exact: false`.
 */
interface Known {
  value: number
  countedAt: number
  counting: boolean
}

const alwaysCountedBelow = 1_000
const freshMs = 10_000
const capacity = 2_000

export class Totals {
  readonly #known = new Map<string, Known>()

  static key(path: string, viewer: Viewer, filter: unknown, search: string | undefined): string {
    return JSON.stringify([path, viewer, filter ?? null, search ?? null])
  }

  /** The cached total, or undefined if it must be counted with the page. `recount` runs if the cache is old. */
  remembered(key: string, recount: () => Promise<number>): number | undefined {
    const known = this.#known.get(key)
    if (!known || known.value <= alwaysCountedBelow) return undefined
    if (!known.counting && performance.now() - known.countedAt > freshMs) {
      known.counting = true
      recount()
        .then((value) => this.keep(key, value))
        .catch(() => this.#known.delete(key))
    }
    return known.value
  }

  keep(key: string, value: number): void {
    if (this.#known.size >= capacity) this.#known.clear()
    this.#known.set(key, { value, countedAt: performance.now(), counting: false })
  }
}
