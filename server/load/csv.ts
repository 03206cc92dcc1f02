import { linesOf } from './bytes.ts'
import { RecordCutter, type CsvRecord } from './csv-records.ts'
import { decoded, EncodingEvidence, type SingleByte } from './encoding.ts'
import { checked } from './mojibake.ts'
import { Notes } from './notes.ts'
import { badTable, Heads, tableLimits, type ReadTable, type TableRow } from './table.ts'
import { text } from '../kernel/texts.ts'

/** Format of one CSV file. */
interface Form {
  encoding: SingleByte
  separator: string
  /** The first line only declares the separator, as spreadsheets understand it. */
  saysSeparator: boolean
}

/** In order of preference for equal counts, from the Spanish spreadsheets' one to the rarest. */
const separators = [';', '\t', '|', ','] as const
const separatorLine = /^"?sep=([^"\w])"?$/i

/** The most frequent separator of a line, outside quotes. */
function separatorOf(line: string): string {
  const open = line.replace(/"[^"]*"/g, '')
  const times = (one: string) => open.split(one).length
  return separators.reduce((best, one) => (times(one) > times(best) ? one : best))
}

async function formOf(path: string): Promise<Form> {
  const evidence = new EncodingEvidence()
  const first: Buffer[] = []
  for await (const lines of linesOf(path)) {
    for (const { bytes, long } of lines) {
      if (bytes.length > 0) evidence.add(bytes)
      if (first.length < 2 && (long || bytes.length > 0)) first.push(bytes)
    }
  }
  const encoding = evidence.best
  const [top = '', second = ''] = first.map((line) => decoded(line, encoding))
  const declared = separatorLine.exec(top)?.[1]
  return { encoding, separator: declared ?? separatorOf(top || second), saysSeparator: declared !== undefined }
}

/** Non-empty records from the headings on, in batches per chunk. */
async function* records(path: string, form: Form, cutter: RecordCutter): AsyncGenerator<CsvRecord[]> {
  let skip = form.saysSeparator
  for await (const lines of linesOf(path)) {
    const found: CsvRecord[] = []
    for (const { line, bytes, long } of lines) {
      // An empty line makes no record, except inside a quoted cell.
      if (bytes.length === 0 && !long && !cutter.isOpen) continue
      if (skip && bytes.length > 0) skip = false
      else for (const one of cutter.push({ line, text: decoded(bytes, form.encoding), long })) found.push(one)
    }
    yield found.filter(filled)
  }
  yield cutter.rest().filter(filled)
}

const filled = ({ cells, fault }: CsvRecord) => fault !== undefined || cells.some((cell) => cell.trim() !== '')

async function headsOf(path: string, form: Form): Promise<Heads> {
  for await (const [first] of records(path, form, new RecordCutter(form.separator, 0))) {
    if (!first) continue
    const { line, cells, fault } = first
    if (fault !== undefined) throw badTable(fault === 'long' ? 'too_large' : 'broken', { line })
    return new Heads(checked(cells, line, new Notes()))
  }
  throw badTable('empty')
}

/**
 * Rows of a CSV: comma, semicolon, tab or vertical bar; UTF-8, UTF-16, Windows-1252, and Macintosh and DOS encodings with a
 * note. A row with an unclosed quote is refused alone.
 */
export async function readCsv(path: string): Promise<ReadTable> {
  const form = await formOf(path)
  const heads = await headsOf(path, form)
  const notes = new Notes()
  if (form.encoding !== 'windows-1252') notes.file('encoding', { name: text(`load.encoding.${form.encoding}`) })
  const rowOf = ({ line, cells, fault }: CsvRecord): TableRow => {
    const row = heads.row(line, checked(cells, line, notes), notes)
    return fault === undefined ? row : { ...row, refusal: text(`load.row.${fault}`, { limit: tableLimits.rowChars }) }
  }
  const rows = {
    async *[Symbol.asyncIterator]() {
      const cutter = new RecordCutter(form.separator, heads.names.length)
      let count = -1
      notes.start()
      for await (const some of records(path, form, cutter)) {
        for (const record of some) {
          count += 1
          if (count > tableLimits.rows) throw badTable('rows', { limit: tableLimits.rows })
          if (count > 0) yield rowOf(record)
        }
      }
      notes.finish()
    },
  }
  return { heads: heads.names, rows, notes: notes.list }
}
