import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { silentLog } from '../log.ts'
import { readCatalogue, startTestDatabase, type TestDatabase } from '../test/database.ts'
import { loadInBulk, undoBulkLoad, type BulkLoad } from './bulk-load.ts'
import { openDatabase } from './open.ts'

const tables = ['olt', 'pon', 'cto', 'port']
const olts = `insert into olt (code, exchange_code, name, vendor, model, optic_class)
  select 'OLT' || n, 'MAD01', 'Central', 'zte', 'C650', 'B+' from generate_series(1, 300) n`
const trees = `insert into pon (olt_id, slot, port, code, tx_dbm) select id, 1, 1, 'PON' || id, 4.5 from olt`

let db: TestDatabase
let catalogue: unknown[]
before(async () => {
  db = await startTestDatabase()
  catalogue = await readCatalogue(db)
})
after(() => db.close())

async function counts(): Promise<unknown> {
  const { rows } = await db.owner.query<object>(
    'select (select count(*) from olt) as olts, (select count(*) from pon) as trees',
  )
  return rows[0]
}
async function apart<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: db.ownerUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
/** What kill -9 of the process does, or the database going away under it. */
const killEverybody = () =>
  apart((client) =>
    client.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    ),
  )
const plain: BulkLoad = {
  tables,
  wanted: () => Promise.resolve(true),
  load: async (client) => void (await client.query(`${olts};${trees}`)),
  finish: async (client, whole) => {
    await whole()
    await client.query(`update pon set tx_dbm = 5`)
  },
  log: () => {},
}

const deaths: Readonly<Record<string, Partial<BulkLoad>>> = {
  'while its rows come in': {
    load: async (client) => {
      await client.query(olts)
      await killEverybody()
      await client.query(trees)
    },
  },
  'before its references are back': {
    finish: async () => {
      await killEverybody()
    },
  },
  'just before its end': {
    finish: async (_client, whole) => {
      await whole()
      await killEverybody()
    },
  },
  'because its rows refer to nothing': {
    load: async (client) => void (await client.query(`${olts};${trees};delete from olt where id % 2 = 0`)),
  },
}
for (const [when, change] of Object.entries(deaths))
  test(`a load that dies ${when} is undone when the database is opened`, async () => {
    await assert.rejects(loadInBulk(db.owner, { ...plain, ...change }))
    await (await openDatabase({ dataDir: '', databaseUrl: db.ownerUrl }, silentLog)).close()
    assert.deepEqual(await counts(), { olts: 0, trees: 0 })
    assert.deepEqual(await readCatalogue(db), catalogue)
  })

/** Fills the first table, and goes on once it is indexed and the next one is not. */
const inTwo = (then: () => Promise<unknown>): BulkLoad['load'] =>
  async function (client, filled) {
    await client.query(olts)
    await filled('olt')
    while (!(await keysOf()).includes('olt')) await setTimeout(1)
    const { rows } = await db.owner.query('select count(*) from olt')
    assert.deepEqual(rows, [{ count: 300 }])
    assert.equal((await keysOf()).includes('pon'), false)
    await then()
    await client.query(trees)
  }
const keysOf = async () =>
  (
    await db.owner.query<{ name: string }>(
      `select conrelid::regclass::text as name from pg_constraint where contype = 'p'`,
    )
  ).rows.map(({ name }) => name)

test('a table that is full is seen and indexed while others come in', async () => {
  await loadInBulk(db.owner, { ...plain, load: inTwo(() => Promise.resolve()) })
  assert.deepEqual(await counts(), { olts: 300, trees: 300 })
  assert.deepEqual(await readCatalogue(db), catalogue)
})

test('a load that died after some of its indexes is undone by the next one, which then goes through', async () => {
  await assert.rejects(loadInBulk(db.owner, { ...plain, load: inTwo(killEverybody) }))
  assert.notDeepEqual(await readCatalogue(db), catalogue)
  await loadInBulk(db.owner, plain)
  assert.deepEqual(await counts(), { olts: 300, trees: 300 })
  assert.deepEqual(await readCatalogue(db), catalogue)
})

test('whoever opens the database waits for a load that is going on, and undoes nothing', async () => {
  let opened = false
  let opening: Promise<void> | undefined
  const finish: BulkLoad['finish'] = async (client, whole) => {
    opening = apart(undoBulkLoad).then(() => {
      opened = true
    })
    await waits()
    assert.equal(opened, false)
    await plain.finish(client, whole)
  }
  await loadInBulk(db.owner, { ...plain, finish })
  await opening
  assert.equal(opened, true)
  assert.deepEqual(await counts(), { olts: 300, trees: 300 })
})

/** Until somebody waits for a lock of a load. */
async function waits(): Promise<void> {
  for (;;) {
    const { rowCount } = await apart((client) =>
      client.query(`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`),
    )
    if (rowCount) return
  }
}

test('a load that nobody wants changes nothing', async () => {
  const load = () => Promise.reject(new Error('not wanted'))
  await loadInBulk(db.owner, { ...plain, wanted: () => Promise.resolve(false), load })
  assert.deepEqual(await counts(), { olts: 300, trees: 300 })
})
