import { badTable, tableLimits } from './table.ts'

/** One raw piece of a GeoJSON text. */
export interface JsonPart {
  /** An element of the array `features`, or a whole document without those elements. */
  kind: 'element' | 'document'
  bytes: Buffer
  /** Why it is skipped: too deep, too long, or cut off by the end of its line. */
  fault?: 'deep' | 'long' | 'json'
}

const mostDepth = 64
const [quote, escape, open, close, openList, closeList, comma, colon] = Buffer.from('"\\{}[],:')
const isBlank = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1e
const features = 'features'

/**
 * Finds begin and end of the features of a GeoJSON, so that each can be parsed alone, at constant cost per byte for any size
 * and depth. Documents may follow each other.
 */
export class JsonCutter {
  /** This byte ends a document, complete or not, so that a broken one does not affect the next. */
  readonly #end: number | null
  #depth = 0
  #deepest = 0
  #quoted = false
  #escaped = false
  /** The last string at document level, and whether a colon followed. */
  #name = ''
  #named = false
  /** Inside the array `features`. */
  #list = false
  #element: Buffer[] = []
  #document: Buffer[] = []
  #size = 0
  #documentSize = 0

  constructor(end: number | null) {
    this.#end = end
  }

  *push(chunk: Buffer): Generator<JsonPart> {
    // Start of the unsaved part in the chunk.
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (byte === this.#end) {
        this.#keep(chunk.subarray(from, at))
        from = at + 1
        if (this.#depth > 0) yield this.#finish('document', 'json')
        this.#reset()
      } else if (this.#quoted) this.#inText(byte)
      else if (byte === quote) this.#beginText()
      else if (byte === open || byte === openList) {
        const begins = byte === openList && this.#depth === 1 && this.#named && this.#name === features
        if (this.#depth === 0) {
          if (byte !== open) throw badTable('format')
          from = at
        }
        this.#depth += 1
        this.#deepest = Math.max(this.#deepest, this.#depth)
        if (begins) {
          this.#keep(chunk.subarray(from, at + 1))
          from = at + 1
          this.#list = true
          this.#deepest = 0
        }
      } else if (byte === close || byte === closeList) {
        this.#depth -= 1
        if (this.#depth < 0) throw badTable('broken', { line: 0 })
        if (this.#list && this.#depth === 1) {
          this.#keep(chunk.subarray(from, at))
          from = at
          yield* this.#endElement()
          this.#list = false
        } else if (this.#depth === 0) {
          this.#keep(chunk.subarray(from, at + 1))
          from = at + 1
          yield this.#finish('document')
          this.#reset()
        }
      } else if (byte === comma && this.#list && this.#depth === 2) {
        this.#keep(chunk.subarray(from, at))
        from = at + 1
        yield* this.#endElement()
      } else if (byte === colon && this.#depth === 1) this.#named = true
      else if (this.#depth === 0) {
        if (!isBlank(byte)) throw badTable('broken', { line: 0 })
        from = at + 1
      }
    }
    this.#keep(chunk.subarray(from))
  }

  /** The remainder at the end of input. */
  *rest(): Generator<JsonPart> {
    if (this.#depth === 0) return
    if (this.#end === null) throw badTable('broken', { line: 0 })
    yield this.#finish('document', 'json')
  }

  #inText(byte: number): void {
    if (this.#escaped) this.#escaped = false
    else if (byte === escape) this.#escaped = true
    else if (byte === quote) this.#quoted = false
    else if (this.#depth === 1 && this.#name.length <= features.length) this.#name += String.fromCharCode(byte)
  }

  #beginText(): void {
    if (this.#depth === 0) throw badTable('broken', { line: 0 })
    this.#quoted = true
    if (this.#depth > 1) return
    this.#name = ''
    this.#named = false
  }

  #keep(part: Buffer): void {
    if (
      part.length === 0 ||
      (this.#depth === 0 && this.#document.length === 0 && this.#documentSize === 0 && part.every(isBlank))
    )
      return
    if (this.#list) {
      this.#size += part.length
      if (this.#size <= tableLimits.rowChars) this.#element.push(part)
    } else {
      this.#documentSize += part.length
      if (this.#documentSize <= tableLimits.rowChars) this.#document.push(part)
    }
  }

  *#endElement(): Generator<JsonPart> {
    const part = this.#finish('element')
    if (part.fault !== undefined || !part.bytes.every(isBlank)) yield part
  }

  #finish(kind: JsonPart['kind'], fault?: JsonPart['fault']): JsonPart {
    const own = kind === 'element'
    const long = (own ? this.#size : this.#documentSize) > tableLimits.rowChars
    const deep = this.#deepest > mostDepth
    const bytes = Buffer.concat(long || deep ? [] : own ? this.#element : this.#document)
    this.#element = []
    this.#size = 0
    this.#deepest = 0
    const found = fault ?? (deep ? 'deep' : long ? 'long' : undefined)
    return found === undefined ? { kind, bytes } : { kind, bytes, fault: found }
  }

  #reset(): void {
    this.#depth = 0
    this.#quoted = false
    this.#escaped = false
    this.#named = false
    this.#list = false
    this.#element = []
    this.#document = []
    this.#size = 0
    this.#documentSize = 0
  }
}
