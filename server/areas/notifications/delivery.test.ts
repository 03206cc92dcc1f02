/** Delivery of notices: to the right recipients, once, signed, and never into the internal network. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, beforeEach, describe, it } from 'node:test'
import type { Notice } from '../../process/notices/notify.ts'
import { columnOf } from '../../test/answers.ts'
import { makeAdmin, makeSession, makeVno, type Vno } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { runTask, writtenNotice } from '../../test/run-task.ts'
import { makeCase } from '../../test/plant-factories.ts'

const secret = 'secreto-de-prueba-0123456789'

describe('delivery of notices', async () => {
  let received: { body: string; signature: string | undefined; path: string }[] = []
  /** Answer of the receiver. */
  let answer: { status: number; location?: string } = { status: 204 }
  let owner: Vno
  let worker: Vno
  let caseId: number
  const server = await startTestServer()
  const receiver = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { 'x-hilo-signature': signature } = request.headers
      const [first] = [signature].flat()
      received.push({ body: Buffer.concat(parts).toString(), signature: first, path: request.url ?? '' })
      response.writeHead(answer.status, answer.location ? { location: answer.location } : {}).end()
    })
  })
  await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/avisos`
  after(async () => {
    receiver.closeAllConnections()
    receiver.close()
    await server.close()
  })
  beforeEach(async () => {
    received = []
    answer = { status: 204 }
    owner = await makeOwner()
    worker = await makeVno(server.db, { name: 'CANARIO-TRABAJADOR' })
    caseId = await makeCase(server.db, { owner, worker })
  })

  const makeOwner = async (webhook_url = url) => {
    const vno = await makeVno(server.db, { contact: { webhook_url, noc_email: 'noc@victima.test' } })
    await server.db.owner.query('insert into vno_secret (vno_id, webhook_secret) values ($1, $2)', [vno.id, secret])
    return vno
  }
  const run = (task: string, payload: object, config = server.config) => runTask(server, task, payload, config)
  /** Notifies the customer's operator and returns the notice. */
  const darken = async (over: Partial<Notice> = {}) => {
    const payload = { cto_code: 'VAL01-1', port: 3, at: '2026-11-20T10:00:00.000Z', access_code: 'AC01-1' }
    const about = { vnoId: owner.id, technicalId: null, kind: 'neighbour_dark', eventId: null, caseId }
    return await writtenNotice(server, { ...about, payload, ...over })
  }
  const one = async <T>(text: string, values: unknown[]) => (await server.db.owner.query(text, values)).rows as T[]
  const deliveries = (id: number) =>
    one<{ id: number; channel: string; recipient: string; state: string; error: string | null }>(
      'select id, channel, recipient, state, error from notice_delivery where notification_id = $1 order by channel, recipient',
      [id],
    )
  const webhookOf = async (id: number) => (await deliveries(id)).find(({ channel }) => channel === 'webhook')
  /** Makes the messages of a notice and sends the one to the webhook. */
  const send = async (id: number, config = server.config) => {
    await run('process.deliver', { notification_id: id })
    await run('process.webhook', { delivery_id: (await webhookOf(id))?.id }, config)
    return await webhookOf(id)
  }
  const notified = async () => {
    type Case = { notified: { stage: string; channel: string }[] }
    return (await one<Case>('select notified from neighbour_case where id = $1', [caseId]))[0]?.notified ?? []
  }

  it('S7 while an operator is suspended none of its notices are sent', async () => {
    const status = 'update vno set status = $2 where id = $1'
    const told = await darken()
    await run('process.deliver', { notification_id: told })
    const waiting = await webhookOf(told)
    await server.db.owner.query(status, [owner.id, 4])
    await run('process.webhook', { delivery_id: waiting?.id })
    assert.deepEqual([received, (await webhookOf(told))?.error], [[], 'SUSPENDED'])
    const silent = await darken()
    await run('process.deliver', { notification_id: silent })
    assert.deepEqual(await deliveries(silent), [])
  })

  it('a notice becomes messages once, however often its job runs: control room, subscribers, webhook', async () => {
    const wants = await makeAdmin(server.db, { vno: owner })
    await makeAdmin(server.db, { vno: owner })
    const stranger = await makeAdmin(server.db, { vno: worker })
    // An administrator subscribed to all mail, without any privilege.
    const blind = await makeAdmin(server.db, { vno: owner, privileges: {} })
    const subscribe = `update vno_admin_account set profile = '{"notifications": {"email": true}}' where id = any($1)`
    await one(subscribe, [columnOf([wants, stranger, blind], 'id')])
    const id = await darken()
    const deliver = () => run('process.deliver', { notification_id: id })
    await Promise.all([deliver(), deliver()])
    await deliver()
    const sent = (await deliveries(id)).map(({ channel, recipient }) => `${channel} ${recipient}`)
    assert.deepEqual(sent.toSorted(), [`mail ${wants.email}`, 'mail noc@victima.test', 'webhook vno'].toSorted())
    const text = 'select subject, body from mail where vno_id = $1'
    const mails = await one<{ subject: string; body: string }>(text, [owner.id])
    assert.equal(mails.length, 2)
    for (const { subject, body } of mails)
      assert.ok(subject.includes('Cliente sin luz') && body.includes('VAL01-1') && !body.includes('CANARIO'))
    assert.ok((await notified()).some(({ stage, channel }) => stage === 'operators' && channel === 'email'))
  })

  it('S3 a webhook is signed and contains the own operator’s customer only', async () => {
    const payload = { cto_code: 'VAL01-1', port: 3, access_code: 'AC01-1', by: 'CANARIO', event_id: 7 }
    const id = await darken({ payload })
    await send(id)
    await run('process.webhook', { delivery_id: (await webhookOf(id))?.id })
    assert.equal(received.length, 1)
    const [{ body, signature } = { body: '', signature: '' }] = received
    const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature ?? '') ?? []
    assert.equal(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'), v1)
    const { told_at, ...said } = JSON.parse(body) as Record<string, unknown>
    assert.match(String(told_at), /Z$/)
    const customer = { access_code: 'AC01-1', cto_code: 'VAL01-1', port: 3 }
    assert.deepEqual(said, { id: `notice-${id}`, kind: 'neighbour_dark', case_id: caseId, ...customer })
    assert.equal((await webhookOf(id))?.state, 'enviado')
    assert.equal((await notified()).filter(({ channel }) => channel === 'webhook').length, 1)
  })

  it('nothing is sent unsigned: without a secret there is no webhook', async () => {
    await server.db.owner.query('delete from vno_secret where vno_id = $1', [owner.id])
    const delivery = await send(await darken())
    assert.deepEqual([received, delivery?.state, delivery?.error], [[], 'fallido', 'NO_SECRET'])
  })

  it('a receiver that fails is tried again later, with the same id', async () => {
    answer = { status: 500 }
    const id = await darken()
    const delivery = await send(id)
    assert.deepEqual([delivery?.state, delivery?.error], ['pendiente', 'HTTP_500'])
    answer = { status: 200 }
    await run('process.webhook', { delivery_id: delivery?.id })
    assert.equal((await webhookOf(id))?.state, 'enviado')
    const ids = received.map(({ body }) => (JSON.parse(body) as { id: string }).id)
    assert.deepEqual(new Set(ids), new Set([`notice-${id}`]))
  })

  it('a receiver that is away for a day is given up', async () => {
    answer = { status: 503 }
    const id = await darken()
    await run('process.deliver', { notification_id: id })
    const delivery = await webhookOf(id)
    await one(`update notice_delivery set created_at = created_at - interval '25 hours' where id = $1`, [delivery?.id])
    await run('process.webhook', { delivery_id: delivery?.id })
    assert.equal((await webhookOf(id))?.state, 'fallido')
  })

  it('S41 no redirection is followed', async () => {
    answer = { status: 302, location: url.replace('/avisos', '/otro') }
    const delivery = await send(await darken())
    assert.deepEqual(columnOf(received, 'path'), ['/avisos'])
    assert.equal(delivery?.error, 'HTTP_302')
  })

  it('S41 nothing is sent into the internal network, even to an address accepted before', async () => {
    const config = { ...server.config, webhookNetworks: [] }
    const local = url.replace('127.0.0.1', 'localhost')
    for (const bad of [url, local, 'https://169.254.169.254/x', 'https://[::ffff:10.0.0.1]/']) {
      owner = await makeOwner(bad)
      caseId = await makeCase(server.db, { owner, worker })
      const delivery = await send(await darken(), config)
      assert.deepEqual([delivery?.state, delivery?.error], ['fallido', 'TARGET_REFUSED'], bad)
    }
    assert.deepEqual(received, [])
  })

  it('S2 the list shows each operator its own channels', async () => {
    const id = await darken()
    await run('process.deliver', { notification_id: id })
    const seen = async (vno: Vno) => {
      const session = await makeSession(server.db, await makeAdmin(server.db, { vno }))
      return (await server.done('admin_vno/events/cev/get', { id: caseId }, session)).records[0]?.notified.length
    }
    assert.deepEqual([await seen(owner), await seen(worker)], [1, 0])
  })
})
