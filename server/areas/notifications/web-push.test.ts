/** Notices to browsers: encrypted for the one browser, signed by this server, each device for itself, and never inside the own network. */
import assert from 'node:assert/strict'
import { after, beforeEach, describe, it } from 'node:test'
import { ensureWebPushKeys } from '../../db/web-push-keys.ts'
import type { Notice } from '../../process/notices/notify.ts'
import { columnOf, columnsOf, detailsOf } from '../../test/answers.ts'
import { insert, makeAdmin, makeSession, makeTechnician, makeVno } from '../../test/factories.ts'
import type { Account, TestSession, Vno } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { runTask, writtenNotice } from '../../test/run-task.ts'
import { makeCase, makeEvent } from '../../test/plant-factories.ts'
import { startPushService } from '../../test/push-service.ts'

describe('notices to browsers', async () => {
  let vno: Vno
  let technician: Account
  let session: TestSession
  const push = await startPushService()
  const server = await startTestServer({ WEBHOOK_NETWORKS: '127.0.0.0/8', VAPID_SUBJECT: 'mailto:avisos@hilo.test' })
  after(async () => {
    await server.close()
    await push.close()
  })
  beforeEach(async () => {
    push.received = []
    push.asked = []
    push.answer = () => ({ status: 201 })
    vno = await makeVno(server.db)
    technician = await makeTechnician(server.db, { vno })
    session = await makeSession(server.db, technician)
  })

  const register = (query: object, as = session) => server.call('admin_vno/devices/register', query, { session: as })
  /** Registers a browser under its name; returns its device. */
  const install = async (name: string, as = session) => {
    const query = { install_id: name, platform: 'web', push_token: push.subscribe(name) }
    return (await server.done('admin_vno/devices/register', query, as)).record
  }
  const devices = async () => {
    const { records } = await server.done('admin_vno/devices/get', {}, session)
    const subscribed = records.filter((one) => one.push)
    return columnOf(subscribed, 'install_id').toSorted()
  }
  const outgoing = async (id: number) => {
    const text = 'select id, state, error from notice_delivery where notification_id = $1 order by recipient::int'
    return (await server.db.owner.query<{ id: number; state: string; error: string | null }>(text, [id])).rows
  }
  const send = async (id: number, config = server.config) => {
    await runTask(server, 'process.deliver', { notification_id: id }, config)
    for (const one of await outgoing(id)) await runTask(server, 'process.webhook', { delivery_id: one.id }, config)
    return columnsOf(await outgoing(id), 'state', 'error')
  }
  const notice = async (kind: string, over: Partial<Notice> = {}) => {
    const about = { vnoId: vno.id, technicalId: technician.id, eventId: null, caseId: null }
    const payload = { cto_code: 'VAL01-1', port: 7, event_code: 'INT-1', event_id: 5 }
    return await writtenNotice(server, { ...about, kind, payload, ...over })
  }
  const headersOf = (index = 0) => {
    const { ttl, urgency, topic } = push.received[index]?.headers ?? {}
    return { ttl: Number(ttl), urgency, topic }
  }

  it('an alarm reaches the browser alone that subscribed, signed with the key that the application reads, without a gateway', async () => {
    await install('movil-1')
    const id = await notice('neighbour_out')
    assert.deepEqual(await send(id), [['enviado', null]])
    const [message] = push.received
    assert.deepEqual(message?.payload, {
      id: `notice-${id}`,
      kind: 'neighbour_out',
      title: 'Un vecino se ha quedado sin luz',
      body: 'Caja VAL01-1, puerto 7: mira su fibra antes de seguir. INT-1',
      link: '/tecnico/intervencion/5',
    })
    const { web_push_key } = await server.done('admin_vno/notifications/preferences/get', {}, session)
    assert.equal(web_push_key, message?.key)
    assert.deepEqual([message?.claims.aud, message?.claims.sub], [push.origin, 'mailto:avisos@hilo.test'])
    const hours = ((message?.claims.exp ?? 0) - Date.now() / 1000) / 3600
    assert.ok(hours > 0 && hours <= 24, `valid for ${hours} h`)
    assert.equal(message?.headers['content-encoding'], 'aes128gcm')
    const { ttl, urgency, topic } = headersOf()
    assert.ok(ttl > 3500 && ttl <= 3600, String(ttl))
    assert.deepEqual([urgency, topic], ['high', undefined])
    await send(id)
    assert.equal(push.asked.length, 1, 'sent once')
  })

  it('other notices wait a day, and a newer one about the same work replaces an older one; alarms are replaced by their own case only', async () => {
    await install('movil-2')
    const event = await makeEvent(server.db, { technician })
    const caseId = await makeCase(server.db, { owner: vno, worker: vno })
    const of = { eventId: event.id }
    await send(await notice('event_cancelled', of))
    await send(await notice('event_refused', of))
    await send(await notice('neighbour_out', { ...of, caseId }))
    await send(await notice('neighbour_out', of))
    const sent = push.received.map((_, index) => headersOf(index))
    assert.deepEqual(columnsOf(sent, 'topic', 'urgency'), [
      [`event-${event.id}`, 'normal'],
      [`event-${event.id}`, 'normal'],
      [`case-${caseId}`, 'high'],
      [undefined, 'high'],
    ])
    const [{ ttl } = { ttl: 0 }] = sent
    assert.ok(ttl > 86_000 && ttl <= 86_400, String(ttl))
  })

  it('an alarm older than an hour is not sent', async () => {
    await install('movil-3')
    const id = await notice('neighbour_out')
    await runTask(server, 'process.deliver', { notification_id: id })
    await server.db.owner.query(`update notice_delivery set created_at = created_at - interval '61 minutes'`)
    assert.deepEqual(await send(id), [['fallido', 'TOO_LATE']])
    assert.deepEqual(push.asked, [])
  })

  it('a subscription that its service no longer knows is forgotten, and the others stay', async () => {
    for (const status of [404, 410]) {
      await install(`vive-${status}`)
      await install(`muere-${status}`)
      push.answer = (to) => ({ status: to.startsWith('muere') ? status : 201 })
      const states = (await send(await notice('event_refused'))).map(([state, error]) => error ?? state)
      assert.ok(states.includes(`HTTP_${status}`), states.join())
    }
    assert.deepEqual(await devices(), ['vive-404', 'vive-410'])
  })

  it('a device whose service is away is tried again alone: the others get the notice once', async () => {
    await install('llega')
    await install('espera')
    push.answer = (to) => ({ status: to === 'espera' ? 503 : 201 })
    const id = await notice('event_cancelled')
    assert.deepEqual((await send(id)).map(([state]) => state).toSorted(), ['enviado', 'pendiente'])
    push.answer = () => ({ status: 429 })
    assert.deepEqual((await send(id)).map(([, error]) => error).toSorted(), ['HTTP_429', null])
    push.answer = () => ({ status: 201 })
    await send(id)
    assert.deepEqual(push.asked.toSorted(), ['espera', 'espera', 'espera', 'llega'])
    assert.deepEqual(columnOf(push.received, 'to'), ['llega', 'espera'])
    assert.deepEqual(await devices(), ['espera', 'llega'])
  })

  it('no redirection is followed', async () => {
    await install('desvio')
    push.subscribe('otro')
    push.answer = (to) => (to === 'desvio' ? { status: 307, location: `${push.origin}/push/otro` } : { status: 201 })
    assert.deepEqual(await send(await notice('event_refused')), [['pendiente', 'HTTP_307']])
    assert.deepEqual(push.asked, ['desvio'])
  })

  it('a subscription into the own network is refused when it is registered, and again when it is used', async () => {
    await install('dentro')
    const closed = { ...server.config, webhookNetworks: [] }
    assert.deepEqual(await send(await notice('event_refused'), closed), [['fallido', 'TARGET_REFUSED']])
    assert.deepEqual(push.asked, [])
    const given = JSON.parse(push.subscribe('x')) as object
    const names = ['10.0.0.1/x', '169.254.169.254/x', '[::ffff:10.0.0.1]/', 'intranet/x', 'yo:clave@push.example.org/x']
    for (const endpoint of [...names.map((name) => `https://${name}`), 'http://push.example.org/x']) {
      const answer = await register({ install_id: 'dentro', push_token: JSON.stringify({ ...given, endpoint }) })
      assert.deepEqual([answer.status, detailsOf(answer)[0]?.field], [422, 'push_token'], endpoint)
    }
    assert.deepEqual(await devices(), ['dentro'])
  })

  it('a subscription that nothing can be encrypted for is refused with what to do, and the earlier one stays', async () => {
    await install('buena')
    type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }
    const { endpoint, keys } = JSON.parse(push.subscribe('mala')) as Subscription
    const { p256dh, auth } = keys
    // Of the right length, but no point of the curve.
    const noPoint = Buffer.alloc(65, 4).toString('base64url')
    const badKeys = [p256dh.slice(2), auth, noPoint, '+'.repeat(87)].map((one) => ({ p256dh: one, auth }))
    const withKeys = [{}, { p256dh, auth: auth.slice(2) }, ...badKeys].map((one) => ({ endpoint, keys: one }))
    const places = ['no es una dirección', 7].map((one) => ({ endpoint: one, keys }))
    const wrong = [{}, { endpoint }, ...withKeys, ...places].map((one) => JSON.stringify(one))
    for (const push_token of [...wrong, '{', '{"endpoint":']) {
      const answer = await register({ install_id: 'buena', push_token })
      assert.deepEqual([answer.status, detailsOf(answer)[0]?.field], [422, 'push_token'], push_token)
      assert.match(answer.text, /Desactiva los avisos y actívalos otra vez/)
    }
    assert.deepEqual(await devices(), ['buena'])
  })

  it('a browser that changes hands serves its new user alone', async () => {
    const token = push.subscribe('compartido')
    const other = await makeSession(server.db, await makeTechnician(server.db, { vno }))
    await register({ install_id: 'compartido', push_token: token }, other)
    // The same subscription, written otherwise.
    const again = JSON.stringify({ ...(JSON.parse(token) as object), expirationTime: 1 })
    assert.equal((await register({ install_id: 'compartido', push_token: again })).status, 200)
    const text = `select user_id from device where install_id = 'compartido' and push_token is not null`
    const { rows } = await server.db.owner.query(text)
    assert.deepEqual(rows, [{ user_id: technician.user_id }])
  })

  it('signing out forgets the subscription; revoking the device ends the browser’s session too', async () => {
    await install('propio')
    await register({ install_id: 'propio', push_token: null })
    assert.deepEqual(await devices(), [])
    // A page that signs out without a word about its subscription, and another browser of the same person.
    const another = await makeSession(server.db, technician)
    await install('otro', another)
    await install('propio')
    assert.equal((await server.call('account/logout', {}, { session: another })).status, 200)
    assert.deepEqual(await devices(), ['propio'])
    const { id, version } = await install('propio')
    const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
    await server.done('admin_vno/devices/revoke', { id, version }, admin)
    await send(await notice('event_refused'))
    assert.deepEqual(push.asked, [])
    assert.equal((await server.call('admin_vno/devices/get', {}, { session })).status, 401)
  })

  it('a browser’s token that is no subscription, and every one of an application, goes to the gateway as before', async () => {
    const whose = { vno_id: vno.id, user_id: technician.user_id, technical_id: technician.id }
    await insert(server.db, 'device', { ...whose, install_id: 'w', platform: 'web', push_token: 'una-antigua' })
    assert.deepEqual(await send(await notice('event_refused')), [])
    const gateway = { url: `${push.origin}/push/pasarela`, secret: 'secreto-de-pasarela-0123' }
    assert.deepEqual(await send(await notice('event_refused'), { ...server.config, push: gateway }), [
      ['enviado', null],
    ])
    assert.deepEqual(push.asked, ['pasarela'])
  })

  it('the key pair is made once, and only the process reads its private half', async () => {
    const read = async () =>
      (await server.db.owner.query<{ keys: object }>('select web_push_keys() as keys')).rows[0]?.keys
    const first = await read()
    const client = await server.db.owner.connect()
    try {
      await ensureWebPushKeys(client)
    } finally {
      client.release()
    }
    assert.deepEqual(await read(), first)
    const { rows } = await server.db.app.query<{ keys: unknown }>('select web_push_keys() as keys')
    assert.deepEqual(rows, [{ keys: null }])
  })
})
