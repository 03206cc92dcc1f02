/** Global search by code, within the session's reach. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { columnOf, columnsOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { insert, makeAdmin, makeOperator, makeSession, makeTechnician, makeVno, unique } from '../../test/factories.ts'
import type { Account } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeOrder } from '../../test/order-factories.ts'

describe('search', async () => {
  const server = closedAfter(await startTestServer())
  const { db } = server
  const vno = await makeVno(db)
  const admin = await makeAdmin(db, { vno })

  const found = async (text: string, account = admin) => {
    return (await server.done('admin_vno/search/get', { text }, await makeSession(db, account))).records
  }

  it('an order, by its code and by its number at the operator, and leads to its screen', async () => {
    const order = await makeOrder(db, { vno, external_order_id: 'PEDIDO-00417' })
    for (const text of [order.code, 'PEDIDO-00417', 'pedido-004']) {
      const [one] = await found(text)
      assert.deepEqual([one?.kind, one?.code, one?.route], ['order', order.code, `/vno/ordenes/${order.id}`])
    }
    const other = await makeAdmin(db, { vno: await makeVno(db) })
    assert.deepEqual(await found(order.code, other), [])
    const foreign = await makeTechnician(db, { vno })
    assert.deepEqual(await found(order.code, foreign), [])
  })

  it('people of both kinds by any part of the name', async () => {
    const technician = await makeTechnician(db, { vno, name: 'Íñigo Zubizarreta' })
    const boss = await makeAdmin(db, { vno, name: 'Begoña Zubizarreta' })
    const routes = columnOf(await found('zubizarr'), 'route')
    assert.deepEqual(routes, [`/vno/tecnicos/${technician.id}`, `/vno/administradores/${boss.id}`])
  })

  it('a drop without an access is found by its label, by its own operator only', async () => {
    const label = `D46-${unique()}-1`
    const kept = { vno_id: vno.id, type: 'interior', connection_type: 0, state: 'reutilizable' }
    const id = await insert(db, 'drop_cable', { ...kept, label })
    const known = [['drop', label, `/vno/acometidas/${id}`]]
    const seen = async (account: Account) => columnsOf(await found(label, account), 'kind', 'code', 'route')
    assert.deepEqual(await seen(admin), known)
    assert.deepEqual(await seen(await makeOperator(db)), known)
    assert.deepEqual(await seen(await makeAdmin(db, { vno: await makeVno(db) })), [])
    const without = { cto: { privs: { cto_view: true } } }
    assert.deepEqual(await seen(await makeAdmin(db, { vno, privileges: without })), [])
  })

  it("the neutral operator's administrators are found by its own people only", async () => {
    const boss = await makeOperator(db, { name: 'Ximena Arbizu' })
    const routes = async (account: Account) => columnOf(await found('arbizu', account), 'route')
    assert.deepEqual(await routes(boss), [`/vno/administradores-red/${boss.id}`])
    const privileges = { admin: { privs: { admin_view: true } }, adminVNO: { privs: { adminVNO_view: true } } }
    assert.deepEqual(await routes(await makeAdmin(db, { vno, privileges })), [])
  })

  it('no record that the account may not see', async () => {
    await makeTechnician(db, { vno, name: 'Quiteria Oculta' })
    const blind = await makeAdmin(db, { vno, privileges: {} })
    assert.deepEqual(await found('Oculta', blind), [])
  })
})
