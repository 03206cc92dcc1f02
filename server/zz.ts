import { startTestDatabase } from './test/database.ts'
import { readFileSync } from 'node:fs'
const db = await startTestDatabase()
for (const q of process.argv.slice(2)) {
  const { rows } = await db.owner.query(readFileSync(q, 'utf8'))
  for (const r of rows as object[]) console.log(Object.values(r).map(String).join(' | '))
}
await db.close()
