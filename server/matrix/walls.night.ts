/** Row-level security by itself, without predicates: every table with an owner. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { closedAfter } from '../test/closed-after.ts'
import { startTestServer } from '../test/harness.ts'
import { makeTwin, type Twin } from './twins.ts'

const tables = `
  select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
   where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'vno_id'
     and c.table_name !~ '^audit_\\d' and c.table_name <> 'port_claim' order by 1`
/** Readable by all: which operator a position of the plant is promised to. */
const shared: readonly string[] = ['port_claim']
/** Audit entries are inserted for any operator; the kernel sets the owner. */
const appended: readonly string[] = ['audit adds']
/** PostgreSQL's code for missing privileges. */
const noRight = '42501'
/** Shown to tenants through functions that leave out foreign rows. */
const hidden = `
  select tablename as name from pg_policies where schemaname = 'public' and policyname = 'process' order by 1`

describe('the walls between operators', async () => {
  const server = closedAfter(await startTestServer())
  const mine = await makeTwin(server)
  const theirs = await makeTwin(server)

  const asTenant = async <T>(work: (count: (text: string) => Promise<number>) => Promise<T>): Promise<T> => {
    const client = await server.db.app.connect()
    try {
      await client.query('begin')
      await client.query(`select set_config('app.vno_id', $1, true), set_config('app.scope', 'vno', true)`, [
        String(mine.vno.id),
      ])
      return await work(async (text) => Number((await client.query<{ n: string }>(text)).rows[0]?.n))
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const names = async (text: string) =>
    (await server.db.owner.query<{ name: string }>(text)).rows.map(({ name }) => name)

  it("S3 S4 no table shows another operator's row, though both have some", async () => {
    const empty: string[] = []
    for (const table of (await names(tables)).filter((name) => !shared.includes(name))) {
      const of = (twin: Twin) => `select count(*) as n from ${table} where vno_id = ${twin.vno.id}`
      const both = await Promise.all(
        [mine, theirs].map(async (twin) => Number((await server.db.owner.query<{ n: string }>(of(twin))).rows[0]?.n)),
      )
      const seen = await asTenant((count) => count(of(theirs))).catch((error: { code?: string }) => {
        if (error.code === noRight) return null
        throw error
      })
      if (seen !== null && both.includes(0)) empty.push(table)
      assert.ok(seen === null || seen === 0, `${table} shows ${seen}`)
    }
    assert.deepEqual(empty, [], 'tables for which this shows nothing')
  })

  it('S4 no row of another operator can be moved, removed or added, with no predicate before the wall', async () => {
    const tried: string[] = []
    const [own, foreign] = [mine.vno.id, theirs.vno.id]
    for (const table of (await names(tables)).filter((name) => !shared.includes(name))) {
      const acts = {
        changes: `update ${table} set vno_id = vno_id where vno_id = ${foreign}`,
        takes: `update ${table} set vno_id = ${own} where vno_id = ${foreign}`,
        gives: `update ${table} set vno_id = ${foreign} where vno_id = ${own}`,
        removes: `delete from ${table} where vno_id = ${foreign}`,
        adds: `insert into ${table} (vno_id) values (${foreign})`,
      }
      for (const [act, text] of Object.entries(acts)) {
        const done = await asTenant((count) =>
          count(`with done as (${text} returning 1) select count(*) as n from done`),
        ).catch((error: { code?: string }) => error.code)
        const may = done === 0 || done === noRight || appended.includes(`${table} ${act}`)
        if (!may) tried.push(`${table} ${act} ${done}`)
      }
    }
    assert.deepEqual(tried, [])
  })

  it('S3 tables of the process show a tenant nothing', async () => {
    for (const table of await names(hidden)) {
      const seen = await asTenant((count) => count(`select count(*) as n from ${table}`))
      assert.equal(seen, 0, table)
    }
  })
})
