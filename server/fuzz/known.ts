/** Values that inputs and answers have shown, by the name of their field: what a request refers to mostly exists. */

const most = 40
const depth = 6

export class Known {
  readonly #values = new Map<string, { list: unknown[]; next: number }>()

  #keep(key: string, value: unknown): void {
    const kept = this.#values.get(key) ?? { list: [], next: 0 }
    kept.list[kept.next++ % most] = value
    this.#values.set(key, kept)
  }

  /** Takes what a call was asked or has answered; `id` alone means something in its own area only. */
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

  /** The `n`th of what is known under a name; undefined when nothing of that type is. */
  pick(area: string, name: string, type: 'string' | 'number', n: number): unknown {
    const list = this.#values.get(name === 'id' ? `${area}.id` : name)?.list ?? []
    const value = list[n % Math.max(1, list.length)]
    return typeof value === type ? value : undefined
  }
}
