import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { asProcess } from '../../kernel/sql/in-process.ts'
import { columnOf, detailsOf, refusalOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeServed } from '../../test/plant-box.ts'
import { makeCto, makePort, type Cto } from '../../test/plant-factories.ts'

describe('the demonstration moves its plant', async () => {
  const server = closedAfter(await startTestServer())
  const session = await makeSession(server.db, await makeTechnician(server.db))

  const box = async (): Promise<Cto> => {
    const cto = await makeCto(server.db)
    for (let i = 0; i < 2; i++)
      await makeServed(server.db, await makePort(server.db, { cto, state: 3, assignment_status: 3 }))
    return cto
  }
  const act = (query: object) => server.call('demo/plant/act', query, { session })
  const statesOf = async (cto: Cto, asked: Parameters<typeof server.reader.readBox>[1]) =>
    columnOf((await server.reader.readBox(cto.id, asked)).readings, 'state')
  const states = (cto: Cto) => statesOf(cto, { purpose: 'process', maxAgeS: 0 })

  it('any signed-in session may use it, whatever its privileges; it is audited', async () => {
    const accounts = [
      await makeAdmin(server.db, { privileges: {} }),
      await makeTechnician(server.db, { privileges: {} }),
      await makeOperator(server.db, { privileges: {} }),
    ]
    for (const account of accounts) {
      const cto = await box()
      const query = { action: 'unplug', cto_code: cto.code, port: 2 }
      const { record } = await server.done('demo/plant/act', query, await makeSession(server.db, account))
      assert.deepEqual([record.action, record.cto_code], ['unplug', cto.code])
      assert.deepEqual(await states(cto), ['online', 'los'])
      const audited = `select actor_id, vno_id, after from audit where call = 'demo/plant/act' and entity_id = $1`
      const { user_id: actor_id, vno_id } = account
      assert.deepEqual(await server.rows(audited, String(cto.id)), [{ actor_id, vno_id, after: query }])
    }
  })

  it('a reading from before a manipulation is not served from the cache', async () => {
    const cto = await box()
    const light = () => statesOf(cto, { purpose: 'demand' })
    assert.deepEqual(await light(), ['online', 'online'])
    await act({ action: 'unplug', cto_code: cto.code, port: 2 })
    assert.deepEqual(await light(), ['online', 'los'])
  })

  it('an OLT that is up again answers at once, however often it did not', async () => {
    const cto = await box()
    await act({ action: 'olt_down', cto_code: cto.code })
    for (let i = 0; i < 4; i++) await assert.rejects(server.reader.readBox(cto.id, { purpose: 'process', maxAgeS: 0 }))
    await act({ action: 'olt_up', cto_code: cto.code })
    assert.deepEqual(await states(cto), ['online', 'online'])
  })

  it('reports input errors', async () => {
    const cto = await box()
    assert.deepEqual(refusalOf(await act({ action: 'plug', cto_code: 'NO-HAY' })), [404, 'CTO_NOT_FOUND'])
    const incomplete: [object, string[]][] = [
      [{ action: 'swap' }, ['port', 'port_to']],
      [{ action: 'swap', port: 1 }, ['port_to']],
      [{ action: 'degrade', port: 1 }, ['db']],
      [{ action: 'register_ont' }, ['port']],
      [{ action: 'unplug', port: 9 }, ['port']],
      [{ action: 'swap', port: 1, port_to: 9 }, ['port_to']],
    ]
    for (const [query, fields] of incomplete) {
      const answer = await act({ cto_code: cto.code, ...query })
      assert.deepEqual(refusalOf(answer), [422, 'VALIDATION'])
      assert.deepEqual(columnOf(detailsOf(answer), 'field'), fields)
    }
    assert.deepEqual(await states(cto), ['online', 'online'])
  })

  it('the scope of all operators lasts for this call only', async () => {
    const client = await server.db.app.connect()
    const tx = {
      json: async (text: string, values: readonly unknown[]) =>
        String(Object.values((await client.query<Record<string, unknown>>(text, [...values])).rows[0] ?? {})[0]),
      rows: async () => [],
    }
    try {
      await client.query(`begin; set local app.scope = 'vno'`)
      const scope = () => tx.json(`select current_setting('app.scope')`, [])
      assert.equal(await asProcess(tx, scope), 'all')
      assert.equal(await scope(), 'vno')
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it('its clock advances together with the jobs of the process, and no others', async () => {
    const { db } = server
    const clock = async () => (await server.rows<{ at: Date }>('select app_now() as at'))[0]?.at.getTime() ?? 0
    const began = performance.now()
    for (const [task, key, hours] of [
      ['process.control', 'clock-1', 24],
      ['process.watch', 'clock-2', 1],
      ['maintain', 'clock-3', 24],
    ])
      await db.app.query(`select app_add_job($1, '{}', $2, now() + $3::int * interval '1 hour', 'event:1', 7)`, [task, key, hours]) // prettier-ignore
    const before = await clock()
    const { record } = await server.done('demo/plant/clock', { advance_s: 7200 }, session)
    assert.equal(record.offset_s, 7200)
    const [told, later] = [Date.parse(record.now) - 7_200_000, (await clock()) - 7_200_000]
    const passedMs = performance.now() - began + 1000
    assert.ok(told >= before - 1 && later >= told - 1 && later - before < passedMs, `${before} ${told} ${later}`)
    const moved = await server.rows<{ left: number; queue: string | null; max: number }>(
      `select round(extract(epoch from run_at - now()))::int as left, queue_name as queue, max_attempts as max
       from graphile_worker.jobs where key like 'clock-%' order by key`,
    )
    const passedS = (performance.now() - began) / 1000 + 1
    const near = (left: number | undefined, hours: number) =>
      assert.ok(Math.abs((left ?? Infinity) - hours * 3600) < passedS, String(left))
    near(moved[0]?.left, 22)
    near(moved[1]?.left, 0)
    near(moved[2]?.left, 24)
    assert.equal(new Set(moved.map(({ queue }) => queue)).size, 1, 'what shares a queue still shares one')
    assert.notEqual(moved[0]?.queue, null)
    assert.ok(moved.every(({ max }) => max === 7))
    for (const advance_s of [0, -5, 1.5, 32 * 86_400])
      assert.equal((await server.call('demo/plant/clock', { advance_s }, { session })).status, 422)
  })

  it('a cut feeder darkens its box and no other box of the tree, until it is mended', async () => {
    const cto = await box()
    const [tree] = await server.rows('select pon_id from cto where id = $1', cto.id)
    const beside = await makeCto(server.db, tree)
    await makeServed(server.db, await makePort(server.db, { cto: beside, state: 3, assignment_status: 3 }))
    await act({ action: 'cut_feeder', cto_code: cto.code })
    assert.deepEqual([await states(cto), await states(beside)], [['los', 'los'], ['online']])
    await act({ action: 'mend_feeder', cto_code: cto.code })
    // ONTs need a minute to come back.
    await server.call('demo/plant/clock', { advance_s: 120 }, { session })
    assert.deepEqual([await states(cto), await states(beside)], [['online', 'online'], ['online']])
  })
})

describe('outside demonstration mode', () => {
  it('the calls do not exist', async () => {
    const server = await startTestServer({ HILO_DEMO: '0' })
    try {
      const session = await makeSession(server.db, await makeOperator(server.db))
      const cto = await makeCto(server.db)
      for (const answer of [
        await server.call('demo/plant/act', { action: 'plug', cto_code: cto.code }, { session }),
        await server.call('demo/plant/clock', { advance_s: 1 }, { session }),
        await server.call('demo/plant/clock', {}),
      ])
        assert.deepEqual(refusalOf(answer), [404, 'REQUEST_NOT_EXIST'])
    } finally {
      await server.close()
    }
  })
})
