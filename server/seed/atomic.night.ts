import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { silentLog } from '../log.ts'
import { startTestDatabase } from '../test/database.ts'
import { isEmpty, seedInProcess } from './seed-process.ts'
import { seed } from './index.ts'

test('a seed whose connection breaks leaves nothing, and the next one starts over', async () => {
  const db = await startTestDatabase()
  try {
    const kill = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`
    const progress = (_task: string, detail?: string) => {
      if (detail?.startsWith('filas')) void db.owner.query(kill)
    }
    await assert.rejects(seed(db, { size: 'standard', log: { ...silentLog, progress } }))
    assert.equal(await isEmpty(db), true)
    await seed(db, { size: 'small', log: silentLog })
    const { rows } = await db.owner.query('select count(*) from port')
    assert.deepEqual(rows, [{ count: 1024 }])
  } finally {
    await db.close()
  }
})

test('the loading process loads the given size, whatever its own settings', async () => {
  const db = await startTestDatabase()
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'hilo-seed-'))
  try {
    const { HILO_SEED: _seed, HILO_DEMO: _demo, ...env } = process.env
    await seedInProcess(db, { seed: 'small' }, { ...env, DATA_DIR }).done
    assert.equal(await isEmpty(db), false)
  } finally {
    await db.close()
    await rm(DATA_DIR, { recursive: true, force: true })
  }
})
