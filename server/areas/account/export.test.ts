/** Personal data: exported in full, and deleted after their retention time. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Path } from '@hilo/contract/index.ts'
import { publishAgreement } from '../../auth/agreement.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { maintain } from '../../jobs/maintain.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { insert, makeAdmin, makeSession, makeTechnician, makeVno, unique } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeEvent } from '../../test/plant-factories.ts'

const server = closedAfter(await startTestServer())

const { rows } = server

async function exported(session: { cookie: string }) {
  const answer = await server.done('account/export', {}, session)
  return { data: answer.record, text: JSON.stringify(answer) }
}

/** A technician with data in every part. */
async function makeKnown(mark: string) {
  const { db } = server
  const vno = await makeVno(db)
  const email = `${mark}@prueba.test`
  const passwordHash = await hashPassword(mark)
  const technician = await makeTechnician(db, { vno, name: `Eva ${mark}`, email, passwordHash })
  const session = await makeSession(db, technician, { user_agent: `agente-${mark}` })
  const user = technician.user_id
  const call = (path: Path, query: object) => server.done(path, query, session)

  const client = await db.owner.connect()
  await publishAgreement(client, { kind: 'privacy', title: 'Privacidad', html: '<p>Se lee.</p>', mandatory: true })
  client.release()
  const newest = `select id, version from agreement where kind = 'privacy' order by version desc limit 1`
  const [agreement = {}] = await rows(newest)
  await call('account/agreements/accept', agreement)
  await call('client_contact/send_request', { subject: 'Una duda', message: `Pregunta ${mark}`, category: 'duda' })
  await call('admin_vno/devices/register', { install_id: `aparato-${mark}` })
  const config = { columns: [], views: [{ name: `vista-${mark}`, search: '' }] }
  await call('admin_vno/uiconfig/save', { list: 'admin_vno/ports/get', config })
  await rows(
    `insert into user_identity (user_id, iss, sub) values ($1, 'https://otro.test', $2)`,
    user,
    `sujeto-${mark}`,
  )
  const event = await makeEvent(db, { technician, position_start: { lat: 1, lon: 2, mark: `lugar-${mark}` } })
  const note = { vno_id: vno.id, event_id: event.id, text: `nota-${mark}`, created_by: { id: user, name: 'x' } }
  await insert(db, 'note', note)
  const notice = { vno_id: vno.id, technical_id: technician.id, kind: 'technical_gone', at: new Date() }
  await insert(db, 'notification', notice)
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
  for (const [name, word] of Object.entries(parts)) {
    const part = JSON.stringify(data[name as keyof typeof data])
    assert.ok(part.includes(word), `${name} has ${word}: ${part}`)
  }
  assert.ok(!text.includes(other), 'nothing of another person')
  assert.ok(!text.includes(`cuerpo-password_reset`), 'no message that carries a code')
  const secrets = await rows(
    `select u.password_hash as a, encode(s.token_hash, 'hex') as b
     from app_user u join session s on s.user_id = u.id where u.id = $1`,
    known.user,
  )
  for (const secret of secrets.flatMap((row) => Object.values(row))) assert.ok(!text.includes(String(secret)))
})

it('S55 an accepted agreement is stored with its version, time and address', async () => {
  const mark = `canario${unique().toLowerCase()}`
  const { session, agreement } = await makeKnown(mark)
  const { agreements } = (await exported(session)).data
  const accepted = agreements.find(({ kind, version }) => kind === 'privacy' && version === agreement['version'])
  assert.match(String(accepted?.accepted_at), /^\d{4}-\d\d-\d\dT.*Z$/)
  assert.equal(accepted?.address, '127.0.0.1')
})

it('S55 an account awaiting approval gets its data too; no one without a session, nor an API key', async () => {
  const waiting = await makeSession(server.db, await makeAdmin(server.db, { status: 2 }))
  assert.notEqual((await exported(waiting)).data.person.name, '')
  assert.equal((await server.call('account/export')).status, 401)
})

it('S55 expired rows are deleted: sessions, stored answers, sign-ins, messages', async () => {
  const user = (await makeAdmin(server.db)).user_id
  const old = (days: number) => new Date(Date.now() - days * 86_400_000)
  const session = await makeSession(server.db, await makeAdmin(server.db))
  await rows(`update session set expires_at = $2, last_seen_at = $2 where id = $1`, session.id, old(31))
  const mail = (days: number, kind = 'welcome') =>
    insert(server.db, 'mail', { recipient: `${unique()}@x.test`, kind, subject: 's', body: 'b', created_at: old(days) })
  const [gone, kept, invitation] = [await mail(91), await mail(89), await mail(8, 'invitation')]
  await rows(
    `insert into idempotency (principal, client_request_id, call, content_hash, created_at)
     select 'user:' || $1::text, gen_random_uuid(), 'x', '', at from unnest($2::timestamptz[]) at`,
    user,
    [old(31), old(29)],
  )
  await maintain(server.db.owner, server.store)
  assert.deepEqual(await rows('select id from session where id = $1', session.id), [])
  const mails = await rows('select id, body from mail where id = any($1) order by id', [gone, kept, invitation])
  assert.deepEqual(mails, [{ id: kept, body: 'b' }, { id: invitation, body: null }]) // prettier-ignore
  assert.equal((await rows(`select from idempotency where principal = 'user:' || $1::text`, user)).length, 1)
})
