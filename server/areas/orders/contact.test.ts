/** The customer of a visit: who sees the contact, until when, and that it is deleted afterwards. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import type { Path } from '@hilo/contract/index.ts'
import type { Order } from '@hilo/contract/orders/orders.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno, unique } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeCto } from '../../test/plant-factories.ts'
import { inProcess } from '../../kernel/sql/in-process.ts'
import { moveOrderOf } from '../../process/order-row.ts'

const day = 86_400_000
const canary = () => ({
  name: `CANARIO ${unique()}`,
  phone: `+346${String(Date.now()).slice(-6)}${Math.floor(Math.random() * 90 + 10)}`,
})
const visit = (at: number) => ({ from: new Date(at).toISOString(), to: new Date(at + 3_600_000).toISOString() })

describe('the customer of a visit', async () => {
  const server = closedAfter(await startTestServer())
  const { db } = server
  const vno = await makeVno(db)
  const account = await makeAdmin(db, { vno })
  const admin = await makeSession(db, account)
  const technician = await makeTechnician(db, { vno })
  const session = await makeSession(db, technician)

  const ask = async (path: Path, query: object) => ((await server.done(path, query, admin)) as { record: Order }).record
  const seenBy = async (id: number, as: { cookie: string }) =>
    (await server.done('admin_vno/orders/get', { id }, as)).records[0]?.contact ?? null
  const create = async (contact: object, at: number) => {
    const asked = { kind: 'alta', contact, appointment: visit(at), client_request_id: randomUUID() }
    const { id } = await ask('admin_vno/orders/create', asked)
    const given = { order_id: id, technical_id: technician.id, client_request_id: randomUUID() }
    return await ask('admin_vno/orders/assign', given)
  }
  /** Every row of every table as text that contains `needle`. */
  const holding = async (needle: string) => {
    const { rows } = await server.db.owner.query<{ name: string; queue: boolean }>(
      `select oid::regclass::text as name, relnamespace = 'graphile_worker'::regnamespace as queue from pg_class where relkind in ('r', 'p') and relnamespace not in
        ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
    )
    const found: string[] = []
    for (const { name, queue } of rows) {
      const text = `select count(*)::int as n from ${name} t where position($1 in t::text) > 0`
      // The job queue is read with its own database role.
      const counted = await (queue ? server.db.jobs : server.db.owner).query<{ n: number }>(text, [needle])
      if (counted.rows[0]?.n) found.push(name)
    }
    return found
  }

  it('S54 is visible to the operator’s administrators, and to the technician from the day before', async () => {
    const contact = canary()
    const soon = await create(contact, Date.now() + 3_600_000)
    const later = await create(contact, Date.now() + 4 * day)
    const colleague = await makeSession(server.db, await makeTechnician(server.db, { vno }))
    const neutral = await makeSession(server.db, await makeOperator(server.db))
    const stranger = await makeSession(server.db, await makeAdmin(server.db))
    assert.deepEqual(await seenBy(soon.id, admin), contact)
    assert.deepEqual(await seenBy(later.id, admin), contact)
    assert.deepEqual(await seenBy(soon.id, session), contact)
    assert.equal(await seenBy(later.id, session), null, 'four days ahead he has no need of it')
    for (const one of [colleague, neutral, stranger]) assert.equal(await seenBy(soon.id, one), null)
    const answers = [
      await server.call('admin_vno/orders/download', { format: 'csv' }, { session: admin }),
      await server.call('admin_vno/orders/get', { limit: 200 }, { session: neutral }),
      await server.call('admin_vno/orders/get', { search: contact.name }, { session: stranger }),
    ]
    for (const { status, text } of answers) {
      assert.equal(status, 200)
      assert.ok(!text.includes(contact.name) && !text.includes(contact.phone))
    }
  })

  it('the day before is that of the place: in the Canaries an hour later than in Madrid', async () => {
    const [madrid, canaries] = [await makeCto(server.db), await makeCto(server.db, { ine_code: '35016' })]
    const { id } = await create(canary(), Date.now() + 10 * day)
    // Half past midnight in Madrid is the day before in the Canaries.
    const on = async (cto: number, from: string) => {
      const text = `update service_order set cto_id = $2, appointment_from = $3, appointment_to = $3::timestamptz + interval '1 hour' where id = $1`
      await server.db.owner.query(text, [id, cto, from])
      return await seenBy(id, session)
    }
    const { rows } = await server.db.owner.query<{ madrid: string; canaries: string }>(
      `select ((app_now() at time zone 'Europe/Madrid')::date + 2)::timestamp at time zone 'Europe/Madrid' as madrid,
        ((app_now() at time zone 'Atlantic/Canary')::date + 2)::timestamp at time zone 'Atlantic/Canary' as canaries`,
    )
    const before = (time: unknown) => new Date(new Date(String(time)).getTime() - 1000).toISOString()
    assert.equal(await on(madrid.id, new Date(String(rows[0]?.madrid)).toISOString()), null)
    assert.ok(await on(madrid.id, before(rows[0]?.madrid)))
    assert.equal(await on(canaries.id, new Date(String(rows[0]?.canaries)).toISOString()), null)
    assert.ok(await on(canaries.id, before(rows[0]?.canaries)))
  })

  const ends: [string, (order: Order) => Promise<unknown>][] = [
    ['cancelled', (one) => ask('admin_vno/assigments/cancel_service_order', { service_order_id: one.id, reason_code: 'otra', client_request_id: randomUUID() })], // prettier-ignore
    ['rejected', (one) => ask('admin_vno/orders/edit', { order_id: one.id, reject_code: 'cto_copada', contact: canary() })], // prettier-ignore
    ['completed', (one) => inProcess(server.db, (sql) => moveOrderOf(sql, { service_order_id: one.id, cto_id: 1 }, 'complete'))], // prettier-ignore
  ]
  for (const [how, end] of ends) {
    it(`S51 S54 no contact data remain in the whole database once the order is ${how}`, async () => {
      const contact = canary()
      const order = await create(contact, Date.now())
      const appointment = visit(Date.now() + 60_000)
      const moved = { order_id: order.id, appointment, contact, client_request_id: randomUUID() }
      assert.equal((await ask('admin_vno/orders/edit', moved)).contact, null, 'no answer that is kept names him')
      assert.deepEqual(await seenBy(order.id, session), contact)
      assert.deepEqual(await holding(contact.name), ['service_order_contact'])
      if (how === 'completed') await makeCto(server.db)
      await end(order)
      assert.deepEqual([await holding(contact.name), await holding(contact.phone)], [[], []])
      assert.equal(await seenBy(order.id, admin), null)
    })
  }

  it('is changed and taken away; a closed order takes none', async () => {
    const order = await create(canary(), Date.now())
    const next = canary()
    await ask('admin_vno/orders/edit', { order_id: order.id, contact: next })
    assert.deepEqual(await seenBy(order.id, admin), next)
    await ask('admin_vno/orders/edit', { order_id: order.id, requested_date: '2026-12-01' })
    assert.deepEqual(await seenBy(order.id, admin), next, 'what is not sent stays')
    await ask('admin_vno/orders/edit', { order_id: order.id, contact: null })
    assert.equal(await seenBy(order.id, admin), null)
    await ask('admin_vno/assigments/cancel_service_order', { service_order_id: order.id, reason_code: 'otra' })
    const late = await server.call('admin_vno/orders/edit', { order_id: order.id, contact: next }, { session: admin })
    assert.equal(late.status, 409)
    assert.deepEqual(await holding(next.name), [])
  })

  it('S51 a failed request discloses nothing of the customer', async () => {
    const contact = canary()
    const asked = { kind: 'alta', access_id: 2 ** 30, contact }
    const answer = await server.call('admin_vno/orders/create', asked, { session: admin })
    assert.equal(answer.status, 404)
    assert.ok(!answer.text.includes(contact.name))
    assert.deepEqual(await holding(contact.name), [])
  })
})
