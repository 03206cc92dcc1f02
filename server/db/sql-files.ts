/**
 * Files of the schema: baseline, migrations, functions. They name a state as `{processState.finalized}`: its number is filled
 * in from the domain before the text is hashed.
 */
import * as status from '@hilo/domain/status.ts'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface SqlFile {
  name: string
  sql: string
  sha256: string
}

/** Name of the task in the progress line while the database is created and migrated. */
export const preparing = 'Se prepara la base de datos'

const enumerations: Readonly<Record<string, unknown>> = status

/** @throws {Error} naming a state that the domain does not have */
function withNumbers(sql: string): string {
  return sql.replaceAll(/\{(\w+)\.(\w+)\}/g, (name, list: string, word: string) => {
    const { is } = (enumerations[list] ?? {}) as { is?: Readonly<Record<string, number>> }
    const number = is?.[word]
    if (number === undefined) throw new Error(`${name} is no state`)
    return String(number)
  })
}

/** SQL files of a folder by name, each with the hash of its text as it is run. */
export async function readSqlFiles(from: string, named = /\.sql$/): Promise<SqlFile[]> {
  const names = (await readdir(from)).filter((name) => named.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = withNumbers(await readFile(join(from, name), 'utf8'))
      // Line ends may differ between checkouts.
      return { name, sql, sha256: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex') }
    }),
  )
}

/** Hash of the files' names and contents. */
export function hashOf(files: readonly Pick<SqlFile, 'name' | 'sha256'>[]): string {
  const hash = createHash('sha256')
  for (const { name, sha256 } of files) hash.update(name).update(sha256)
  return hash.digest('hex')
}
