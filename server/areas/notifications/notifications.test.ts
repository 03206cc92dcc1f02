/** Notices as read by their recipients. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Path } from '@hilo/contract/index.ts'
import { defaultPrivileges } from '@hilo/domain/default-privileges.ts'
import { noticeKinds, noticePrivileges } from '@hilo/domain/notice.ts'
import { columnOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno, type Account } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeEvent } from '../../test/plant-factories.ts'
import { makeNotice } from '../../test/notice-factories.ts'

const list = 'admin_vno/notifications/get'
const ack = 'admin_vno/notifications/ack'
const preferences = 'admin_vno/notifications/preferences/get'
const edit = 'admin_vno/notifications/preferences/edit'

describe('notices', async () => {
  const server = closedAfter(await startTestServer())
  const vno = await makeVno(server.db)
  const ana = await makeAdmin(server.db, { vno })
  const luis = await makeAdmin(server.db, { vno })

  const as = async (account: Account, path: Path, query: object = {}) =>
    server.call(path, query, { session: await makeSession(server.db, account) })
  const read = async (account: Account, query: object = {}) =>
    (await server.done(list, query, await makeSession(server.db, account))).records
  const own = async (account: Account) =>
    (await server.done(preferences, {}, await makeSession(server.db, account))).record
  const unread = async (account: Account) => (await own(account)).unread
  const without = (text: string) => text.replace(/"request_id":"[^"]+"/, '')

  it('each reads its own: administrators, the technician, the neutral operator', async () => {
    const technician = await makeTechnician(server.db, { vno })
    const other = await makeVno(server.db)
    const notice = { kind: 'pon_down', payload: { pon_code: 'PON-1', ctos: ['A', 'B'] } }
    const ids = [
      await makeNotice(server.db, { ...notice, vno_id: vno.id }),
      await makeNotice(server.db, { ...notice, vno_id: vno.id, technical_id: technician.id }),
      await makeNotice(server.db, { ...notice, vno_id: null }),
      await makeNotice(server.db, { ...notice, vno_id: other.id, payload: { pon_code: 'CANARIO' } }),
    ]
    const mine = async (account: Account) =>
      columnOf(await read(account, { filter: { id: ids } }), 'id').map((id) => ids.indexOf(id))
    assert.deepEqual(await mine(ana), [0])
    assert.deepEqual(await mine(technician), [1])
    assert.deepEqual(await mine(await makeOperator(server.db)), [2])
    assert.deepEqual(await mine(await makeAdmin(server.db, { vno: other })), [3])
    const [one] = await read(ana, { filter: { id: ids } })
    assert.deepEqual([one?.title, one?.text], ['Árbol caído', 'El árbol PON-1 está sin luz. Cajas: A, B'])
  })

  it('a notice is read, counted and marked only by those who may see its subject', async () => {
    const own = await makeVno(server.db)
    const ids: number[] = []
    for (const kind of noticeKinds) ids.push(await makeNotice(server.db, { kind, payload: {}, vno_id: own.id }))
    const nothing = await makeAdmin(server.db, { vno: own, privileges: {} })
    assert.deepEqual(await read(nothing), [])
    assert.equal(await unread(nothing), 0)
    assert.equal((await as(nothing, ack, { ids: [ids[0]] })).status, 404)
    for (const kind of noticeKinds) {
      const [privilege = 'event_view'] = noticePrivileges[kind]
      const area = privilege.replace(/_view$/, '')
      const one = await makeAdmin(server.db, { vno: own, privileges: { [area]: { privs: { [privilege]: true } } } })
      const seen = columnOf(await read(one, { limit: 100 }), 'kind')
      assert.ok(seen.includes(kind), `${privilege} shows ${kind}`)
      const due = noticeKinds.filter((each) => (noticePrivileges[each] as readonly string[]).includes(privilege))
      assert.deepEqual(seen.toSorted(), due.toSorted(), privilege)
    }
  })

  it('every kind has a text, with no placeholder left', async () => {
    const technician = await makeTechnician(server.db, { vno, privileges: defaultPrivileges('adminVNO') })
    const payload = { error: { code: 'X', text: 'Fallo' }, reason: '{{by}}' }
    for (const kind of noticeKinds)
      await makeNotice(server.db, { kind, vno_id: vno.id, technical_id: technician.id, payload })
    const records = await read(technician, { limit: 200 })
    assert.equal(records.length, noticeKinds.length)
    for (const { kind, title, text } of records) {
      assert.ok(!title.startsWith('notice.') && title !== kind && text !== kind, kind)
      assert.ok(!/\{\{/.test(text), text)
    }
    assert.ok(records.some(({ kind, text }) => kind === 'event_error' && text.endsWith('Fallo')))
  })

  it('S2 of another operator’s intervention only the own customer’s part is shown', async () => {
    const event = await makeEvent(server.db, { vno: await makeVno(server.db) })
    const id = await makeNotice(server.db, { kind: 'neighbour_dark', vno_id: vno.id, event_id: event.id })
    const [one] = await read(ana, { id })
    assert.deepEqual([one?.event_id, one?.event, one?.link], [null, null, null])
    const own = await makeEvent(server.db, { vno })
    const second = await makeNotice(server.db, { vno_id: vno.id, kind: 'event_error', event_id: own.id })
    const [seen] = await read(ana, { id: second })
    assert.deepEqual([seen?.event?.code, seen?.link], [own.code, { entity: 'event', id: own.id }])
  })

  it('read marks are per person; repeating one changes nothing', async () => {
    const id = await makeNotice(server.db, { vno_id: vno.id })
    const before = await unread(luis)
    for (let i = 0; i < 2; i++) assert.equal((await as(ana, ack, { ids: [id, id] })).status, 200)
    assert.deepEqual([(await read(ana, { id }))[0]?.read, (await read(luis, { id }))[0]?.read], [true, false])
    assert.equal(await unread(luis), before)
    assert.ok(!(await read(ana, { filter: { read: false } })).some((one) => one.id === id))
    assert.ok((await read(ana, { filter: { read: true } })).some((one) => one.id === id))
    const { record } = await server.done(ack, { all: true }, await makeSession(server.db, ana))
    assert.deepEqual(record, { unread: 0 })
    assert.deepEqual(await read(ana, { filter: { read: false } }), [])
    await makeNotice(server.db, { vno_id: vno.id, at: new Date(Date.now() + 1000) })
    assert.equal(await unread(ana), 1)
  })

  it('S2 a foreign notice is like a missing one, also among own ones, and then none is marked', async () => {
    const own = await makeNotice(server.db, { vno_id: vno.id, at: new Date(Date.now() + 2000) })
    const foreign = await makeNotice(server.db, { vno_id: (await makeVno(server.db)).id })
    const { id: technical_id } = await makeTechnician(server.db, { vno })
    const technicians = await makeNotice(server.db, { vno_id: vno.id, technical_id })
    const missing = await as(ana, ack, { ids: [own, 2 ** 40] })
    for (const id of [foreign, technicians]) {
      const answer = await as(ana, ack, { ids: [own, id] })
      assert.deepEqual([answer.status, without(answer.text)], [404, without(missing.text)])
    }
    assert.equal((await read(ana, { id: own }))[0]?.read, false)
    for (const query of [{}, { ids: [own], all: true }, { ids: [] }])
      assert.equal((await as(ana, ack, query)).status, 422)
  })

  it('every person sets the own channels; a stale version conflicts', async () => {
    for (const account of [luis, await makeTechnician(server.db, { vno }), await makeOperator(server.db)]) {
      const { version, notifications } = await own(account)
      const sms = account.type === 'te'
      assert.deepEqual(notifications, { email: false, push: true, sms })
      const changed = await as(account, edit, { version, notifications: { email: true } })
      assert.equal(changed.status, 200, changed.text)
      const stale = await as(account, edit, { version, notifications: { email: false } })
      assert.equal(stale.status, 409)
      assert.deepEqual((await own(account)).notifications, { email: true, push: true, sms })
    }
    assert.equal((await as(ana, edit, { notifications: {} })).status, 422)
    const info = await server.call('account/check_login', {}, { session: await makeSession(server.db, luis) })
    assert.match(info.text, /"notifications":\{"email":true/)
  })
})
