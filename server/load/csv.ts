import { CsvError, parse } from 'csv-parse'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { badTable, Heads, tableLimits, type TableRow } from './table.ts'

type Encoding = 'utf-8' | 'utf-16le' | 'windows-1252'
const headBytes = 64 * 1024
const separators = [',', ';', '\t'] as const

/** UTF-8 where every byte of the file fits it; else what spreadsheets of Western Europe write. */
async function encodingOf(path: string): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let first = true
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      if (first && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
      if (chunk.includes(0)) throw badTable('format')
      first = false
      decoder.decode(chunk, { stream: true })
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}

/** What stands most often in the first line, outside quotes. */
function separatorOf(text: string): string {
  const counts = new Map<string, number>(separators.map((one) => [one, 0]))
  let quoted = false
  for (const char of text) {
    if (char === '"') quoted = !quoted
    if (!quoted && (char === '\n' || char === '\r')) break
    if (!quoted && counts.has(char)) counts.set(char, (counts.get(char) ?? 0) + 1)
  }
  return separators.reduce((best, one) => ((counts.get(one) ?? 0) > (counts.get(best) ?? 0) ? one : best))
}

async function firstText(path: string, encoding: Encoding): Promise<string> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return new TextDecoder(encoding).decode(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

async function* decoded(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

interface Parsed {
  record: string[]
  info: { lines: number }
}

function parsed(path: string, encoding: Encoding, delimiter: string): AsyncIterable<Parsed> {
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: tableLimits.rowChars,
  })
  const source = Readable.from(decoded(path, encoding))
  source.on('error', (error) => parser.destroy(error))
  return source.pipe(parser) as AsyncIterable<Parsed>
}

/** Rows of a CSV: comma, semicolon or tabulator; UTF-8 with or without mark, UTF-16 or Windows-1252. */
export async function readCsv(path: string): Promise<{ heads: string[]; rows: AsyncIterable<TableRow> }> {
  const encoding = await encodingOf(path)
  const delimiter = separatorOf(await firstText(path, encoding))
  const records = () => parsed(path, encoding, delimiter)
  const heads = await headsOf(records())
  const rows = {
    async *[Symbol.asyncIterator]() {
      let count = -1
      try {
        for await (const { record, info } of records()) {
          count += 1
          if (count === 0) continue
          if (count > tableLimits.rows) throw badTable('rows', { limit: tableLimits.rows })
          if (record.some((cell) => cell.trim() !== '')) yield heads.row(info.lines, record)
        }
      } catch (error) {
        throw told(error)
      }
    },
  }
  return { heads: heads.names, rows }
}

async function headsOf(records: AsyncIterable<Parsed>): Promise<Heads> {
  try {
    for await (const { record } of records) return new Heads(record)
  } catch (error) {
    throw told(error)
  }
  throw badTable('empty')
}

/** What the parser does not understand, with the line where it stopped. */
function told(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  const line = 'lines' in error ? Number(error.lines) : 0
  return badTable('broken', { line })
}
