import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Problem } from '@hilo/domain/problem.ts'
import type { ReadTable, TableNote, TableRow } from '../load/table.ts'

/** Result of one reader, run to its end in the test's thread. */
export interface Read {
  heads: string[]
  rows: TableRow[]
  notes: readonly TableNote[]
}

export async function allRows(rows: AsyncIterable<TableRow>): Promise<TableRow[]> {
  const found: TableRow[] = []
  for await (const row of rows) found.push(row)
  return found
}

/** Passes the content of a file to a reader. */
export async function readContent(
  reader: (path: string) => Promise<ReadTable>,
  content: string | Uint8Array,
): Promise<Read> {
  const folder = await mkdtemp(join(tmpdir(), 'hilo-read-'))
  try {
    const path = join(folder, 'file')
    await writeFile(path, content)
    const { heads, rows, notes = [] } = await reader(path)
    return { heads, rows: await allRows(rows), notes }
  } finally {
    await rm(folder, { recursive: true })
  }
}

export const cellsOf = ({ rows }: Pick<Read, 'rows'>) => rows.map(({ values }) => Object.values(values))
export const refusedLines = ({ rows }: Pick<Read, 'rows'>) =>
  rows.flatMap(({ line, refusal }) => (refusal === undefined ? [] : [line]))
export const noteCodes = ({ notes }: Pick<Read, 'notes'>) => notes.map(({ code }) => code)

/** The error of a refused file. */
export async function refusalOf(work: Promise<unknown>): Promise<{ code: string; message: string }> {
  const error: unknown = await work.then(
    () => new Error('was taken'),
    (thrown: unknown) => thrown,
  )
  const detail = error instanceof Problem ? error.extra.details?.[0] : undefined
  if (!detail) throw error
  return { code: detail.code, message: detail.message }
}

/** Code of the first detail of a refused file, whose message is a sentence. */
export async function faultOf(work: Promise<unknown>): Promise<string | undefined> {
  const error: unknown = await work.then(
    () => assert.fail('was taken'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof Problem, String(error))
  assert.equal(error.code, 'VALIDATION')
  const [detail] = error.extra.details ?? []
  assert.match(detail?.message ?? '', /^[A-ZÁÉÍÓÚ].*\.$/)
  return detail?.code
}
