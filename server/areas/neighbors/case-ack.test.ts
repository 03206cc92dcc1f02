/** The operator of a customer left without light answers its case; no one else can. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Unplugged } from '@hilo/contract/neighbors/neighbors.ts'
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
import { makeCase } from '../../test/plant-factories.ts'

const ack = 'admin_vno/events/cev/ack'

describe('answering for a customer without light', () => {
  let server: TestServer
  let owner: Vno
  let worker: Vno
  let victim: Account
  let id: number
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.close())
  beforeEach(async () => {
    owner = await makeVno(server.db)
    worker = await makeVno(server.db)
    victim = await makeAdmin(server.db, { vno: owner, name: 'CANARIO-VICTIMA' })
    const told = (audience: string) => ({
      stage: 'operators',
      audience,
      channel: 'app',
      at: '2026-11-20T10:00:00.000Z',
      ack_at: null,
    })
    id = await makeCase(server.db, { owner, worker, notified: [told('worker'), told('victim')] })
  })

  const as = async (account: Account, query: object) =>
    server.call(ack, query, { session: await makeSession(server.db, account) })
  const answered = async (query: object, account = victim) => {
    const answer = await as(account, { case_id: id, ...query })
    assert.equal(answer.status, 200, answer.text)
    return (answer.body as { record: Unplugged }).record
  }
  const seenBy = async (account: Account) => {
    const session = await makeSession(server.db, account)
    const { body, text } = await server.call('admin_vno/events/cev/get', { id }, { session })
    return { text, record: (body as { records: Unplugged[] }).records[0] }
  }
  const notices = async (vnoId: number | null) =>
    (
      await server.db.owner.query<{ kind: string; payload: object }>(
        'select kind, payload from notification where case_id = $1 and vno_id is not distinct from $2',
        [id, vnoId],
      )
    ).rows
  const without = (text: string) => text.replace(/"request_id":"[^"]+"/, '')

  it('S3 the answer is stored with its time; the other side sees the kind, never the author or the words', async () => {
    const record = await answered({ action: 'recibido', comment: 'CANARIO-PALABRAS' })
    assert.deepEqual(
      [record.state, record.answer?.action, record.answer?.comment],
      ['abierto', 'recibido', 'CANARIO-PALABRAS'],
    )
    assert.deepEqual(
      record.notified.map(({ ack_at }) => ack_at !== null),
      [true],
    )
    const other = await seenBy(await makeAdmin(server.db, { vno: worker }))
    assert.ok(!other.text.includes('CANARIO'))
    assert.deepEqual([other.record?.answer?.action, other.record?.notified[0]?.ack_at], ['recibido', null])
    const [notice] = await notices(worker.id)
    assert.equal(notice?.kind, 'neighbour_recibido')
    assert.ok(!JSON.stringify(notice).includes('CANARIO'))
  })

  it('asking for repair passes the case to the neutral operator; "no harm" ends it', async () => {
    assert.equal((await answered({ action: 'pedir_reparacion' })).state, 'escalado')
    assert.deepEqual(
      (await notices(null)).map(({ kind }) => kind),
      ['neighbour_pedir_reparacion'],
    )
    assert.equal((await answered({ action: 'ya_era_baja' })).state, 'aceptado')
    const late = await as(victim, { case_id: id, action: 'cliente_apagado' })
    assert.deepEqual([late.status, (late.body as { error: string }).error], [409, 'EVENT_BAD_STATE'])
  })

  it('S2 the worker’s operator, a third one, a technician and the neutral one find no case', async () => {
    const missing = await as(victim, { case_id: 2 ** 40, action: 'recibido' })
    assert.equal(missing.status, 404)
    const others = [
      await makeAdmin(server.db, { vno: worker }),
      await makeAdmin(server.db),
      await makeTechnician(server.db, { vno: owner }),
      await makeOperator(server.db),
    ]
    for (const account of others) {
      const answer = await as(account, { case_id: id, action: 'recibido' })
      assert.deepEqual([answer.status, without(answer.text)], [404, without(missing.text)])
    }
    assert.equal((await seenBy(victim)).record?.answer, null)
  })

  it('of two concurrent answers one counts; a stale version conflicts', async () => {
    const both = await Promise.all(
      ['ya_era_baja', 'cliente_apagado'].map((action) => as(victim, { case_id: id, action })),
    )
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
    const [row] = (
      await server.db.owner.query<{ n: number }>(`select count(*)::int as n from notification where case_id = $1`, [id])
    ).rows
    assert.equal(row?.n, 1)
    const stale = await as(victim, { case_id: id, action: 'recibido', version: 1 })
    assert.deepEqual([stale.status, (stale.body as { error: string }).error], [409, 'VERSION_CONFLICT'])
  })

  it('an operator whose own technician worked there answers once and is not notified of its own answer', async () => {
    id = await makeCase(server.db, { owner, worker: owner })
    assert.equal((await answered({ action: 'cliente_apagado' })).role, 'ambas')
    assert.deepEqual(await notices(owner.id), [])
  })
})
