import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inProcess } from '../../../kernel/sql/in-process.ts'
import { recordOf } from '../../../kernel/list/record.ts'
import type { Principal } from '../../../kernel/principal.ts'
import { columnOf } from '../../../test/answers.ts'
import { callerOf, refusedWith } from '../../../test/caller.ts'
import { closedAfter } from '../../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno } from '../../../test/factories.ts'
import type { TestSession } from '../../../test/factories.ts'
import { startTestServer } from '../../../test/harness.ts'
import { makeContractor } from '../../../test/rights-factories.ts'
import { contractorList } from './list.ts'

describe('contractors', async () => {
  const server = closedAfter(await startTestServer())
  const vno = await makeVno(server.db)
  const twin = await makeVno(server.db, { name: 'CANARIO-OPERADOR' })
  const session = await makeSession(server.db, await makeAdmin(server.db, { vno }))
  const neutral = await makeSession(server.db, await makeOperator(server.db))

  const call = callerOf(server, session)
  const create = (query: object, as?: TestSession) => call('admin_vno/contractors/create', query, as)
  const edit = (query: object, as?: TestSession) => call('admin_vno/contractors/edit', query, as)

  it('is written down with a tax number that holds', async () => {
    const { record } = await create({ name: ' Tendidos del Ebro ', cif: 'b-58 818 501' })
    const { name, cif: number, status, vno_id } = record
    assert.deepEqual([name, number, status, vno_id], ['Tendidos del Ebro', 'B58818501', 1, vno.id])
    for (const cif of ['B58818502', 'nada', '', 7]) {
      const answer = await create({ name: 'Otra', cif })
      refusedWith(answer, 422, 'VALIDATION')
      assert.deepEqual(columnOf(answer.details ?? [], 'field'), ['cif'])
    }
    const alone = await create({ name: 'Un autónomo', cif: '12345678Z' })
    assert.equal(alone.status, 200, alone.text)
    assert.equal((await create({ name: 'Sin número' })).record.cif, null)
  })

  it('an enabled one has a unique tax number within its operator', async () => {
    const first = await create({ name: 'Primera', cif: 'A28015865' })
    refusedWith(await create({ name: 'Segunda', cif: 'A28015865' }), 409, 'ALREADY_EXISTS')
    assert.equal((await edit({ id: first.record.id, status: 2 })).record.status, 2)
    assert.equal((await create({ name: 'Segunda', cif: 'A28015865' })).status, 200)
    refusedWith(await edit({ id: first.record.id, status: 1 }), 409, 'ALREADY_EXISTS')
    assert.equal((await create({ name: 'Otra red', cif: 'A28015865', vno_id: twin.id }, neutral)).status, 200)
    const answers = await Promise.all(['a1', 'a2', 'a3'].map((name) => create({ name, cif: 'J99216582' })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
  })

  it('is changed only with its current version', async () => {
    const id = await makeContractor(server.db, vno)
    const answers = await Promise.all(['uno', 'dos'].map((name) => edit({ id, version: 1, name })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    const [won, lost] = answers[0]?.status === 200 ? answers : [answers[1], answers[0]]
    assert.deepEqual([lost?.error, lost?.record.name], ['VERSION_CONFLICT', won?.record.name])
    assert.equal((await edit({ id, cif: null })).status, 200)
  })

  it('counts its active technicians', async () => {
    const id = await makeContractor(server.db, vno)
    for (const status of [4, 4, 3]) {
      const technician = await makeTechnician(server.db, { vno, status })
      await server.db.owner.query('update technical_account set contractor_id = $2 where id = $1', [technician.id, id])
    }
    assert.equal((await call('admin_vno/contractors/get', { id })).records[0]?.technicians_count, 2)
  })

  it('S2 only the neutral operator names the operator, which has to exist', async () => {
    refusedWith(await create({ name: 'Ajena', vno_id: twin.id }), 422, 'VALIDATION')
    refusedWith(await create({ name: 'De nadie' }, neutral), 422, 'VALIDATION')
    refusedWith(await create({ name: 'De nadie', vno_id: 2 ** 30 }, neutral), 404, 'NOT_FOUND')
  })

  it('a record that the session does not see is none to answer with, even where every row can be read', async () => {
    const own = { account_type: 'va', account_id: 1, vno, privileges: {} } as unknown as Principal
    const read = (id: number) => inProcess(server.db, (sql) => recordOf(contractorList, sql, own, id))
    const seen = await makeContractor(server.db, vno)
    assert.equal((JSON.parse(await read(seen)) as { id: number }).id, seen)
    for (const id of [await makeContractor(server.db, twin), 2 ** 40])
      await assert.rejects(read(id), { code: 'NOT_FOUND' })
  })
})
