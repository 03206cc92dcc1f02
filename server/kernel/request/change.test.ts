/** The opening of a change is sent with its first statement, the closing with its answer: neither admits an invalid one. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { closedAfter } from '../../test/closed-after.ts'
import { StaleSession } from '../sql/scope.ts'
import { makeAdmin, makeSession } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { JsonAfter, type WriteContext } from '../handler.ts'
import { Principals, tokenHash } from './principal.ts'
import { knownProblem } from './problems.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { runChange, type Change } from './write.ts'

type Work = Change['work']

describe('the transaction of a change', async () => {
  const server = closedAfter(await startTestServer())

  /** A new person and a function that runs changes as that person. */
  async function person() {
    const { db, config, reader } = server
    const account = await makeAdmin(db)
    const { token } = await makeSession(db, account)
    const hash = tokenHash(token)
    const principal = await new Principals(db.app, false).load(hash)
    assert.ok(principal)
    const where = { requestId: 'r', address: '127.0.0.1', userAgent: 'x', native: null, config, plant: reader, db }
    const caller = { ...where, token, hash, channel: 'web' as const, cookies: {} }
    const call = { path: 'admin_vno/uiconfig/save', content: {}, elapsedMs: () => 1 }
    const change = { pool: db.app, caller, hash, principal, ...call }
    const run = (work: Work, clientRequestId?: string, stamp = principal.stamp) =>
      runChange({ ...change, principal: { ...principal, stamp }, clientRequestId, work })
    const kept = async () => {
      const lists = 'select list from ui_config where user_id = $1 order by 1'
      const audits = 'select entity_id from audit where actor_id = $1 order by id'
      const { rows } = await db.owner.query<{ list: string }>(lists, [account.user_id])
      const { rows: traces } = await db.owner.query(audits, [account.user_id])
      return [rows.map(({ list }) => list).join(), traces.length]
    }
    return { id: account.user_id, run, kept }
  }

  const insert = `insert into ui_config (user_id, list, config) values ($1, $2, '{}') returning list`
  const refused = () => Promise.reject(new Problem('NOT_FOUND'))

  it('F10 a first statement that fails because of its duplicate gives the first answer; otherwise its own error', async () => {
    const { id, run, kept } = await person()
    const work: Work = async ({ sql, audit }) => {
      const list = await sql.json(insert, [id, 'a'])
      audit({ entity: 'ui_config', entityId: 'a' })
      return JSON.stringify({ list })
    }
    const request = randomUUID()
    const answers = await Promise.all([run(work, request), run(work, request), run(work, request)])
    assert.deepEqual(new Set(answers), new Set(['{"list":"a"}']))
    await assert.rejects(run(work, randomUUID()), { code: '23505' })
    await assert.rejects(run(work), { code: '23505' })
    assert.equal(await run(work, request), '{"list":"a"}')
    assert.deepEqual(await kept(), ['a', 1])
  })

  it('a changed session stops it, whatever the work does about the error', async () => {
    const { id, run, kept } = await person()
    const swallow = async ({ sql }: WriteContext) => (await sql.json(insert, [id, 'a']).catch(() => null)) ?? 'nothing'
    const typed = async ({ sql }: WriteContext) => JSON.stringify(await sql.rows(insert, [id, 'a']))
    for (const work of [swallow, typed, refused, () => Promise.resolve('1')])
      await assert.rejects(run(work, randomUUID(), 'another'), StaleSession)
    assert.deepEqual(await kept(), ['', 0])
    assert.equal(await run(typed), '[{"list":"a"}]')
  })

  it('F10 work without statements, or that swallows or fails, is a repetition all the same', async () => {
    const { run } = await person()
    const request = randomUUID()
    await assert.rejects(run(refused, request), { code: 'NOT_FOUND' })
    assert.equal(await run(() => Promise.resolve('"first"'), request), '"first"')
    const swallow = async ({ sql }: WriteContext) => (await sql.json('select 1', []).catch(() => null)) ?? '"other"'
    for (const work of [swallow, refused, () => Promise.resolve('"other"')])
      assert.equal(await run(work, request), '"first"')
  })

  it('two statements at once wait for the opening', async () => {
    const { id, run, kept } = await person()
    const both: Work = async ({ sql }) => {
      const lists = await Promise.all([sql.json(insert, [id, 'a']), sql.json(insert, [id, 'b'])])
      return lists.join()
    }

    await assert.rejects(run(both, undefined, 'another'), StaleSession)
    assert.equal(await run(both), 'a,b')
    assert.deepEqual(await kept(), ['a,b', 0])
  })

  it('S53 a change whose record is not visible afterwards is rolled back with its audit row', async () => {
    const { id, run, kept } = await person()
    const leaving =
      (list: string, which: string): Work =>
      async ({ sql, audit }) => {
        await sql.json(insert, [id, list])
        audit({ entity: 'ui_config', entityId: list })
        const text = 'select to_json(list)::text from ui_config where user_id = $1 and list = $2'
        return new JsonAfter('{"record":', { text, values: [id, which] }, '}')
      }
    for (const request of [undefined, randomUUID()])
      await assert.rejects(run(leaving('a', 'b'), request), (error) => knownProblem(error)?.code === 'NOT_FOUND')
    assert.deepEqual(await kept(), ['', 0])
    const request = randomUUID()
    assert.equal(await run(leaving('a', 'a')), '{"record":"a"}')
    assert.equal(await run(leaving('b', 'b'), request), '{"record":"b"}')
    assert.equal(await run(leaving('b', 'b'), request), '{"record":"b"}')
    assert.deepEqual(await kept(), ['a,b', 2])
  })
})
