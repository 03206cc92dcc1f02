import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { inProcess } from '../../../kernel/sql/in-process.ts'
import { recordOf } from '../../../kernel/list/record.ts'
import type { Principal } from '../../../kernel/principal.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno } from '../../../test/factories.ts'
import type { TestSession, Vno } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { makeContractor } from '../../../test/rights-factories.ts'
import { contractorList } from './list.ts'

interface Contractor {
  id: number
  version: number
  name: string
  cif: string | null
  status: number
  vno_id: number
  technicians_count: number
}
type Body = { record: Contractor; records: Contractor[]; error?: string; details?: { field: string }[] }

describe('contractors', () => {
  let server: TestServer
  let vno: Vno
  let twin: Vno
  let session: TestSession
  let neutral: TestSession
  before(async () => {
    server = await startTestServer()
    vno = await makeVno(server.db)
    twin = await makeVno(server.db, { name: 'CANARIO-OPERADOR' })
    session = await makeSession(server.db, await makeAdmin(server.db, { vno }))
    neutral = await makeSession(server.db, await makeOperator(server.db))
  })
  after(() => server.close())

  const call = async (path: Parameters<TestServer['call']>[0], query: object, as: TestSession = session) => {
    const { status, body, text } = await server.call(path, query, { session: as })
    return { status, text, ...(body as Body) }
  }
  const create = (query: object, as?: TestSession) => call('admin_vno/contractors/create', query, as)
  const edit = (query: object, as?: TestSession) => call('admin_vno/contractors/edit', query, as)
  const refusedWith = ({ status, error, text }: Awaited<ReturnType<typeof call>>, as: number, code: string) =>
    assert.deepEqual([status, error], [as, code], text)

  it('is written down with a tax number that holds', async () => {
    const { record } = await create({ name: ' Tendidos del Ebro ', cif: 'b-58 818 501' })
    assert.deepEqual(
      [record.name, record.cif, record.status, record.vno_id],
      ['Tendidos del Ebro', 'B58818501', 1, vno.id],
    )
    for (const cif of ['B58818502', 'nada', '', 7]) {
      const answer = await create({ name: 'Otra', cif })
      refusedWith(answer, 422, 'VALIDATION')
      assert.deepEqual(
        answer.details?.map(({ field }) => field),
        ['cif'],
      )
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

  it('S2 S3 S4 another operator’s cannot be seen or changed', async () => {
    const id = await makeContractor(server.db, twin, { name: 'CANARIO-CONTRATA' })
    const known = (text: string) => text.replace(/"(request_id|server_time)":"[^"]+"/g, '')
    for (const [path, foreign, missing] of [
      ['admin_vno/contractors/get', { id }, { id: 2 ** 40 }],
      ['admin_vno/contractors/edit', { id, name: 'Mía' }, { id: 2 ** 40, name: 'Mía' }],
      ['admin_vno/contractors/edit', { id, version: 5 }, { id: 2 ** 40, version: 5 }],
    ] as const) {
      const [a, b] = [await call(path, foreign), await call(path, missing)]
      assert.deepEqual([a.status, known(a.text)], [b.status, known(b.text)])
    }
    for (const query of [{ limit: 200 }, { search: 'canario' }])
      assert.ok(!(await call('admin_vno/contractors/get', query)).text.includes('CANARIO'))
    refusedWith(await create({ name: 'Ajena', vno_id: twin.id }), 422, 'VALIDATION')
    refusedWith(await create({ name: 'De nadie' }, neutral), 422, 'VALIDATION')
    refusedWith(await create({ name: 'De nadie', vno_id: 2 ** 30 }, neutral), 404, 'NOT_FOUND')
    assert.ok(
      (await call('admin_vno/contractors/get', { search: 'canario' }, neutral)).text.includes('CANARIO-CONTRATA'),
    )
  })

  it('a record that the session does not see is none to answer with, even where every row can be read', async () => {
    const own = { account_type: 'va', account_id: 1, vno, privileges: {} } as unknown as Principal
    const read = (id: number) => inProcess(server.db, (sql) => recordOf(contractorList, sql, own, id))
    const seen = await makeContractor(server.db, vno)
    assert.equal((JSON.parse(await read(seen)) as Contractor).id, seen)
    for (const id of [await makeContractor(server.db, twin), 2 ** 40])
      await assert.rejects(read(id), { code: 'NOT_FOUND' })
  })
})
