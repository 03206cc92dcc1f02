import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLog } from '../log.ts'
import { startTestDatabase } from '../test/database.ts'
import { isEmpty } from './apart.ts'
import { seed } from './index.ts'

test('a seed whose connection dies midway leaves nothing, and the next one begins again', async () => {
  const db = await startTestDatabase()
  try {
    const kill = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`
    const info = (message: string) => {
      if (message.includes('cto:')) void db.owner.query(kill)
    }
    await assert.rejects(seed(db, { size: 'standard', log: { ...silentLog, info } }))
    assert.equal(await isEmpty(db), true)
    await seed(db, { size: 'small', log: silentLog })
    const { rows } = await db.owner.query('select count(*) from port')
    assert.deepEqual(rows, [{ count: 1024 }])
  } finally {
    await db.close()
  }
})
