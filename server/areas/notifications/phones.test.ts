/** Notices on a technician's phones: once, signed, by the settings, and only on signed-in devices. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { after, beforeEach, describe, it } from 'node:test'
import type { Notice } from '../../process/notices/notify.ts'
import { columnOf, columnsOf } from '../../test/answers.ts'
import { insert, makeAdmin, makeSession, makeTechnician, makeVno } from '../../test/factories.ts'
import type { Account, Vno } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { runTask, writtenNotice } from '../../test/run-task.ts'
import { makeOrder } from '../../test/order-factories.ts'

const secret = 'secreto-de-pasarela-0123'

interface Message {
  id: string
  title?: string
  body: string
  link?: string
  kind?: string
  tokens?: { token: string; platform: string }[]
  phone?: string
}

describe('telephones', async () => {
  let received: { path: string; message: Message }[] = []
  /** Answer of the gateway. */
  let answer: { status: number; body?: object } = { status: 204 }
  let vno: Vno
  let technician: Account
  const gateway = createServer((request, response) => {
    void (async () => {
      const message = (await json(request)) as Message
      const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers['x-hilo-signature'])) ?? []
      const due = createHmac('sha256', secret).update(`${t}.${JSON.stringify(message)}`)
      assert.equal(v1, due.digest('hex'))
      received.push({ path: request.url ?? '', message })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body ?? {}))
    })()
  }).listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  const env = { PUSH_URL: `${url}/push`, PUSH_SECRET: secret, SMS_URL: `${url}/sms`, SMS_SECRET: secret }
  const server = await startTestServer(env)
  after(async () => {
    gateway.closeAllConnections()
    gateway.close()
    await server.close()
  })
  beforeEach(async () => {
    received = []
    answer = { status: 204 }
    vno = await makeVno(server.db)
    technician = await makeTechnician(server.db, { vno })
    await server.db.owner.query(`update app_user set phone = '+34600111222' where id = $1`, [technician.user_id])
  })

  const install = (push_token: string, platform = 'android') => {
    const whose = { vno_id: vno.id, user_id: technician.user_id, technical_id: technician.id }
    return insert(server.db, 'device', { ...whose, install_id: push_token, platform, push_token })
  }
  const rows = async <T>(text: string, values: unknown[]) => (await server.db.owner.query(text, values)).rows as T[]
  const outgoing = (id: number) =>
    rows<{ id: number; channel: string; state: string; error: string | null }>(
      `select id, channel, state, error from notice_delivery where notification_id = $1 order by channel`,
      [id],
    )
  const tokens = async () => {
    const text = 'select push_token from device where user_id = $1 and push_token is not null order by 1'
    return columnOf(await rows<{ push_token: string }>(text, [technician.user_id]), 'push_token')
  }
  const send = async (id: number) => {
    await runTask(server, 'process.deliver', { notification_id: id })
    for (const one of await outgoing(id)) await runTask(server, 'process.webhook', { delivery_id: one.id })
  }
  const notice = async (kind: string, payload: object = {}, over: Partial<Notice> = {}) => {
    const about = { vnoId: vno.id, technicalId: technician.id, eventId: null, caseId: null }
    const said = { cto_code: 'VAL01-1', port: 7, event_code: 'INT-1', event_id: 5, ...payload }
    return await writtenNotice(server, { ...about, kind, payload: said, ...over })
  }

  it('a neighbour without light reaches every telephone at once and, while it lasts, the number', async () => {
    await install('a-1')
    await install('i-1', 'ios')
    const first = await notice('neighbour_out')
    await send(first)
    await send(first)
    assert.equal(received.length, 1)
    const { path, message } = received[0] ?? {}
    assert.equal(path, '/push')
    assert.deepEqual(message, {
      id: `notice-${first}`,
      tokens: [
        { token: 'a-1', platform: 'android' },
        { token: 'i-1', platform: 'ios' },
      ],
      title: 'Un vecino se ha quedado sin luz',
      body: 'Caja VAL01-1, puerto 7: mira su fibra antes de seguir. INT-1',
      link: '/tecnico/intervencion/5',
      kind: 'neighbour_out',
    })
    received = []
    const later = await notice('neighbour_dark_long')
    await send(later)
    assert.deepEqual(received.map(({ path: to, message: { phone } }) => [to, phone]).toSorted(), [
      ['/push', undefined],
      ['/sms', '+34600111222'],
    ])
    const states = (await outgoing(later)).map(({ channel, state }) => `${channel} ${state}`)
    assert.deepEqual(states, ['push enviado', 'sms enviado'])
  })

  it('nothing is sent to opted-out, former or signed-out technicians', async () => {
    await install('a-1')
    const asks = '{"notifications": {"push": false, "sms": false}}'
    await rows('update technical_account set profile = $2 where id = $1', [technician.id, asks])
    await send(await notice('neighbour_dark_long'))
    await rows(`update technical_account set profile = '{}', status = 3 where id = $1`, [technician.id])
    await send(await notice('event_refused'))
    await rows('update technical_account set status = 4 where id = $1', [technician.id])
    await rows('update device set revoked_at = now() where user_id = $1', [technician.user_id])
    await send(await notice('event_refused'))
    // Some notices are for the product only, not for the phone.
    await rows('update device set revoked_at = null where user_id = $1', [technician.user_id])
    await send(await notice('enrollment_verificada'))
    assert.deepEqual(received, [])
  })

  it('installations that are gone are forgotten: those that the gateway names, or all of them', async () => {
    for (const one of ['a-1', 'a-2', 'a-3']) await install(one)
    answer = { status: 200, body: { invalid_tokens: ['a-2', 'somebody-else'] } }
    const first = await notice('event_finalized', { discharge_code: 'X' })
    await send(first)
    assert.deepEqual(await tokens(), ['a-1', 'a-3'])
    assert.equal((await outgoing(first))[0]?.state, 'enviado')
    answer = { status: 410 }
    const last = await notice('event_refused')
    await send(last)
    assert.deepEqual(await tokens(), [])
    assert.deepEqual(columnsOf(await outgoing(last), 'state', 'error'), [['fallido', 'HTTP_410']])
  })

  it('a gateway that is away is tried again later with the same message', async () => {
    await install('a-1')
    answer = { status: 503 }
    const id = await notice('event_cancelled')
    await send(id)
    assert.deepEqual((await outgoing(id)).map(({ state, error }) => [state, error]), [['pendiente', 'HTTP_503']]) // prettier-ignore
    answer = { status: 202 }
    await send(id)
    assert.equal((await outgoing(id))[0]?.state, 'enviado')
    assert.deepEqual(received.map(({ message }) => message.id), [`notice-${id}`, `notice-${id}`]) // prettier-ignore
  })

  it('an order assigned or moved is notified; one taken by the technician is not', async () => {
    const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
    const order = await makeOrder(server.db, { vno })
    const assign = async (more: object) => {
      const query = { order_id: order.id, technical_id: technician.id, ...more }
      await server.done('admin_vno/orders/assign', query, admin)
    }
    const at = (hour: number) => new Date(Date.UTC(2030, 0, 7, hour)).toISOString()
    await assign({})
    await assign({})
    await assign({ appointment: { from: at(9), to: at(11) } })
    await assign({ appointment: { from: at(9), to: at(11) } })
    await assign({ appointment: { from: at(12), to: at(14) } })
    await assign({ technical_id: null })
    const text = 'select kind from notification where technical_id = $1 order by id'
    const told = await rows<{ kind: string }>(text, [technician.id])
    assert.deepEqual(columnOf(told, 'kind'), ['order_assigned', 'order_rescheduled', 'order_rescheduled'])
  })
})
