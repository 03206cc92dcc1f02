/** A technician's sessions, listed and closed by the technician's administrators. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Output } from '@hilo/contract/index.ts'
import type { Privileges } from '@hilo/domain/privilege.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno, type Vno } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'

let server: TestServer
let vno: Vno
before(async () => {
  server = await startTestServer()
  vno = await makeVno(server.db)
})
after(() => server.close())

const signedIn = async (options: Parameters<typeof makeAdmin>[1]) =>
  makeSession(server.db, await makeAdmin(server.db, options))

it('closes one of them, or all, and the next request of each finds it gone', async () => {
  const technician = await makeTechnician(server.db, { vno })
  const [one, other] = [await makeSession(server.db, technician), await makeSession(server.db, technician)]
  for (const session of [await signedIn({ vno }), await makeSession(server.db, await makeOperator(server.db))]) {
    const { body } = await server.call('admin_vno/sessions/get', { technical_id: technician.id }, { session })
    const { records } = body as Output<'admin_vno/sessions/get'>
    assert.ok(records.length > 0 && records.every((found) => found.account_type === 'te' && !found.current))
    const query = { technical_id: technician.id, ...(records.length > 1 && { id: records[0]?.id }) }
    const answer = await server.call('admin_vno/sessions/revoke', query, { session })
    assert.deepEqual(answer.body, { result_flag: 1, record: { revoked: 1 } })
  }
  for (const session of [one, other])
    assert.equal((await server.call('admin_vno/ports/get', {}, { session })).status, 401)
})

it('takes a page, an id and a filter, like any list', async () => {
  const technician = await makeTechnician(server.db, { vno })
  for (let open = 0; open < 3; open++) await makeSession(server.db, technician)
  const session = await signedIn({ vno })
  const filter = { technical_id: technician.id }
  const ask = async (query: object) => await server.call('admin_vno/sessions/get', query, { session })
  const page = async (query: object) => (await ask({ filter, ...query })).body as Output<'admin_vno/sessions/get'>
  const all = (await page({})).records
  assert.equal(all.length, 3)
  const first = await page({ limit: 2, count: true })
  assert.deepEqual([first.records, first.total], [all.slice(0, 2), { value: 3, exact: true }])
  const next = await page({ limit: 2, cursor: first.next_cursor })
  assert.deepEqual([next.records, next.next_cursor, next.total], [all.slice(2), null, undefined])
  assert.deepEqual((await page({ id: all[1]?.id })).records, [all[1]])
  for (const wrong of [{ cursor: 'no' }, { limit: 0 }, { filter: { other: 1 } }, { filter, technical_id: 1 }])
    assert.equal((await ask(wrong)).status, 422, JSON.stringify(wrong))
})

it('S2 another operator’s technician, and one without the right, are like a missing one', async () => {
  const technician = await makeTechnician(server.db, { vno })
  const own = await makeSession(server.db, technician)
  const sees: Privileges = { technician: { privs: { technician_view: true, technician_edit: true } } }
  const strangers = [await signedIn({}), await signedIn({ vno, privileges: sees }), own]
  for (const session of strangers)
    for (const path of ['admin_vno/sessions/get', 'admin_vno/sessions/revoke'] as const) {
      const asked = [technician.id, 2 ** 40].map((technical_id) => server.call(path, { technical_id }, { session }))
      for (const { status } of await Promise.all(asked)) assert.equal(status, 404, path)
    }
  assert.equal((await server.call('admin_vno/ports/get', {}, { session: own })).status, 200)
})

it('an unknown session, or one of another technician than named, is like a missing one and stays open', async () => {
  const [his, colleague] = [await makeTechnician(server.db, { vno }), await makeTechnician(server.db, { vno })]
  const [own, other] = [await makeSession(server.db, his), await makeSession(server.db, colleague)]
  const session = await signedIn({ vno })
  for (const query of [
    { id: own.id },
    { id: 2 ** 40 },
    { technical_id: his.id, id: other.id },
    { technical_id: his.id, id: session.id },
    { technical_id: his.id, id: 2 ** 40 },
  ]) {
    const { status, body } = await server.call('admin_vno/sessions/revoke', query, { session })
    assert.deepEqual([status, (body as { error?: string }).error], [404, 'NOT_FOUND'], JSON.stringify(query))
  }
  for (const open of [own, other, session])
    assert.equal((await server.call('admin_vno/ports/get', {}, { session: open })).status, 200)
})
