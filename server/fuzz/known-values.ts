/** Values seen in inputs and answers, by field name, so that requests mostly refer to existing records. */

const most = 40
const depth = 6

export class Known {
  readonly #values = new Map<string, { list: unknown[]; next: number }>()

  #keep(key: string, value: unknown): void {
    const kept = this.#values.get(key) ?? { list: [], next: 0 }
    kept.list[kept.next++ % most] = value
    this.#values.set(key, kept)
  }

  /** Records the values of an input or answer; `id` alone counts in its own area only. */
  learn(area: string, value: unknown, name = '', level = 0): void {
    if (level > depth || value === null) return
    if (Array.isArray(value)) {
      for (const one of value.slice(0, 5)) this.learn(area, one, name, level + 1)
    } else if (typeof value === 'object') {
      for (const [key, one] of Object.entries(value)) {
        this.learn(area, one, key, level + 1)
        if (name !== '' && key === 'id' && typeof one === 'number') this.#keep(`${name}_id`, one)
      }
    } else if (typeof value === 'string' || typeof value === 'number') {
      if (typeof value === 'string' && value.length > 200) return
      this.#keep(name === 'id' ? `${area}.id` : name, value)
    }
  }

  /** The `n`th value known under a name; undefined if there is none of that type. */
  pick(area: string, name: string, type: 'string' | 'number', n: number): unknown {
    const list = this.#values.get(name === 'id' ? `${area}.id` : name)?.list ?? []
    const value = list[n % Math.max(1, list.length)]
    return typeof value === type ? value : undefined
  }
}
