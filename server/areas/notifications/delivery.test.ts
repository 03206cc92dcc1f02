/** Delivery of notices: to the right recipients, once, signed, and never into the internal network. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { askInProcess, inProcess } from '../../kernel/sql/in-process.ts'
import { silentLog } from '../../log.ts'
import { processTasks } from '../../process/index.ts'
import { writeNotice, type Notice } from '../../process/notices/notify.ts'
import { makeAdmin, makeSession, makeVno, type Vno } from '../../test/factories.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { makeCase } from '../../test/plant-factories.ts'

const secret = 'secreto-de-prueba-0123456789'

describe('delivery of notices', () => {
  let server: TestServer
  let receiver: Server
  let received: { body: string; signature: string | undefined; path: string }[] = []
  /** Answer of the receiver. */
  let answer: { status: number; location?: string } = { status: 204 }
  let url = ''
  let owner: Vno
  let worker: Vno
  let caseId: number
  before(async () => {
    server = await startTestServer()
    receiver = createServer((request, response) => {
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
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/avisos`
  })
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
  const run = async (task: string, payload: object, config = server.config) => {
    const { db, plant, reader, store } = server
    await processTasks({ db, plant, reader, config, log: silentLog }, store)[task]?.(payload, undefined as never)
  }
  /** Notifies the customer's operator and returns the notice. */
  const darken = async (over: Partial<Notice> = {}) => {
    const payload = { cto_code: 'VAL01-1', port: 3, at: '2026-11-20T10:00:00.000Z', access_code: 'AC01-1' }
    const notice = {
      vnoId: owner.id,
      technicalId: null,
      kind: 'neighbour_dark',
      eventId: null,
      caseId,
      payload,
      ...over,
    }
    await inProcess(server.db, (sql) => writeNotice(sql, notice))
    return Number(await askInProcess(server.db, 'select max(id)::text from notification', []))
  }
  const one = async <T>(text: string, values: unknown[]) => (await server.db.owner.query(text, values)).rows as T[]
  const deliveries = (id: number) =>
    one<{ id: number; channel: string; recipient: string; state: string; error: string | null }>(
      'select id, channel, recipient, state, error from notice_delivery where notification_id = $1 order by channel, recipient',
      [id],
    )
  const webhookOf = async (id: number) => (await deliveries(id)).find(({ channel }) => channel === 'webhook')
  const notified = async () =>
    (
      await one<{ notified: { stage: string; channel: string; ack_at: string | null }[] }>(
        'select notified from neighbour_case where id = $1',
        [caseId],
      )
    )[0]?.notified ?? []

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
    for (const account of [wants, stranger, blind])
      await server.db.owner.query(
        `update vno_admin_account set profile = '{"notifications": {"email": true}}' where id = $1`,
        [account.id],
      )
    const id = await darken()
    await Promise.all([
      run('process.deliver', { notification_id: id }),
      run('process.deliver', { notification_id: id }),
    ])
    await run('process.deliver', { notification_id: id })
    const rows = await deliveries(id)
    assert.deepEqual(
      rows.map(({ channel, recipient }) => `${channel} ${recipient}`).toSorted(),
      [`mail ${wants.email}`, 'mail noc@victima.test', 'webhook vno'].toSorted(),
    )
    const mails = await one<{ recipient: string; subject: string; body: string }>(
      'select recipient, subject, body from mail where vno_id = $1',
      [owner.id],
    )
    assert.equal(mails.length, 2)
    assert.ok(
      mails.every(
        ({ subject, body }) =>
          subject.includes('Cliente sin luz') && body.includes('VAL01-1') && !body.includes('CANARIO'),
      ),
    )
    assert.ok((await notified()).some(({ stage, channel }) => stage === 'operators' && channel === 'email'))
  })

  it('S3 a webhook is signed and contains the own operator’s customer only', async () => {
    const id = await darken({
      payload: { cto_code: 'VAL01-1', port: 3, access_code: 'AC01-1', by: 'CANARIO', event_id: 7 },
    })
    await run('process.deliver', { notification_id: id })
    const delivery = await webhookOf(id)
    await run('process.webhook', { delivery_id: delivery?.id })
    await run('process.webhook', { delivery_id: delivery?.id })
    assert.equal(received.length, 1)
    const [{ body, signature } = { body: '', signature: '' }] = received
    const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature ?? '') ?? []
    assert.equal(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'), v1)
    const { told_at, ...said } = JSON.parse(body) as Record<string, unknown>
    assert.match(String(told_at), /Z$/)
    const expected = {
      id: `notice-${id}`,
      kind: 'neighbour_dark',
      case_id: caseId,
      access_code: 'AC01-1',
      cto_code: 'VAL01-1',
      port: 3,
    }
    assert.deepEqual(said, expected)
    assert.equal((await webhookOf(id))?.state, 'enviado')
    assert.deepEqual((await notified()).filter(({ channel }) => channel === 'webhook').length, 1)
  })

  it('nothing is sent unsigned: without a secret there is no webhook', async () => {
    await server.db.owner.query('delete from vno_secret where vno_id = $1', [owner.id])
    const id = await darken()
    await run('process.deliver', { notification_id: id })
    await run('process.webhook', { delivery_id: (await webhookOf(id))?.id })
    assert.deepEqual(
      [received, (await webhookOf(id))?.state, (await webhookOf(id))?.error],
      [[], 'fallido', 'NO_SECRET'],
    )
  })

  it('a receiver that fails is tried again later, with the same id', async () => {
    answer = { status: 500 }
    const id = await darken()
    await run('process.deliver', { notification_id: id })
    const delivery = await webhookOf(id)
    await run('process.webhook', { delivery_id: delivery?.id })
    assert.deepEqual([(await webhookOf(id))?.state, (await webhookOf(id))?.error], ['pendiente', 'HTTP_500'])
    answer = { status: 200 }
    await run('process.webhook', { delivery_id: delivery?.id })
    assert.equal((await webhookOf(id))?.state, 'enviado')
    assert.deepEqual(
      new Set(received.map(({ body }) => (JSON.parse(body) as { id: string }).id)),
      new Set([`notice-${id}`]),
    )
  })

  it('a receiver that is away for a day is given up', async () => {
    answer = { status: 503 }
    const id = await darken()
    await run('process.deliver', { notification_id: id })
    const delivery = await webhookOf(id)
    await server.db.owner.query(
      `update notice_delivery set created_at = created_at - interval '25 hours' where id = $1`,
      [delivery?.id],
    )
    await run('process.webhook', { delivery_id: delivery?.id })
    assert.equal((await webhookOf(id))?.state, 'fallido')
  })

  it('S41 no redirection is followed', async () => {
    answer = { status: 302, location: url.replace('/avisos', '/otro') }
    const id = await darken()
    await run('process.deliver', { notification_id: id })
    await run('process.webhook', { delivery_id: (await webhookOf(id))?.id })
    assert.deepEqual(
      received.map(({ path }) => path),
      ['/avisos'],
    )
    assert.equal((await webhookOf(id))?.error, 'HTTP_302')
  })

  it('S41 nothing is sent into the internal network, even to an address accepted before', async () => {
    const config = { ...server.config, webhookNetworks: [] }
    for (const bad of [
      url,
      url.replace('127.0.0.1', 'localhost'),
      'https://169.254.169.254/x',
      'https://[::ffff:10.0.0.1]/',
    ]) {
      owner = await makeOwner(bad)
      caseId = await makeCase(server.db, { owner, worker })
      const id = await darken()
      await run('process.deliver', { notification_id: id })
      await run('process.webhook', { delivery_id: (await webhookOf(id))?.id }, config)
      assert.deepEqual([(await webhookOf(id))?.state, (await webhookOf(id))?.error], ['fallido', 'TARGET_REFUSED'], bad)
    }
    assert.deepEqual(received, [])
  })

  it('S2 the list shows each operator its own channels', async () => {
    const id = await darken()
    await run('process.deliver', { notification_id: id })
    const seen = async (vno: Vno) => {
      const session = await makeSession(server.db, await makeAdmin(server.db, { vno }))
      const { body } = await server.call('admin_vno/events/cev/get', { id: caseId }, { session })
      return (body as { records: { notified: unknown[] }[] }).records[0]?.notified.length
    }
    assert.deepEqual([await seen(owner), await seen(worker)], [1, 0])
  })
})
