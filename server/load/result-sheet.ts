/** The rows of a load as a spreadsheet, with what became of each in front: to be read, mended and loaded again. */
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import type { Kept } from '../files/attach.ts'
import type { FileStore } from '../files/store.ts'
import { cellStyle } from '../files/workbook-parts.ts'
import { workbookStream } from '../files/workbook.ts'
import { text } from '../kernel/texts.ts'
import { IncomingFile } from './incoming-file.ts'
import type { RowReport } from './pass.ts'
import { isResultHead, resultColumns, type TableRow } from './table.ts'

/** Characters that XML cannot hold. */
const forbidden = /[\p{Cs}\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/gu
/** A text that a reader of workbooks would take for an escaped character. */
const escapeLike = /_(?=x[0-9a-f]{4}_)/gi

/** Most cells have nothing to escape: one cheap test instead of eight passes. */
const special = /[&<>_\u0000-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/

function xmlText(value: string): string {
  if (!special.test(value)) return value
  return value
    .replaceAll(forbidden, '')
    .replaceAll(escapeLike, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\r\n?|\n/g, '&#10;')
    .replaceAll('\t', '&#9;')
}
const textCell = (value: string) => (value === '' ? '<c/>' : `<c t="str"><v>${xmlText(value)}</v></c>`)
const wrapped = (value: string) => `<c t="str" s="${cellStyle.wrapped}"><v>${xmlText(value)}</v></c>`

/** Days since 1899-12-30; the first weeks of 1900 are counted otherwise and stay texts. */
function dateCell(value: string): string {
  const days = Date.parse(`${value.length === 10 ? `${value}T00:00:00` : value}Z`) / 86_400_000 + 25_569
  if (!Number.isFinite(days) || days < 61) return textCell(value)
  return `<c s="${value.length === 10 ? cellStyle.day : cellStyle.time}"><v>${days}</v></c>`
}

const isPlainNumber = (value: string) => value !== '' && Number.isFinite(Number(value))

/** A cell as it was: its type decides how it is read. An unreadable one stays an error, so that it does not pass for empty. */
function cellOf({ values, types, faults }: TableRow, head: string): string {
  const value = values[head] ?? ''
  if (faults?.some((one) => one.head === head)) return '<c t="e"><v>#N/A</v></c>'
  switch (types?.[head]) {
    case 'number':
      return isPlainNumber(value) ? `<c><v>${value}</v></c>` : textCell(value)
    case 'boolean':
      return `<c t="b"><v>${value === 'true' ? 1 : 0}</v></c>`
    case 'date':
    case 'datetime':
      return dateCell(value)
    default:
      return textCell(value)
  }
}

export class ResultSheet implements AsyncDisposable {
  readonly #file: IncomingFile
  readonly #heads: readonly string[]
  readonly #labels: 'load.code' | 'load.trial'
  readonly #rows = new PassThrough({ highWaterMark: 1 << 20 })
  readonly #written: Promise<void>

  private constructor(file: IncomingFile, heads: readonly string[], preview: boolean) {
    this.#file = file
    this.#heads = heads
    this.#labels = preview ? 'load.trial' : 'load.code'
    const title = text('load.results.sheet')
    this.#written = written(workbookStream([{ title, heads: [...resultColumns, ...heads], rows: this.#rows }]), file)
    // A failure is met by the next `add` or `keep`.
    this.#written.catch(() => {})
  }

  /** @param heads headings of the file, as written */
  static async open(store: FileStore, heads: readonly string[], preview: boolean): Promise<ResultSheet> {
    const loaded = heads.filter((head) => !isResultHead(head))
    return new ResultSheet(await IncomingFile.open(store), loaded, preview)
  }

  async add(reports: readonly RowReport[]): Promise<void> {
    if (reports.length === 0) return
    const free = this.#rows.write(reports.map((one) => this.#xml(one)).join(''))
    if (!free) await Promise.race([once(this.#rows, 'drain'), this.#written])
  }

  #xml({ row, result, said }: RowReport): string {
    const outcome = text(result.ok ? `${this.#labels}.${result.code}` : 'load.code.refused')
    const cells = this.#heads.map((head) => cellOf(row, head))
    const extra = (row.extra ?? []).map(textCell)
    return `<row>${textCell(outcome)}${said === '' ? '<c/>' : wrapped(said)}${cells.join('')}${extra.join('')}</row>\n`
  }

  /** Moves the finished file to the store; not referenced yet. */
  async keep(vnoId: number | null): Promise<Kept> {
    this.#rows.end()
    await this.#written
    return await this.#file.keep(vnoId)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#rows.destroy()
    await this.#file[Symbol.asyncDispose]()
  }
}

async function written(workbook: Readable, file: IncomingFile): Promise<void> {
  for await (const chunk of workbook as AsyncIterable<Buffer>) await file.write(chunk)
}
