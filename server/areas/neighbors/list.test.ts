import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inProcess } from '../../kernel/sql/in-process.ts'
import { closeCase, openCase } from '../../process/cases/cases.ts'
import { lockEvent } from '../../process/event-row.ts'
import { columnOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno } from '../../test/factories.ts'
import type { Account, Vno } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeNeighbours, makeWatching } from '../../test/watched-box.ts'

const path = 'admin_vno/events/cev/get'

describe('unplugged neighbours', async () => {
  const open = async (owner: Vno, by: Account, restored: boolean) => {
    const box = await makeNeighbours(server.db, { owner, count: 1 })
    const event = await makeWatching(server.db, server.reader, box, { technician: by })
    const portId = box.ports[0]?.id ?? 0
    const restoredAt = new Date()
    await inProcess(server.db, async (sql) => {
      const row = await lockEvent(sql, event.id)
      assert.ok(row)
      const detectedAt = new Date(restoredAt.getTime() - 200_000)
      await openCase(sql, row, { portId, class: 'desconectado', detectedAt, technicalId: row.technical_id })
      if (restored) await closeCase(sql, row, portId, restoredAt, -19.6)
    })
    const text = 'select id from neighbour_case where event_id = $1'
    const { rows } = await server.db.owner.query<{ id: number }>(text, [event.id])
    return rows[0]?.id ?? 0
  }

  const server = closedAfter(await startTestServer())
  const victim = await makeVno(server.db, { name: 'CANARIO-VICTIMA' })
  const worker = await makeVno(server.db, { name: 'CANARIO-OBRA' })
  const technician = await makeTechnician(server.db, { vno: worker, name: 'CANARIO-TECNICO' })
  const ids = {
    open: await open(victim, technician, false),
    closed: await open(victim, technician, true),
    both: await open(worker, technician, false),
  }

  const list = async (account: Account, query: object = {}) => {
    const body = await server.done(path, query, await makeSession(server.db, account))
    return { ...body, text: JSON.stringify(body), ids: columnOf(body.records, 'id').toSorted((a, b) => a - b) }
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
      const { access_id, access, vno_owner_id, rx_before, rx_after } = one
      assert.deepEqual([access_id, access, vno_owner_id, rx_before, rx_after], Array(5).fill(null))
      assert.deepEqual(columnOf(one.notified, 'stage'), ['t0', 'operators'])
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
    const found = async (id: number) => ({ ...(await list(stranger, { id })), server_time: '', text: '' })
    assert.deepEqual(await found(ids.open), await found(2 ** 40))
  })
})
