/** Versions, features, support messages, and outgoing mail. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { codeOf, columnOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno } from '../../test/factories.ts'
import { makeEvent } from '../../test/plant-factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { publishRelease } from './release.ts'

const server = closedAfter(await startTestServer())
const { db } = server

const rows = async (text: string, values: unknown[] = []) =>
  (await db.owner.query<Record<string, unknown>>(text, values)).rows
const asked = { subject: 'No abre', message: 'La caja no abre desde ayer.', category: 'incidencia' }

it('a version is good until another is newer, and has to go when a mandatory one is, number by number', async () => {
  const is = async (version: string, platform = 'android') =>
    (await server.call('version/is_valid', { platform, version })).body as Record<string, unknown>
  const own = { valid: true, latest: '1.0.19', mandatory: false, store_url: null, notes: null }
  assert.deepEqual(await is('1.0.19'), own)
  await rows(`insert into app_release (platform, version, mandatory, store_url, notes) values
    ('android', '1.0.100', true, 'https://tienda.test/hilo', 'Corrige la cámara.'), ('android', '1.1', false, 'https://tienda.test/hilo', null)`)
  const store_url = 'https://tienda.test/hilo'
  assert.deepEqual(await is('1.0.99'), { valid: false, latest: '1.1', mandatory: true, store_url, notes: null })
  for (const last of ['1.1', '1.1.1', '2']) assert.equal((await is(last))['valid'], true, last)
  for (const old of ['1.0.100', '1.0.101']) {
    const { valid, mandatory } = await is(old)
    assert.deepEqual([valid, mandatory], [false, false], old)
  }
  assert.equal((await is('1.0.19', 'ios'))['valid'], true)
  assert.equal((await is('0.9', 'ios'))['valid'], false)
  for (const bad of ['', 'a', '1.0.19-beta', '1..2', '1.0.0.0.0'])
    assert.equal((await server.call('version/is_valid', { platform: 'web', version: bad })).status, 422, bad)
})

it('a version is published for a platform, and corrected by publishing it again', async () => {
  const notes = 'Cambia el aviso.'
  const told = async () =>
    (await server.call('version/is_valid', { platform: 'ios', version: '1.0.19' })).body as object
  await publishRelease(db.owner, { platform: 'ios', version: '3.1', mandatory: true, notes })
  assert.deepEqual(await told(), { valid: false, latest: '3.1', mandatory: true, store_url: null, notes })
  const storeUrl = 'https://tienda.test/hilo'
  await publishRelease(db.owner, { platform: 'ios', version: '3.1', mandatory: false, storeUrl })
  assert.deepEqual(await told(), { valid: false, latest: '3.1', mandatory: false, store_url: storeUrl, notes: null })
  const good = { platform: 'ios', version: '3.2', mandatory: false }
  for (const bad of [{ platform: 'windows' }, { version: '3.2-beta' }, { storeUrl: 'javascript:alert(1)' }])
    await assert.rejects(publishRelease(db.owner, { ...good, ...bad }), /^Error: «/)
})

it('the features are public', async () => {
  const { records } = await server.done('product/features/get', {})
  assert.deepEqual(columnOf(records, 'key'), ['device_modification', 'massive_neighbour', 'ocr', 'offline_map'])
})

describe('writing to support', () => {
  const send = (session: { cookie: string }, query: object = asked) =>
    server.call('client_contact/send_request', query, { session })

  it('is listed for its author only, newest first', async () => {
    const vno = await makeVno(db)
    const [mine, other] = await Promise.all([0, 1].map(async () => await makeSession(db, await makeAdmin(db, { vno }))))
    assert.ok(mine && other)
    for (const subject of ['Primera', 'Segunda']) assert.equal((await send(mine, { ...asked, subject })).status, 200)
    const read = async (session: { cookie: string }) => (await server.done('client_contact/get', {}, session)).records
    assert.deepEqual(columnOf(await read(mine), 'subject'), ['Segunda', 'Primera'])
    assert.deepEqual(await read(other), [])
  })

  it('reaches the operator’s control room with author and intervention, and is stored', async () => {
    const vno = await makeVno(db, { contact: { noc_email: 'noc@norte.prueba' } })
    const technician = await makeTechnician(db, { vno })
    const session = await makeSession(db, technician)
    const event = await makeEvent(db, { technician })
    const about = { event_id: event.id, diagnostics: 'registro' }
    await server.done('client_contact/send_request', { ...asked, ...about }, session)
    const [mail] = await rows('select subject, body, state from mail where recipient = $1', ['noc@norte.prueba'])
    assert.equal(mail?.['subject'], '[Hilo] Incidencia: No abre')
    for (const word of [technician.name, technician.email, asked.message])
      assert.ok(String(mail?.['body']).includes(word), word)
    const text = 'select subject, diagnostics, event_id from contact_request where user_id = $1'
    const kept = await rows(text, [technician.user_id])
    assert.deepEqual(kept, [{ subject: 'No abre', diagnostics: 'registro', event_id: event.id }])
  })

  it('without a control room reaches the neutral operator; a name is no head of a message', async () => {
    const { email } = await makeOperator(db)
    const session = await makeSession(db, await makeAdmin(db))
    assert.equal((await send(session, { ...asked, subject: 'Hola\r\nBcc: otro@x.test' })).status, 200)
    const [mail] = await rows('select subject from mail where recipient = $1', [email])
    assert.equal(mail?.['subject'], '[Hilo] Incidencia: Hola Bcc: otro@x.test')
  })

  it('appears in a list and in the notices of the operator’s administrator, and of no other operator', async () => {
    const vno = await makeVno(db)
    const technician = await makeTechnician(db, { vno, name: 'Lucía Peña' })
    const session = await makeSession(db, technician)
    assert.equal((await send(session, { ...asked, subject: 'No abre la caja' })).status, 200)
    const admin = await makeSession(db, await makeAdmin(db, { vno }))
    const received = async (who: { cookie: string }) =>
      (await server.done('client_contact/received', {}, who)).records.map((one) => [
        one.id,
        one.subject,
        one.created_by?.name,
      ])
    const [[id, ...message] = []] = await received(admin)
    assert.deepEqual(message, ['No abre la caja', 'Lucía Peña'])
    const [notice] = (await server.done('admin_vno/notifications/get', {}, admin)).records
    assert.deepEqual([notice?.kind, notice?.link], ['support_asked', { entity: 'contact', id }])
    assert.deepEqual(await received(await makeSession(db, await makeAdmin(db))), [])
    assert.equal((await server.call('client_contact/received', {}, { session })).status, 403)
  })

  it('names no intervention that the person may not see', async () => {
    const technician = await makeTechnician(db)
    const event = await makeEvent(db, { technician })
    const vno = { id: technician.vno_id ?? 0, name: '', external_id: '' }
    for (const [privileges, code] of [
      [{ event: { privs: { event_view: true } } }, undefined],
      [{}, 'NOT_FOUND'],
    ] as const) {
      const session = await makeSession(db, await makeAdmin(db, { vno, privileges }))
      assert.equal(codeOf(await send(session, { ...asked, event_id: event.id })), code)
    }
  })

  it('S21 twenty an hour, and no more', async () => {
    const account = await makeAdmin(db)
    const session = await makeSession(db, account)
    await rows(
      `insert into contact_request (vno_id, user_id, subject, message, category)
      select $1, $2, 'uno', 'otro más de tantos', 'duda' from generate_series(1, 20)`,
      [account.vno_id, account.user_id],
    )
    const answer = await send(session)
    assert.deepEqual([answer.status, codeOf(answer)], [429, 'RATE_LIMITED'])
  })
})

describe('messages by mail', () => {
  it('are read by the neutral operator only, newest first, page by page', async () => {
    const neutral = await makeSession(db, await makeOperator(db))
    await rows(
      `insert into mail (recipient, kind, subject, body) select 'ana@prueba.test', 'notice', 'n ' || n, 'texto' from generate_series(1, 5) n`,
    )
    const get = (query: object) => server.done('admin_vno/mail/get', query, neutral)
    const filter = { recipient: 'ana@prueba.test', kind: 'notice', state: 'pendiente' }
    const seen: string[] = []
    for (let cursor: string | null = null, page: Awaited<ReturnType<typeof get>>; ; cursor = page.next_cursor) {
      page = await get({ filter, limit: 2, cursor })
      seen.push(...columnOf(page.records, 'subject'))
      if (page.next_cursor === null) break
    }
    assert.deepEqual(seen, ['n 5', 'n 4', 'n 3', 'n 2', 'n 1'])
    const [first] = (await get({ filter })).records
    assert.equal((await get({ id: first?.id })).records.length, 1)
    const admin = await makeSession(db, await makeAdmin(db, { privileges: { admin: { privs: { admin_view: true } } } }))
    const { records, total } = await server.done('admin_vno/mail/get', { count: true }, admin)
    assert.deepEqual([records, total?.value], [[], 0])
  })

  it('links that open an account are shown in the demonstration only', async () => {
    const production = await startTestServer({ HILO_DEMO: '0' })
    try {
      for (const one of [server, production]) {
        await one.db.owner.query(
          `insert into mail (recipient, kind, subject, body) values ('x@prueba.test', 'password_reset', 'Código', '12345678')`,
        )
        const session = await makeSession(one.db, await makeOperator(one.db))
        const { records } = await one.done('admin_vno/mail/get', { filter: { kind: 'password_reset' } }, session)
        assert.equal(records[0]?.body, one === server ? '12345678' : null)
      }
    } finally {
      await production.close()
    }
  })
})
