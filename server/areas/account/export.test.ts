/** Personal data: exported in full, and deleted after their retention time. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { publishAgreement } from '../../auth/agreement.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { maintain } from '../../jobs/maintain.ts'
import { insert, makeAdmin, makeSession, makeTechnician, makeVno, unique } from '../../test/factories.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { makeEvent } from '../../test/plant-factories.ts'

let server: TestServer
before(async () => void (server = await startTestServer()))
after(() => server.close())

type Data = Record<string, Record<string, unknown>[]> & { person: Record<string, unknown> }
const rows = async (text: string, values: unknown[] = []) =>
  (await server.db.owner.query<Record<string, unknown>>(text, values)).rows

async function exported(session: { cookie: string }): Promise<{ data: Data; text: string }> {
  const answer = await server.call('account/export', {}, { session })
  assert.equal(answer.status, 200, answer.text)
  return { data: (answer.body as { record: Data }).record, text: answer.text }
}

/** A technician with data in every part. */
async function makeKnown(mark: string) {
  const { db } = server
  const vno = await makeVno(db)
  const email = `${mark}@prueba.test`
  const technician = await makeTechnician(db, {
    vno,
    name: `Eva ${mark}`,
    email,
    passwordHash: await hashPassword(mark),
  })
  const session = await makeSession(db, technician, { user_agent: `agente-${mark}` })
  const user = technician.user_id
  const call = async (path: Parameters<TestServer['call']>[0], query: object) => {
    const answer = await server.call(path, query, { session })
    assert.equal(answer.status, 200, `${path} ${answer.text}`)
  }
  const client = await db.owner.connect()
  await publishAgreement(client, { kind: 'privacy', title: 'Privacidad', html: '<p>Se lee.</p>', mandatory: true })
  client.release()
  const [agreement] = await rows(
    `select id, version from agreement where kind = 'privacy' order by version desc limit 1`,
  )
  await call('account/agreements/accept', { id: agreement?.['id'], version: agreement?.['version'] })
  await call('client_contact/send_request', { subject: 'Una duda', message: `Pregunta ${mark}`, category: 'duda' })
  await call('admin_vno/devices/register', { install_id: `aparato-${mark}` })
  await call('admin_vno/uiconfig/save', {
    list: 'admin_vno/ports/get',
    config: { columns: [], views: [{ name: `vista-${mark}`, search: '' }] },
  })
  await rows('insert into user_identity (user_id, iss, sub) values ($1, $2, $3)', [
    user,
    'https://otro.test',
    `sujeto-${mark}`,
  ])
  const event = await makeEvent(db, { technician, position_start: { lat: 1, lon: 2, mark: `lugar-${mark}` } })
  const note = { vno_id: vno.id, event_id: event.id, text: `nota-${mark}`, created_by: { id: user, name: 'x' } }
  await insert(db, 'note', note)
  await insert(db, 'notification', {
    vno_id: vno.id,
    technical_id: technician.id,
    kind: 'technical_gone',
    at: new Date(),
  })
  for (const kind of ['welcome', 'password_reset'])
    await insert(db, 'mail', { recipient: email, kind, subject: `asunto-${mark}`, body: `cuerpo-${kind}-${mark}` })
  return { vno, user, session, agreement }
}

it('S55 a person gets all own data, no secret and no data of others', async () => {
  const [mark, other] = [`canario${unique().toLowerCase()}`, `ajeno${unique().toLowerCase()}`]
  const known = await makeKnown(mark)
  await makeKnown(other)
  await server.call('account/agreements/accept', { id: 1, version: 1 }, { session: known.session })
  const { data, text } = await exported(known.session)
  const parts = {
    person: `Eva ${mark}`,
    accounts: '"te"',
    identities: `sujeto-${mark}`,
    sessions: `agente-${mark}`,
    devices: `aparato-${mark}`,
    agreements: '"privacy"',
    lists: `vista-${mark}`,
    contact_requests: `Pregunta ${mark}`,
    messages: `cuerpo-welcome-${mark}`,
    notices: 'technical_gone',
    interventions: `lugar-${mark}`,
    notes: `nota-${mark}`,
    activity: 'admin_vno/uiconfig/save',
  }
  for (const [name, word] of Object.entries(parts))
    assert.ok(JSON.stringify(data[name]).includes(word), `${name} has ${word}: ${JSON.stringify(data[name])}`)
  assert.ok(!text.includes(other), 'nothing of another person')
  assert.ok(!text.includes(`cuerpo-password_reset`), 'no message that carries a code')
  const secrets = await rows(
    `select u.password_hash as a, encode(s.token_hash, 'hex') as b from app_user u join session s on s.user_id = u.id where u.id = $1`,
    [known.user],
  )
  for (const secret of secrets.flatMap((row) => Object.values(row))) assert.ok(!text.includes(String(secret)))
})

it('S55 an accepted agreement is stored with its version, time and address', async () => {
  const mark = `canario${unique().toLowerCase()}`
  const { session, agreement } = await makeKnown(mark)
  const { data } = await exported(session)
  const accepted = data['agreements']?.find(
    ({ kind, version }) => kind === 'privacy' && version === agreement?.['version'],
  )
  assert.match(String(accepted?.['accepted_at']), /^\d{4}-\d\d-\d\dT.*Z$/)
  assert.equal(accepted?.['address'], '127.0.0.1')
})

it('S55 an account awaiting approval gets its data too; no one without a session, nor an API key', async () => {
  const vno = await makeVno(server.db)
  const waiting = await makeSession(server.db, await makeAdmin(server.db, { vno, status: 2 }))
  assert.equal((await exported(waiting)).data.person['name'] !== '', true)
  assert.equal((await server.call('account/export')).status, 401)
})

it('S55 expired rows are deleted: sessions, stored answers, sign-ins, messages', async () => {
  const user = (await makeAdmin(server.db, { vno: await makeVno(server.db) })).user_id
  const old = (days: number) => new Date(Date.now() - days * 86_400_000)
  const session = await makeSession(server.db, await makeAdmin(server.db, { vno: await makeVno(server.db) }))
  await rows(`update session set expires_at = $2, last_seen_at = $2 where id = $1`, [session.id, old(31)])
  const mail = (days: number, kind = 'welcome') =>
    insert(server.db, 'mail', { recipient: `${unique()}@x.test`, kind, subject: 's', body: 'b', created_at: old(days) })
  const [gone, kept, invitation] = [await mail(91), await mail(89), await mail(8, 'invitation')]
  await rows(
    `insert into idempotency (principal, client_request_id, call, content_hash, created_at)
     select 'user:' || $1::text, gen_random_uuid(), 'x', '', at from unnest($2::timestamptz[]) at`,
    [user, [old(31), old(29)]],
  )
  await maintain(server.db.owner, server.store)
  assert.deepEqual(await rows('select id from session where id = $1', [session.id]), [])
  assert.deepEqual(await rows('select id, body from mail where id = any($1) order by id', [[gone, kept, invitation]]), [
    { id: kept, body: 'b' },
    { id: invitation, body: null },
  ])
  assert.equal((await rows(`select 1 as n from idempotency where principal = 'user:' || $1::text`, [user])).length, 1)
})
