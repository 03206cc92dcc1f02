/** A technician's sessions, listed and closed by the technician's administrators. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Privileges } from '@hilo/domain/privilege.ts'
import { refusalOf } from '../../../test/answers.ts'
import { closedAfter } from '../../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno } from '../../../test/factories.ts'
import { startTestServer } from '../../../test/harness.ts'

const server = closedAfter(await startTestServer())
const vno = await makeVno(server.db)
const list = 'admin_vno/sessions/get'
const revoke = 'admin_vno/sessions/revoke'

const signedIn = async (options: Parameters<typeof makeAdmin>[1]) =>
  makeSession(server.db, await makeAdmin(server.db, options))

it('closes one of them, or all, and the next request of each finds it gone', async () => {
  const technician = await makeTechnician(server.db, { vno })
  const [one, other] = [await makeSession(server.db, technician), await makeSession(server.db, technician)]
  for (const session of [await signedIn({ vno }), await makeSession(server.db, await makeOperator(server.db))]) {
    const { records } = await server.done(list, { technical_id: technician.id }, session)
    assert.ok(records.length > 0 && records.every((found) => found.account_type === 'te' && !found.current))
    const query = { technical_id: technician.id, ...(records.length > 1 && { id: records[0]?.id }) }
    assert.deepEqual(await server.done(revoke, query, session), { result_flag: 1, record: { revoked: 1 } })
  }
  for (const session of [one, other])
    assert.equal((await server.call('admin_vno/ports/get', {}, { session })).status, 401)
})

it('takes a page, an id and a filter, like any list', async () => {
  const technician = await makeTechnician(server.db, { vno })
  for (let open = 0; open < 3; open++) await makeSession(server.db, technician)
  const session = await signedIn({ vno })
  const filter = { technical_id: technician.id }
  const page = (query: object) => server.done(list, { filter, ...query }, session)
  const all = (await page({})).records
  assert.equal(all.length, 3)
  const first = await page({ limit: 2, count: true })
  assert.deepEqual([first.records, first.total], [all.slice(0, 2), { value: 3, exact: true }])
  const next = await page({ limit: 2, cursor: first.next_cursor })
  assert.deepEqual([next.records, next.next_cursor, next.total], [all.slice(2), null, undefined])
  assert.deepEqual((await page({ id: all[1]?.id })).records, [all[1]])
  for (const wrong of [{ cursor: 'no' }, { limit: 0 }, { filter: { other: 1 } }, { filter, technical_id: 1 }])
    assert.equal((await server.call(list, wrong, { session })).status, 422, JSON.stringify(wrong))
})

it('S2 another operator’s technician, and one without the right, are like a missing one', async () => {
  const technician = await makeTechnician(server.db, { vno })
  const own = await makeSession(server.db, technician)
  const sees: Privileges = { technician: { privs: { technician_view: true, technician_edit: true } } }
  const strangers = [await signedIn({}), await signedIn({ vno, privileges: sees }), own]
  for (const session of strangers)
    for (const path of [list, revoke] as const) {
      const asked = [technician.id, 2 ** 40].map((technical_id) => server.call(path, { technical_id }, { session }))
      for (const { status } of await Promise.all(asked)) assert.equal(status, 404, path)
    }
  assert.equal((await server.call('admin_vno/ports/get', {}, { session: own })).status, 200)
})

it('an unknown session, or one of another technician than named, is like a missing one and stays open', async () => {
  const [one, colleague] = [await makeTechnician(server.db, { vno }), await makeTechnician(server.db, { vno })]
  const [own, other] = [await makeSession(server.db, one), await makeSession(server.db, colleague)]
  const session = await signedIn({ vno })
  const ofTechnician = [other.id, session.id, 2 ** 40].map((id) => ({ technical_id: one.id, id }))
  for (const query of [{ id: own.id }, { id: 2 ** 40 }, ...ofTechnician]) {
    const answer = await server.call(revoke, query, { session })
    assert.deepEqual(refusalOf(answer), [404, 'NOT_FOUND'], JSON.stringify(query))
  }
  for (const open of [own, other, session]) await server.done('admin_vno/ports/get', {}, open)
})
