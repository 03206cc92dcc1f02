import { createReadStream } from 'node:fs'
import { TextDecoder } from 'node:util'
import { badTable, tableLimits } from './table.ts'

/**
 * Bytes of a text file as UTF-8 or one of the encodings of `encoding.ts`: UTF-16 is converted to UTF-8, byte order marks are
 * removed.
 */

const utf8Mark = Buffer.from('\uFEFF')
const nothing = Buffer.alloc(0)
const [lf, cr] = [0x0a, 0x0d]

/** UTF-16 by its byte order mark, or by the zero byte beside nearly every letter of a Western text. */
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

/** True if more than 1 % of the bytes are control characters. */
function isBinary(head: Buffer): boolean {
  const controls = head.filter((byte) => byte < 0x20 && (byte < 0x09 || byte > 0x0d) && byte !== 0x1e)
  return controls.length * 100 > head.length
}

/** @throws Problem VALIDATION for binary content: zero bytes, or control characters at the beginning */
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

interface Line {
  /** Line number, from 1. */
  line: number
  /** Without the line end; empty if too long. */
  bytes: Buffer
  /** Longer than the limit of a row. */
  long: boolean
}

/** Line ends: LF with or without CR; CR alone if the first line ends so. */
function endOf(chunk: Buffer): number {
  const at = chunk.indexOf(cr)
  const alone = at !== -1 && at + 1 < chunk.length && chunk[at + 1] !== lf && chunk[at + 1] !== cr
  return alone && !chunk.subarray(0, at).includes(lf) ? cr : lf
}

/** Splits chunks of bytes into lines; drops the content of lines beyond the limit. */
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
      // A view of no bytes costs as much as one of many, and a file may be millions of empty lines.
      const empty = at === from || (at === from + 1 && chunk[from] === cr)
      if (empty && this.#size === 0) {
        this.#line += 1
        yield { line: this.#line, bytes: nothing, long: false }
      } else {
        this.#keep(chunk.subarray(from, at))
        yield this.#cut()
      }
      from = at + 1
    }
    this.#keep(chunk.subarray(from))
  }

  *rest(): Generator<Line> {
    if (this.#size > 0) yield this.#cut()
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return
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

/** Lines of a text file, in batches per chunk: a promise per line would cost more than reading it. */
export async function* linesOf(path: string): AsyncGenerator<Iterable<Line>> {
  let cutter: LineCutter | undefined
  for await (const chunk of bytesOf(path)) {
    cutter ??= new LineCutter(endOf(chunk))
    yield cutter.push(chunk)
  }
  if (cutter) yield cutter.rest()
}
