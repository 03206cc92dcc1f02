import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Unplugged } from '@hilo/contract/neighbors/neighbors.ts'
import { inProcess } from '../../kernel/sql/in-process.ts'
import { closeCase, openCase } from '../../process/cases/cases.ts'
import { lockEvent } from '../../process/event-row.ts'
import {
  makeAdmin,
  makeOperator,
  makeSession,
  makeTechnician,
  makeVno,
  type Account,
  type Vno,
} from '../../test/factories.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { makeNeighbours, makeWatching } from '../../test/watched-box.ts'

const path = 'admin_vno/events/cev/get'

describe('unplugged neighbours', () => {
  let server: TestServer
  let victim: Vno
  let worker: Vno
  let technician: Account
  const ids: Record<'open' | 'closed' | 'both', number> = { open: 0, closed: 0, both: 0 }

  const open = async (owner: Vno, by: Account, restored: boolean) => {
    const box = await makeNeighbours(server.db, { owner, count: 1 })
    const event = await makeWatching(server.db, server.reader, box, { technician: by })
    const portId = box.ports[0]?.id ?? 0
    const restoredAt = new Date()
    await inProcess(server.db, async (sql) => {
      const row = await lockEvent(sql, event.id)
      assert.ok(row)
      await openCase(sql, row, {
        portId,
        class: 'desconectado',
        detectedAt: new Date(restoredAt.getTime() - 200_000),
        technicalId: row.technical_id,
      })
      if (restored) await closeCase(sql, row, portId, restoredAt, -19.6)
    })
    const { rows } = await server.db.owner.query<{ id: number }>('select id from neighbour_case where event_id = $1', [
      event.id,
    ])
    return rows[0]?.id ?? 0
  }
  before(async () => {
    server = await startTestServer()
    victim = await makeVno(server.db, { name: 'CANARIO-VICTIMA' })
    worker = await makeVno(server.db, { name: 'CANARIO-OBRA' })
    technician = await makeTechnician(server.db, { vno: worker, name: 'CANARIO-TECNICO' })
    ids.open = await open(victim, technician, false)
    ids.closed = await open(victim, technician, true)
    ids.both = await open(worker, technician, false)
  })
  after(() => server.close())

  const list = async (account: Account, query: object = {}) => {
    const answer = await server.call(path, query, { session: await makeSession(server.db, account) })
    assert.equal(answer.status, 200, answer.text)
    const body = answer.body as { records: Unplugged[]; total?: { value: number } }
    return { ...body, text: answer.text, ids: body.records.map(({ id }) => id).toSorted((a, b) => a - b) }
  }
  const hurt = () => makeAdmin(server.db, { vno: victim })
  const working = () => makeAdmin(server.db, { vno: worker })

  it('the victim’s operator sees its customer and no name of the other', async () => {
    const { records, text, ids: seen } = await list(await hurt(), { count: true })
    assert.deepEqual(seen, [ids.open, ids.closed])
    for (const one of records) {
      assert.equal(one.role, 'victima')
      assert.ok(one.access?.code.startsWith('CANARIO-') && one.rx_before !== null)
      assert.deepEqual([one.vno_owner?.name, one.vno_worker_id, one.vno_worker], ['CANARIO-VICTIMA', null, null])
      assert.deepEqual([one.technical_id, one.technical], [null, null])
    }
    for (const canary of ['CANARIO-OBRA', 'CANARIO-TECNICO']) assert.ok(!text.includes(canary))
    const closed = records.find(({ id }) => id === ids.closed)
    assert.deepEqual([closed?.state, closed?.rx_after, closed?.cut_s], ['restaurado', -19.6, 200])
  })

  it('the worker’s operator sees its technician and no customer data', async () => {
    const { records, text } = await list(await working(), { filter: { id: [ids.open, ids.closed] } })
    assert.equal(records.length, 2)
    for (const one of records) {
      assert.equal(one.role, 'trabajador')
      assert.equal(one.technical?.name, 'CANARIO-TECNICO')
      assert.deepEqual(
        [one.access_id, one.access, one.vno_owner_id, one.rx_before, one.rx_after],
        [null, null, null, null, null],
      )
      assert.deepEqual(
        one.notified.map(({ stage }) => stage),
        ['t0', 'operators'],
      )
    }
    assert.ok(!text.includes('CANARIO-VICTIMA'))
  })

  it('an operator on both sides finds the case once; the technician finds the own one', async () => {
    const { records, ids: seen } = await list(await working(), { count: true })
    assert.deepEqual(seen, [ids.open, ids.closed, ids.both])
    assert.equal(records.find(({ id }) => id === ids.both)?.role, 'ambas')
    assert.deepEqual((await list(technician)).ids, [ids.open, ids.closed, ids.both])
    assert.deepEqual((await list(await makeTechnician(server.db, { vno: worker }))).ids, [])
  })

  it('filters: side, state, box, time, version; another operator’s id finds nothing', async () => {
    const [own, his] = [await working(), await hurt()]
    assert.deepEqual((await list(own, { filter: { role: 'victima' } })).ids, [ids.both])
    assert.deepEqual((await list(own, { filter: { role: 'trabajador' } })).ids, [ids.open, ids.closed, ids.both])
    assert.deepEqual((await list(own, { filter: { role: ['victima', 'trabajador'] }, count: true })).total?.value, 3)
    assert.deepEqual((await list(his, { filter: { state: 'restaurado' } })).ids, [ids.closed])
    assert.deepEqual((await list(his, { filter: { detected_at: { gte: new Date().toISOString() } } })).ids, [])
    assert.deepEqual((await list(his, { filter: { vno_worker_id: worker.id } })).ids, [])
    assert.deepEqual((await list(own, { filter: { vno_owner_id: victim.id } })).ids, [])
    assert.deepEqual((await list(his, { cev_version: 1 })).ids, [])
    assert.deepEqual((await list(his, { cev_version: 2 })).ids, [ids.open, ids.closed])
  })

  it('the neutral operator sees everything; an uninvolved one nothing, not even by id', async () => {
    const neutral = await list(await makeOperator(server.db))
    assert.deepEqual(neutral.ids, [ids.open, ids.closed, ids.both])
    const [first] = neutral.records
    assert.ok(first?.vno_owner && first.vno_worker && first.technical && first.access)
    assert.equal(first.role, 'neutro')
    const stranger = await makeAdmin(server.db)
    const known = (text: string) => text.replace(/"server_time":"[^"]+"/, '')
    assert.deepEqual(
      known((await list(stranger, { id: ids.open })).text),
      known((await list(stranger, { id: 2 ** 40 })).text),
    )
  })
})
