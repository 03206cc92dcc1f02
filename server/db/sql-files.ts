/** Files of the schema: baseline, migrations, functions. */
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

/** SQL files of a folder by name, each with the hash of its text. */
export async function readSqlFiles(from: string, named = /\.sql$/): Promise<SqlFile[]> {
  const names = (await readdir(from)).filter((name) => named.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(from, name), 'utf8')
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
