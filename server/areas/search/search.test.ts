/** Global search by code, within the session's reach. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Found } from '@hilo/contract/search.ts'
import {
  insert,
  makeAdmin,
  makeOperator,
  makeSession,
  makeTechnician,
  makeVno,
  unique,
  type Account,
  type Vno,
} from '../../test/factories.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { makeOrder } from '../../test/order-factories.ts'

describe('search', () => {
  let server: TestServer
  let vno: Vno
  let admin: Account
  before(async () => {
    server = await startTestServer()
    vno = await makeVno(server.db)
    admin = await makeAdmin(server.db, { vno })
  })
  after(() => server.close())

  const found = async (text: string, account = admin) => {
    const answer = await server.call(
      'admin_vno/search/get',
      { text },
      { session: await makeSession(server.db, account) },
    )
    assert.equal(answer.status, 200, answer.text)
    return (answer.body as { records: Found[] }).records
  }

  it('an order, by its code and by its number at the operator, and leads to its screen', async () => {
    const order = await makeOrder(server.db, { vno, external_order_id: 'PEDIDO-00417' })
    for (const text of [order.code, 'PEDIDO-00417', 'pedido-004']) {
      const [one] = await found(text)
      assert.deepEqual([one?.kind, one?.code, one?.route], ['order', order.code, `/vno/ordenes/${order.id}`])
    }
    const other = await makeAdmin(server.db, { vno: await makeVno(server.db) })
    assert.deepEqual(await found(order.code, other), [])
    const foreign = await makeTechnician(server.db, { vno })
    assert.deepEqual(await found(order.code, foreign), [])
  })

  it('people of both kinds by any part of the name', async () => {
    const technician = await makeTechnician(server.db, { vno, name: 'Íñigo Zubizarreta' })
    const boss = await makeAdmin(server.db, { vno, name: 'Begoña Zubizarreta' })
    const routes = (await found('zubizarr')).map(({ route }) => route)
    assert.deepEqual(routes, [`/vno/tecnicos/${technician.id}`, `/vno/administradores/${boss.id}`])
  })

  it('a drop without an access is found by its label, by its own operator only', async () => {
    const label = `D46-${unique()}-1`
    const kept = { vno_id: vno.id, type: 'interior', connection_type: 0, state: 'reutilizable' }
    const id = await insert(server.db, 'drop_cable', { ...kept, label })
    const known = [['drop', label, `/vno/acometidas/${id}`]]
    const seen = async (account: Account) => (await found(label, account)).map(({ kind, code, route }) => [kind, code, route]) // prettier-ignore
    assert.deepEqual(await seen(admin), known)
    assert.deepEqual(await seen(await makeOperator(server.db)), known)
    assert.deepEqual(await seen(await makeAdmin(server.db, { vno: await makeVno(server.db) })), [])
    const without = { cto: { privs: { cto_view: true } } }
    assert.deepEqual(await seen(await makeAdmin(server.db, { vno, privileges: without })), [])
  })

  it("the neutral operator's administrators are found by its own people only", async () => {
    const boss = await makeOperator(server.db, { name: 'Ximena Arbizu' })
    const routes = async (account: Account) => (await found('arbizu', account)).map(({ route }) => route)
    assert.deepEqual(await routes(boss), [`/vno/administradores-red/${boss.id}`])
    const privileges = { admin: { privs: { admin_view: true } }, adminVNO: { privs: { adminVNO_view: true } } }
    assert.deepEqual(await routes(await makeAdmin(server.db, { vno, privileges })), [])
  })

  it('no record that the account may not see', async () => {
    await makeTechnician(server.db, { vno, name: 'Quiteria Oculta' })
    const blind = await makeAdmin(server.db, { vno, privileges: {} })
    assert.deepEqual(await found('Oculta', blind), [])
  })
})
