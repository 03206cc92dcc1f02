/** The operator of a customer left without light answers its case; no one else can. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { Unplugged } from '@hilo/contract/neighbors/neighbors.ts'
import { codeOf, columnOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno } from '../../test/factories.ts'
import type { Account, Vno } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeCase } from '../../test/plant-factories.ts'

const ack = 'admin_vno/events/cev/ack'

describe('answering for a customer without light', async () => {
  let owner: Vno
  let worker: Vno
  let victim: Account
  let id: number
  const server = closedAfter(await startTestServer())
  beforeEach(async () => {
    owner = await makeVno(server.db)
    worker = await makeVno(server.db)
    victim = await makeAdmin(server.db, { vno: owner, name: 'CANARIO-VICTIMA' })
    const at = '2026-11-20T10:00:00.000Z'
    const told = (audience: string) => ({ stage: 'operators', audience, channel: 'app', at, ack_at: null })
    id = await makeCase(server.db, { owner, worker, notified: [told('worker'), told('victim')] })
  })

  const as = async (account: Account, query: object) =>
    server.call(ack, query, { session: await makeSession(server.db, account) })
  const answered = async (query: object) =>
    (await server.done(ack, { case_id: id, ...query }, await makeSession(server.db, victim))).record
  const seenBy = async (account: Account) => {
    const session = await makeSession(server.db, account)
    const { body, text } = await server.call('admin_vno/events/cev/get', { id }, { session })
    return { text, record: (body as { records: Unplugged[] }).records[0] }
  }
  const notices = async (vnoId: number | null) => {
    const text = 'select kind, payload from notification where case_id = $1 and vno_id is not distinct from $2'
    return (await server.db.owner.query<{ kind: string }>(text, [id, vnoId])).rows
  }
  const without = (text: string) => text.replace(/"request_id":"[^"]+"/, '')

  it('S3 the answer is stored with its time; the other side sees the kind, never the author or the words', async () => {
    const record = await answered({ action: 'recibido', comment: 'CANARIO-PALABRAS' })
    const { state, answer } = record
    assert.deepEqual([state, answer?.action, answer?.comment], ['abierto', 'recibido', 'CANARIO-PALABRAS'])
    const times = columnOf(record.notified, 'ack_at')
    assert.ok(times.length === 1 && times[0] !== null)
    const other = await seenBy(await makeAdmin(server.db, { vno: worker }))
    assert.ok(!other.text.includes('CANARIO'))
    assert.deepEqual([other.record?.answer?.action, other.record?.notified[0]?.ack_at], ['recibido', null])
    const [notice] = await notices(worker.id)
    assert.equal(notice?.kind, 'neighbour_recibido')
    assert.ok(!JSON.stringify(notice).includes('CANARIO'))
  })

  it('asking for repair passes the case to the neutral operator; "no harm" ends it', async () => {
    assert.equal((await answered({ action: 'pedir_reparacion' })).state, 'escalado')
    assert.deepEqual(columnOf(await notices(null), 'kind'), ['neighbour_pedir_reparacion'])
    assert.equal((await answered({ action: 'ya_era_baja' })).state, 'aceptado')
    const late = await as(victim, { case_id: id, action: 'cliente_apagado' })
    assert.deepEqual([late.status, codeOf(late)], [409, 'EVENT_BAD_STATE'])
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
    const { rowCount } = await server.db.owner.query('select 1 from notification where case_id = $1', [id])
    assert.equal(rowCount, 1)
    const stale = await as(victim, { case_id: id, action: 'recibido', version: 1 })
    assert.deepEqual([stale.status, codeOf(stale)], [409, 'VERSION_CONFLICT'])
  })

  it('an operator whose own technician worked there answers once and is not notified of its own answer', async () => {
    id = await makeCase(server.db, { owner, worker: owner })
    assert.equal((await answered({ action: 'cliente_apagado' })).role, 'ambas')
    assert.deepEqual(await notices(owner.id), [])
  })
})
