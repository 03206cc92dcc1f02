import { text } from '../kernel/texts.ts'
import type { TableNote } from './table.ts'

const mostLines = 200
const mostSamples = 3

/** Collects notes on how a file was read: each kind once, with its lines. */
export class Notes {
  /** The list passed to the reader's caller; filled by `finish`. */
  readonly list: TableNote[] = []
  readonly #found = new Map<string, { count: number; lines: number[]; samples: string[] }>()
  readonly #whole: TableNote[] = []

  /** A note on the whole file: `load.note.<code>`. */
  file(code: string, values: Record<string, string | number> = {}): void {
    this.#whole.push({ code, message: text(`load.note.${code}`, values) })
  }

  /** A note on one line: `load.note.<code>` with `count` and the first `samples`. */
  line(code: string, line: number, sample = ''): void {
    const one = this.#found.get(code) ?? { count: 0, lines: [], samples: [] }
    this.#found.set(code, one)
    if (one.lines.at(-1) !== line) {
      one.count += 1
      if (one.lines.length < mostLines) one.lines.push(line)
    }
    if (sample !== '' && one.samples.length < mostSamples) one.samples.push(`${line}: ${sample}`)
  }

  /** Resets before iterating the rows (again). */
  start(): void {
    this.#found.clear()
  }

  finish(): void {
    const lines = [...this.#found].map(([code, { count, lines, samples }]) => {
      const message = text(`load.note.${code}`, { count, samples: samples.join('; ') })
      return { code, message, lines }
    })
    this.list.splice(0, Infinity, ...this.#whole, ...lines)
  }
}
