import { text } from '../http/texts.ts'
import type { TableNote } from './table.ts'

const mostLines = 200
const mostSamples = 3

/** Gathers what people should know of how a file was read: each kind of note once, with the lines that it concerns. */
export class Notes {
  /** The list that a reader gives away; it is filled by `finish`. */
  readonly list: TableNote[] = []
  readonly #found = new Map<string, { count: number; lines: number[]; samples: string[] }>()
  readonly #whole: TableNote[] = []

  /** Of the file as a whole: `load.note.<code>`. */
  file(code: string, values: Record<string, string | number> = {}): void {
    this.#whole.push({ code, message: text(`load.note.${code}`, values) })
  }

  /** Of one line: `load.note.<code>` with `count` and the first `samples`. */
  line(code: string, line: number, sample = ''): void {
    const one = this.#found.get(code) ?? { count: 0, lines: [], samples: [] }
    this.#found.set(code, one)
    if (one.lines.at(-1) !== line) {
      one.count += 1
      if (one.lines.length < mostLines) one.lines.push(line)
    }
    if (sample !== '' && one.samples.length < mostSamples) one.samples.push(`${line}: ${sample}`)
  }

  /** Before the rows are gone through (again). */
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
