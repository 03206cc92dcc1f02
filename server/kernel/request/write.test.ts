/** Changes: exactly once, all or nothing, with their audit row, never overwriting another's. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { codeOf, columnOf, columnsOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeSession, type Account, type TestSession } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'

const save = 'admin_vno/uiconfig/save'
const list = 'admin_vno/ports/get'
const config = (width: number) => ({ columns: [{ id: 'label', visible: true, order: 0, width }] })
interface Saved {
  record: { key: string; version: number; lists: Record<string, { version: number; columns: { width: number }[] }> }
}

describe('changes', async () => {
  const server = closedAfter(await startTestServer())
  const admin = await makeAdmin(server.db)
  const session = await makeSession(server.db, admin)

  const call = (query: object, as = session) => server.call(save, query, { session: as })
  const audits = async (account: Account) => {
    const text = 'select call, entity_id, before, after, request_id, vno_id from audit where actor_id = $1 order by id'
    interface Row {
      call: string
      before: unknown
      after: unknown
      vno_id: number
    }
    return (await server.db.owner.query<Row>(text, [account.user_id])).rows
  }

  it('F10 the same request fifty times at once has one effect and one answer', async () => {
    const account = await makeAdmin(server.db)
    const as = await makeSession(server.db, account)
    const query = { list, config: config(111), client_request_id: randomUUID() }
    const answers = await Promise.all(Array.from({ length: 50 }, () => call(query, as)))
    assert.deepEqual([...new Set(answers.map((one) => one.status))], [200])
    assert.equal(new Set(answers.map((one) => one.text)).size, 1)
    assert.equal((answers[0]?.body as Saved).record.lists[list]?.version, 1)
    assert.equal((await audits(account)).length, 1)
  })

  it('F10 the same id with other content, or for another call, is refused', async () => {
    const client_request_id = randomUUID()
    assert.equal((await call({ list, config: config(120), client_request_id })).status, 200)
    assert.equal((await call({ list, config: config(121), client_request_id })).status, 409)
    const other = await server.call('admin_vno/sessions/revoke', { client_request_id }, { session })
    assert.deepEqual([other.status, codeOf(other)], [409, 'REQUEST_ID_REUSED'])
    const columns = [{ width: 120, order: 0, visible: true, id: 'label' }]
    const sameOrder = await call({ config: { columns }, client_request_id, list })
    assert.equal(sameOrder.status, 200, 'the order of keys is no content')
  })

  it('F10 a duplicate that meets the first one’s effects gets the first answer, and so does a later one', async () => {
    const as = await makeSession(server.db, await makeAdmin(server.db))
    const first = { list, config: config(140), version: 0, client_request_id: randomUUID() }
    const made = await call({ list, config: config(139) }, as)
    const version = (made.body as Saved).record.lists[list]?.version
    const answers = await Promise.all(Array.from({ length: 10 }, () => call({ ...first, version }, as)))
    // Without the id all but one would have had an outdated version.
    assert.deepEqual([...new Set(answers.map((one) => [one.status, one.text].join()))].length, 1)
    assert.equal(answers[0]?.status, 200, answers[0]?.text)
    assert.equal((await call({ list, config: config(141) }, as)).status, 200)
    assert.equal((await call({ ...first, version }, as)).text, answers[0]?.text)
  })

  it('another person may use the same id', async () => {
    const client_request_id = randomUUID()
    const as = await makeSession(server.db, await makeAdmin(server.db))
    assert.equal((await call({ list, config: config(90), client_request_id })).status, 200)
    assert.equal((await call({ list, config: config(91), client_request_id }, as)).status, 200)
  })

  it('F13 a stale version is refused with the current record; without a version the last one wins', async () => {
    const first = (await call({ list: 'admin_vno/ctos/get', config: config(100) })).body as Saved
    const version = first.record.lists['admin_vno/ctos/get']?.version
    assert.equal((await call({ list: 'admin_vno/ctos/get', config: config(101), version })).status, 200)
    const stale = await call({ list: 'admin_vno/ctos/get', config: config(102), version })
    const body = stale.body as Saved & { error: string }
    assert.deepEqual([stale.status, body.error], [409, 'VERSION_CONFLICT'])
    assert.equal(body.record.lists['admin_vno/ctos/get']?.columns[0]?.width, 101)
    assert.equal((await call({ list: 'admin_vno/ctos/get', config: config(103) })).status, 200)
  })

  it('S53 each change leaves one audit row with before and after; a refused one leaves none', async () => {
    const account = await makeAdmin(server.db)
    const as = await makeSession(server.db, account)
    await call({ list, config: config(100) }, as)
    await call({ list, config: null }, as)
    await call({ list, config: config(5) }, as)
    await call({ list, config: config(100), version: 99 }, as)
    const rows = await audits(account)
    assert.deepEqual(columnOf(rows, 'call'), [save, save])
    assert.deepEqual(rows.map(({ before, after }) => [before !== null, after !== null]), [[false, true], [true, false]]) // prettier-ignore
    assert.ok(rows.every((row) => row.vno_id === account.vno_id))
  })

  it('S53 the application may add audit rows, never change or remove them', async () => {
    await call({ list, config: config(100) })
    for (const text of ['update audit set call = call', 'delete from audit', 'truncate audit']) {
      await assert.rejects(server.db.app.query(text), /permission denied/)
    }
  })

  it('a person reads own configuration only, under an own key', async () => {
    await call({ list, config: config(133) })
    const own = await server.done('admin_vno/uiconfig/get', {}, session)
    assert.equal(own.record.key, `userUIConfig_${admin.user_id}`)
    assert.equal(own.record.lists[list]?.columns[0]?.width, 133)
    const stranger = await makeSession(server.db, await makeAdmin(server.db))
    const theirs = await server.done('admin_vno/uiconfig/get', {}, stranger)
    assert.deepEqual(theirs.record.lists, {})
  })

  it("S12 a closed session ends on its next request; another person's looks like none", async () => {
    const account = await makeAdmin(server.db)
    const [a, b, c] = await Promise.all([1, 2, 3].map(() => makeSession(server.db, account)))
    assert.ok(a && b && c)
    const alive = async (one: TestSession) => (await server.call('admin_vno/uiconfig/get', {}, { session: one })).status
    assert.deepEqual([await alive(a), await alive(b)], [200, 200])
    const revoke = (query: object) => server.call('admin_vno/sessions/revoke', query, { session: a })
    assert.equal((await revoke({ id: b.id })).status, 200)
    assert.deepEqual([await alive(a), await alive(b), await alive(c)], [200, 401, 200])
    const missing = await revoke({ id: 2 ** 40 })
    const foreign = await revoke({ id: session.id })
    const known = (text: string) => text.replace(/"request_id":"[^"]+"/, '')
    assert.deepEqual([foreign.status, known(foreign.text)], [missing.status, known(missing.text)])
    assert.equal(missing.status, 404)
    assert.deepEqual((await server.done('admin_vno/sessions/revoke', {}, a)).record, { revoked: 1 })
    assert.deepEqual([await alive(a), await alive(c)], [200, 401])
    const { records } = await server.done('admin_vno/sessions/get', {}, a)
    assert.deepEqual(columnsOf(records, 'id', 'current'), [[a.id, true]])
  })
})
