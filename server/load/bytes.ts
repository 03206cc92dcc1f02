import { createReadStream } from 'node:fs'
import { TextDecoder } from 'node:util'
import { badTable, tableLimits } from './table.ts'

/** Bytes of a text file as UTF-8 or one of the encodings of `encoding.ts`: UTF-16 is turned into UTF-8, and no mark is left. */

const utf8Mark = Buffer.from('\uFEFF')
const [lf, cr] = [0x0a, 0x0d]

/** UTF-16 by its mark, or, without one, by the zeros that stand beside nearly every letter of a Western text. */
function utf16Of(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const pairs = Math.min(head.length, 4096) >> 1
  let [first, second] = [0, 0]
  for (let i = 0; i < pairs; i++) {
    if (head[2 * i] === 0) first += 1
    if (head[2 * i + 1] === 0) second += 1
  }
  if (second > pairs / 2 && first === 0) return 'utf-16le'
  return first > pairs / 2 && second === 0 ? 'utf-16be' : null
}

/** Whether more than one byte in a hundred controls a device instead of being text. */
function isBinary(head: Buffer): boolean {
  const controls = head.filter((byte) => byte < 0x20 && (byte < 0x09 || byte > 0x0d) && byte !== 0x1e)
  return controls.length * 100 > head.length
}

/** @throws Problem VALIDATION for what is no text: it holds zeros, or begins with control characters */
export async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  let utf16: TextDecoder | null = null
  let first = true
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (first) {
      const wide = utf16Of(chunk)
      utf16 = wide && new TextDecoder(wide)
    }
    const bytes = utf16 ? Buffer.from(utf16.decode(chunk, { stream: true })) : chunk
    if (bytes.includes(0) || (first && isBinary(bytes.subarray(0, 1024)))) throw badTable('format')
    yield first && bytes.subarray(0, 3).equals(utf8Mark) ? bytes.subarray(3) : bytes
    first = false
  }
  const rest = utf16?.decode() ?? ''
  if (rest !== '') yield Buffer.from(rest)
}

export interface Line {
  /** As a person counts. */
  line: number
  /** Without its end; empty when it is too long. */
  bytes: Buffer
  /** It has more bytes than a row may have characters. */
  long: boolean
}

/** How lines end: by LF with or without CR; by CR alone where the first line does so. */
function endOf(chunk: Buffer): number {
  const at = chunk.indexOf(cr)
  const alone = at !== -1 && at + 1 < chunk.length && chunk[at + 1] !== lf && chunk[at + 1] !== cr
  return alone && !chunk.subarray(0, at).includes(lf) ? cr : lf
}

/** Cuts lines out of bytes that arrive in pieces; of a line beyond the limit nothing is kept. */
class LineCutter {
  readonly #end: number
  #line = 0
  #parts: Buffer[] = []
  #size = 0

  constructor(end: number) {
    this.#end = end
  }

  *push(chunk: Buffer): Generator<Line> {
    let from = 0
    for (let at = chunk.indexOf(this.#end); at !== -1; at = chunk.indexOf(this.#end, from)) {
      this.#keep(chunk.subarray(from, at))
      yield this.#cut()
      from = at + 1
    }
    this.#keep(chunk.subarray(from))
  }

  *rest(): Generator<Line> {
    if (this.#size > 0) yield this.#cut()
  }

  #keep(part: Buffer): void {
    this.#size += part.length
    if (this.#size > tableLimits.rowChars) this.#parts = []
    else this.#parts.push(part)
  }

  #cut(): Line {
    const [only = Buffer.alloc(0), ...more] = this.#parts
    const bytes = more.length === 0 ? only : Buffer.concat(this.#parts)
    const long = this.#size > tableLimits.rowChars
    this.#line += 1
    this.#parts = []
    this.#size = 0
    let [from, to] = [0, bytes.length]
    while (to > 0 && bytes[to - 1] === cr) to -= 1
    if (this.#end === cr && bytes[0] === lf) from = 1
    return { line: this.#line, bytes: bytes.subarray(from, to), long }
  }
}

/** Lines of a text file, those of one piece of it at a time: a promise for each line would cost more than reading it. */
export async function* linesOf(path: string): AsyncGenerator<Iterable<Line>> {
  let cutter: LineCutter | undefined
  for await (const chunk of bytesOf(path)) {
    cutter ??= new LineCutter(endOf(chunk))
    yield cutter.push(chunk)
  }
  if (cutter) yield cutter.rest()
}
