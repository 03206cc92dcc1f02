import { isAscii, isUtf8 } from 'node:buffer'
import type { Feature } from './features.ts'
import { decoded, EncodingEvidence, utf8Uncut, type SingleByte } from './encoding.ts'
import { badTable, tableLimits } from './table.ts'
import { typedProperties } from './typed-number.ts'

/** Properties of a shapefile: a `.dbf`, whose encoding is declared in a `.cpg` or by a number in its header, rightly or not. */

interface Field {
  name: Buffer
  type: string
  from: number
  to: number
  decimals: number
}

/** Code pages by number in the header of a `.dbf`, and by name in a `.cpg`. */
const codePages: readonly (readonly [RegExp, readonly number[], SingleByte])[] = [
  [/850|437/, [0x01, 0x02, 0x14], 'cp850'],
  [/mac/i, [0x04], 'macintosh'],
  [/1252|8859[-_ ]?1|latin/i, [0x03, 0x57, 0x58], 'windows-1252'],
]

type Encoding = SingleByte | 'utf-8'

function declaredEncoding(cpg: string, page: number): Encoding | null {
  if (/utf-?8|65001/i.test(cpg)) return 'utf-8'
  return codePages.find(([name, numbers]) => (cpg === '' ? numbers.includes(page) : name.test(cpg)))?.[2] ?? null
}

const nameBytes = 10
/** Of a name that was cut, programs drop a blank or half a letter at its end. */
const cutFrom = nameBytes - 1

/** Letters of field types. */
const numeric = 'NFIBO+'
const textless = `${numeric}DL`
/** First bytes of a letter in UTF-8 that in other encodings end no word: of Western and Central Europe, and of signs. */
const beginsLetter = (byte: number) => (byte >= 0xc2 && byte <= 0xc5) || byte === 0xe2

function fieldsOf(dbf: Buffer, end: number): Field[] {
  const fields: Field[] = []
  let from = 1
  for (let at = 32; at + 32 <= end && dbf[at] !== 0x0d; at += 32) {
    if (fields.length === tableLimits.columns) throw badTable('columns', { limit: tableLimits.columns })
    const name = dbf.subarray(at, at + 11)
    const nameEnd = name.indexOf(0)
    const to = from + (dbf[at + 16] ?? 0)
    fields.push({
      name: name.subarray(0, nameEnd === -1 ? 11 : nameEnd),
      type: String.fromCharCode(dbf[at + 11] ?? 0),
      from,
      to,
      decimals: dbf[at + 17] ?? 0,
    })
    from = to
  }
  return fields
}

/** Without the blanks or zeros that fill its field. */
function unpadded(bytes: Buffer): Buffer {
  let end = bytes.length
  while (end > 0 && (bytes[end - 1] === 0x20 || bytes[end - 1] === 0)) end -= 1
  return bytes.subarray(0, end)
}

/** Number of a binary field; null for a field of text. */
function binaryNumber(bytes: Buffer, type: string): number | null {
  if ('I+'.includes(type) && bytes.length === 4) return bytes.readInt32LE(0)
  return 'BO'.includes(type) && bytes.length === 8 ? bytes.readDoubleLE(0) : null
}

export class Properties {
  readonly #dbf: Buffer
  readonly #fields: readonly Field[]
  readonly #start: number
  readonly #size: number
  readonly #encoding: Encoding
  readonly #names: readonly string[]
  readonly count: number
  /** The declared encoding and that of the texts, where they differ. */
  readonly misdeclared: { said: Encoding; found: Encoding } | null
  /** Names that may have been cut short. */
  readonly cut: readonly string[]

  constructor(dbf: Buffer, cpg: string) {
    if (dbf.length < 33) throw badTable('broken', { line: 0 })
    this.#dbf = dbf
    this.#start = dbf.readUInt16LE(8)
    this.#size = dbf.readUInt16LE(10)
    const room = Math.floor((dbf.length - this.#start) / Math.max(this.#size, 1))
    this.count = Math.min(dbf.readUInt32LE(4), Math.max(room, 0))
    this.#fields = fieldsOf(dbf, this.#start)
    const declared = declaredEncoding(cpg, dbf[29] ?? 0)
    this.#encoding = this.#encodingOf(declared)
    const found = this.#encoding
    this.misdeclared = declared === null || declared === found ? null : { said: declared, found }
    this.#names = this.#fields.map(({ name }) => this.#text(name, nameBytes))
    this.cut = this.#names.filter((_, i) => unpadded(this.#fields[i]?.name ?? Buffer.alloc(0)).length >= cutFrom)
  }

  /** The declared encoding, unless the texts prove another one. */
  #encodingOf(declared: Encoding | null): Encoding {
    const evidence = new EncodingEvidence()
    let [some, none, unsure] = [false, false, false]
    for (const [text, room] of this.#texts()) {
      if (isAscii(text)) continue
      evidence.add(text)
      const cut = text[utf8Uncut(text, room).length]
      if (isUtf8(text) || (cut !== undefined && beginsLetter(cut))) some = true
      else if (cut === undefined) none = true
      else unsure = true
    }
    if (!none && (some || (declared === 'utf-8' && !unsure))) return 'utf-8'
    return evidence.bestBut(declared === null || declared === 'utf-8' ? 'windows-1252' : declared)
  }

  /** Names and texts, with the bytes that each has room for. */
  *#texts(): Generator<[text: Buffer, room: number]> {
    for (const { name } of this.#fields) yield [unpadded(name), nameBytes]
    const texts = this.#fields.filter(({ type }) => !textless.includes(type))
    for (let i = 0; i < this.count; i++) {
      const record = this.#record(i)
      for (const { from, to } of texts) yield [unpadded(record.subarray(from, to)), to - from]
    }
  }

  #record(i: number): Buffer {
    const at = this.#start + i * this.#size
    return this.#dbf.subarray(at, at + this.#size)
  }

  #text(bytes: Buffer, room: number): string {
    const text = unpadded(bytes)
    const written = this.#encoding === 'utf-8' ? utf8Uncut(text, room).toString('utf8') : decoded(text, this.#encoding)
    return written.replaceAll('\0', '').trim()
  }

  /** Properties of a record; null if deleted. */
  of(i: number): Pick<Feature, 'properties' | 'numbers'> | null {
    const record = this.#record(i)
    if (record[0] === 0x2a) return null
    return typedProperties(
      this.#fields.map((field, at) => {
        const text = this.#cell(record.subarray(field.from, field.to), field)
        return [this.#names[at] ?? '', text, numeric.includes(field.type)] as const
      }),
    )
  }

  #cell(bytes: Buffer, { type, from, to, decimals }: Field): string {
    const binary = binaryNumber(bytes, type)
    if (binary !== null) return String(binary)
    const written = this.#text(bytes, to - from)
    // Programs write no date as blanks or as zeros.
    if (type === 'D') return written.replace(/^0+$/, '').replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
    if (type === 'L') return /^[yt]$/i.test(written) ? 'true' : /^[nf]$/i.test(written) ? 'false' : ''
    // Asterisks mark a value that overflowed its field.
    if (/^\*+$/.test(written)) return ''
    return 'NF'.includes(type) && decimals > 0 ? written.replace(/^([+-]?\d*),(\d+)$/, '$1.$2') : written
  }
}
