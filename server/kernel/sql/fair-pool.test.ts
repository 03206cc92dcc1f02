/** Connections passed directly between requests: never ahead of the pool's own queue, and never broken. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import pg from 'pg'
import { onServer, startTestDatabase } from '../../test/database.ts'
import { untilTrue } from '../../test/poll.ts'
import { roleUrl } from '../../db/roles.ts'
import { readScoped, StaleSession } from './scope.ts'
import { connected, shareOf } from './fair-pool.ts'

const party = { vno: { id: 1 } }
const pidOf = async (client: pg.ClientBase) =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid

describe('turns at the connections', async () => {
  const pools: pg.Pool[] = []
  const db = await startTestDatabase()
  after(async () => {
    await Promise.all(pools.map((pool) => pool.end()))
    await db.close()
  })
  const poolOf = (max: number) => {
    const pool = new pg.Pool({ connectionString: roleUrl(db.ownerUrl, 'hilo_app'), max })
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    pools.push(pool)
    return pool
  }

  it('the next in line has the connection of the one before', async () => {
    const pool = poolOf(1)
    const first = await connected(pool, party)
    const next = connected(pool, party)
    const pid = await pidOf(first.client)
    first.pass()
    const second = await next
    assert.equal(await pidOf(second.client), pid)
    assert.equal(pool.idleCount, 0)
    second.pass()
    assert.deepEqual([pool.idleCount, pool.totalCount], [1, 1])
  })

  it(
    'a request waiting at the pool itself is served while others pass the connection on',
    { timeout: 120_000 },
    async () => {
      const pool = poolOf(1)
      let over = false
      let passed = 0
      const passing = Array.from({ length: 4 }, async () => {
        while (!over) {
          const { client, pass } = await connected(pool, party)
          await client.query('select 1')
          pass()
          passed++
        }
      })
      await untilTrue(() => Promise.resolve(passed > 20))
      const { rows } = await pool.query<{ n: number }>('select 7 as n')
      over = true
      await Promise.all(passing)
      assert.deepEqual(rows, [{ n: 7 }])
    },
  )

  it('one party holds its share and no more; another is served beside it', async () => {
    const pool = poolOf(10)
    const held = await Promise.all(Array.from({ length: shareOf(10) }, () => connected(pool, party)))
    const more = connected(pool, party)
    const other = await connected(pool, { vno: { id: 2 } })
    assert.equal(await Promise.race([more, other.client.query('select 1').then(() => 'waits')]), 'waits')
    held[0]?.pass()
    ;(await more).pass()
    for (const { pass } of [...held.slice(1), other]) pass()
    assert.equal(pool.totalCount, shareOf(10) + 1)
  })

  it('a share is four, two for each processor where there are more, and never above three of five', () => {
    assert.deepEqual(
      [1, 2, 3, 16].map((processors) => shareOf(10, processors)),
      [4, 4, 6, 6],
    )
    assert.equal(shareOf(1, 16), 1)
  })

  it('a connection that broke is not passed on', async () => {
    const pool = poolOf(1)
    const first = await connected(pool, party)
    const next = connected(pool, party)
    const pid = await pidOf(first.client)
    const cut = first.client.query('select pg_sleep(20)').then(
      () => assert.fail('not cut'),
      (error: Error) => first.release(error),
    )
    await onServer(db.ownerUrl, (client) => client.query('select pg_terminate_backend($1)', [pid]))
    await cut
    const second = await next
    assert.notEqual(await pidOf(second.client), pid)
    second.pass()
  })

  it('a read cut in the middle fails alone: the next one gets another connection', async () => {
    const pool = poolOf(1)
    const nobody = { ...party, stamp: 'of nobody' }
    const reading = (text: string) => readScoped(pool, Buffer.alloc(32), nobody, { text, values: [] })
    const first = await connected(pool, party)
    const pid = await pidOf(first.client)
    first.pass()
    const cut = assert.rejects(reading('select pg_sleep(20)'), { code: '57P01' })
    const next = assert.rejects(reading('select 1'), StaleSession)
    await onServer(db.ownerUrl, (client) => client.query('select pg_terminate_backend($1)', [pid]))
    await cut
    await next
  })
})
