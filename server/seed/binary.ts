/**
 * Rows in PostgreSQL's binary COPY format, for the types that loaded tables have: both sides have a third less to do than
 * with text. https://www.postgresql.org/docs/18/sql-copy.html and the `_recv` functions of each type.
 */
import { day } from './time.ts'

export type Value = string | number | boolean | null | readonly string[] | Uint8Array
export type Row = readonly Value[]

/** Bytes to be sent. There is always `slack` left for what has a fixed length; what has none asks for more. */
interface Out {
  bytes: Buffer
  at: number
}
type Put = (out: Out, value: Value) => void

const header = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
/** PostgreSQL counts from 2000-01-01. */
const epoch = Date.UTC(2000, 0, 1)
const textType = 25
/** More than all values of fixed length of a row take together, with their lengths. */
const slack = 4096
/** Letters up to which copying them one by one is cheaper than calling the platform. */
const short = 48

function room(out: Out, more: number): void {
  if (out.at + more + slack <= out.bytes.length) return
  const bytes = Buffer.allocUnsafe(2 * out.bytes.length + more + slack)
  out.bytes.copy(bytes, 0, 0, out.at)
  out.bytes = bytes
}

function int16(out: Out, value: number): void {
  const { bytes, at } = out
  bytes[at] = value >> 8
  bytes[at + 1] = value
  out.at = at + 2
}

function int32(out: Out, value: number): void {
  const { bytes, at } = out
  bytes[at] = value >> 24
  bytes[at + 1] = value >> 16
  bytes[at + 2] = value >> 8
  bytes[at + 3] = value
  out.at = at + 4
}

function int64(out: Out, value: number): void {
  int32(out, Math.floor(value / 2 ** 32))
  int32(out, value)
}

function letters(out: Out, text: string): void {
  room(out, 3 * text.length)
  const { bytes, at } = out
  let n = 0
  while (n < text.length && n < short) {
    const code = text.charCodeAt(n)
    if (code > 127) break
    bytes[at + n++] = code
  }
  out.at = at + (n === text.length ? n : bytes.write(text, at, 'utf8'))
}

/** Four bytes to be filled in once what follows them has been written. */
function open(out: Out): number {
  const start = out.at
  out.at = start + 4
  return start
}
function close(out: Out, start: number): void {
  const end = out.at
  out.at = start
  int32(out, end - start - 4)
  out.at = end
}

function text(out: Out, value: Value): void {
  const start = open(out)
  letters(out, String(value))
  close(out, start)
}

/** One digit of base 10,000 before the point: enough for powers, heights and coordinates. */
function numeric(scale: number): Put {
  const groups = Math.ceil(scale / 4)
  const unit = 10 ** scale
  const pad = 10 ** (4 * groups - scale)
  return (out, value) => {
    const whole = Math.round(Math.abs(Number(value)) * unit)
    if (!(whole < 10_000 * unit)) throw new Error(`${String(value)} no cabe en numeric con ${scale} decimales.`)
    const start = open(out)
    int16(out, 1 + groups)
    int16(out, 0)
    int16(out, Number(value) < 0 ? 0x40_00 : 0)
    int16(out, scale)
    int16(out, Math.floor(whole / unit))
    const rest = (whole % unit) * pad
    for (let group = groups - 1; group >= 0; group--) int16(out, Math.floor(rest / 10_000 ** group) % 10_000)
    close(out, start)
  }
}

const instant = (value: Value) => (typeof value === 'number' ? value : Date.parse(String(value)))

const puts: Readonly<Record<string, Put>> = {
  smallint: (out, value) => {
    int32(out, 2)
    int16(out, Number(value))
  },
  integer: (out, value) => {
    int32(out, 4)
    int32(out, Number(value))
  },
  bigint: (out, value) => {
    int32(out, 8)
    int64(out, Number(value))
  },
  boolean: (out, value) => {
    int32(out, 1)
    out.bytes[out.at++] = value === true ? 1 : 0
  },
  date: (out, value) => {
    int32(out, 4)
    int32(out, (instant(value) - epoch) / day)
  },
  'timestamp(3) with time zone': (out, value) => {
    int32(out, 8)
    int64(out, (Math.floor(instant(value)) - epoch) * 1000)
  },
  text,
  json: text,
  jsonb: (out, value) => {
    const start = open(out)
    out.bytes[out.at++] = 1
    letters(out, String(value))
    close(out, start)
  },
  bytea: (out, value) => {
    const { length } = value as Uint8Array
    room(out, length)
    int32(out, length)
    out.bytes.set(value as Uint8Array, out.at)
    out.at += length
  },
  'text[]': (out, value) => {
    const items = value as readonly string[]
    const start = open(out)
    for (const word of items.length > 0 ? [1, 0, textType, items.length, 1] : [0, 0, textType]) int32(out, word)
    for (const item of items) text(out, item)
    close(out, start)
  },
}

function putFor(type: string): Put {
  const scale = /^numeric\(\d+,(\d+)\)$/.exec(type)?.[1]
  const put = scale === undefined ? puts[type] : numeric(Number(scale))
  if (!put) throw new Error(`No se sabe cargar una columna ${type}.`)
  return put
}

/**
 * @param types of the columns, as `format_type` names them
 * @param size bytes handed over at a time
 * @returns `add`, which answers a full block or null, and `end`, the last one
 */
export function binaryRows(types: readonly string[], size: number) {
  const columns = types.map(putFor)
  const start = (): Out => ({ bytes: Buffer.allocUnsafe(size + 2 * slack), at: 0 })
  let out = start()
  header.copy(out.bytes)
  out.at = header.length
  return {
    add(row: Row): Buffer | null {
      room(out, 0)
      int16(out, columns.length)
      for (let n = 0; n < columns.length; n++) {
        const value = row[n]
        if (value === null || value === undefined) int32(out, -1)
        else (columns[n] as Put)(out, value)
      }
      if (out.at < size) return null
      const full = out.bytes.subarray(0, out.at)
      out = start()
      return full
    },
    end(): Buffer {
      room(out, 0)
      int16(out, -1)
      return out.bytes.subarray(0, out.at)
    },
  }
}
