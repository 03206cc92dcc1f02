/** Signing up by an operator's code: only a person who proves the address gets in. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import type { UserInfo } from '@hilo/contract/account/account.ts'
import { hashPassword, passwordWork } from '../../auth/passwords.ts'
import { sendConfirmation } from '../../auth/signup-request.ts'
import { signInOnWeb, TestBrowser } from '../../auth/test-browser.ts'
import { codeOf, columnOf, faultsOf, refusalOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeVno, unique } from '../../test/factories.ts'
import { startTestServer, type Answer } from '../../test/harness.ts'
import { takeJobs } from '../../test/job-row.ts'

const pwd = 'una clave bien larga y rara'
const server = closedAfter(await startTestServer())
const vno = await makeVno(server.db)

const address = () => `${unique().toLowerCase()}@prueba.test`
const cookieOf = ({ headers }: Answer) => ({
  cookie: [headers['set-cookie'] ?? []]
    .flat()
    .map((one) => String(one).split(';')[0])
    .join('; '),
})
const { rows } = server
const kinds = async (email: string) =>
  columnOf(await rows('select kind from mail where recipient = $1 order by id', email), 'kind')

const ask = (email: string, more: object = {}) =>
  server.call('account/signup', { email, vno_code: vno.external_id, account_type: 'te', ...more })

/** Runs the jobs of requested links and returns the tokens that arrived. */
async function links(email: string): Promise<string[]> {
  for (const job of await takeJobs(server, 'account.signup', email))
    await sendConfirmation(server.db.app, server.config, job)
  const mails = await rows(`select body from mail where recipient = $1 and kind = 'signup_confirm' order by id`, email)
  return mails.map(({ body }) => /\/signup\?token=([\w-]{43})\s/.exec(String(body))?.[1] ?? '')
}

async function link(email: string, more: object = {}): Promise<string> {
  await server.done('account/signup', { email, vno_code: vno.external_id, account_type: 'te', ...more })
  return (await links(email)).at(-1) ?? ''
}

const confirm = (email: string, token: string, more: object = {}) =>
  server.call('account/signup', { name: 'Ana Ruiz', email, pwd, invitation_token: token, ...more })
const confirmed = (email: string, token: string) =>
  server.done('account/signup', { name: 'Ana Ruiz', email, pwd, invitation_token: token })
const owners = async (email: string) => columnOf(await rows('select id from app_user where email = $1', email), 'id')
const look = (token: string) => server.call('account/invitation/get', { invitation_token: token })

describe('an unproved address', () => {
  it('makes no person, no account, no session and no notice, and one message: the link', async () => {
    const email = address()
    const newest = 'select (select max(id) from app_user) as u, (select max(id) from notification) as n'
    const before = await rows(newest)
    const answer = await ask(email, { name: 'Visita https://evil.test', pwd })
    assert.equal((answer.body as UserInfo).user.id, 0)
    assert.equal(answer.headers['set-cookie'], undefined)
    assert.equal((await links(email)).length, 1)
    assert.deepEqual(await rows(newest), before)
    const kept = await rows('select r::text as row from signup_request r where email = $1', email)
    assert.equal(kept.length, 1)
    assert.doesNotMatch(String(kept[0]?.['row']), /scrypt|evil|Visita/)
    const sent = await rows('select kind, body from mail where recipient = $1', email)
    assert.deepEqual(columnOf(sent, 'kind'), ['signup_confirm'])
    assert.doesNotMatch(String(sent[0]?.['body']), /evil|Visita/)
  })

  it('cannot be approved: it is in no list', async () => {
    const email = address()
    await link(email)
    for (const table of ['vno_admin_account', 'technical_account', 'admin_account'])
      assert.deepEqual(await rows(`select id from ${table} where email = $1`, email), [])
  })

  it('S22 is answered alike, with the same work, whether it has an account or not', async () => {
    const { email: taken } = await makeAdmin(server.db)
    const fresh = address()
    const answers: [number, string, number][] = []
    for (const email of [taken, fresh]) {
      const work = passwordWork()
      const answer = await ask(email, { pwd, client_request_id: randomUUID() })
      answers.push([answer.status, answer.text, passwordWork() - work])
    }
    assert.deepEqual(answers[0], answers[1])
    assert.deepEqual(await links(taken), [])
    assert.equal((await links(fresh)).length, 1)
    assert.deepEqual([await kinds(fresh), await kinds(taken)], [['signup_confirm'], ['signup_known']])
  })

  it('S22 does not change how long a wrong password for it takes: one comparison, always', async () => {
    const owner = await makeAdmin(server.db, { passwordHash: await hashPassword('la clave de siempre, larga') })
    await link(address())
    await ask(owner.email)
    await links(owner.email)
    for (const email of [owner.email, address()]) {
      const work = passwordWork()
      await assert.rejects(signInOnWeb(new TestBrowser(server), server, email, 'ninguna de las claves'))
      assert.equal(passwordWork() - work, 1, email)
    }
  })
})

describe('the link', () => {
  it('is stored as a hash, and opening it does not use it up', async () => {
    const email = address()
    const token = await link(email)
    for (let n = 0; n < 3; n++) {
      const page = { url: `/signup?token=${token}`, headers: { host: server.config.publicUrl.host } }
      assert.ok([200, 404].includes((await server.app.inject(page)).statusCode))
      const { record } = await server.done('account/invitation/get', { invitation_token: token })
      const { operator, kind, purpose } = record
      assert.deepEqual([record.email, operator, kind, purpose], [email, vno.name, 'technician', 'signup'])
    }
    assert.deepEqual(await rows('select from signup_request r where r::text like $1', `%${token}%`), [])
    await confirmed(email, token)
  })

  it('makes the pending account: own data, agreements and system calls only', async () => {
    const email = address()
    const answer = await confirm(email.toUpperCase(), await link(email, { vno_code: vno.external_id.toLowerCase() }))
    assert.equal(answer.status, 200, answer.text)
    const { user, technical_account: account } = answer.body as UserInfo
    assert.deepEqual([user.email, account?.status, account?.vno.id], [email, 2, vno.id])
    const session = cookieOf(answer)
    for (const path of ['admin_vno/sessions/get', 'admin_vno/ports/get', 'admin_vno/uiconfig/get'] as const) {
      assert.deepEqual(refusalOf(await server.call(path, {}, { session })), [403, 'PRIVILEGE_DENIED'], path)
    }
    await server.done('account/edit', { phone: '+34600112244' }, session)
    await server.done('agreements/get', {}, session)
    const asked = { subject: 'Alta', message: '¿Cuándo me aprobáis?', category: 'duda' }
    await server.done('client_contact/send_request', asked, session)
    const told = await rows(`select from notification where kind = 'account_waiting' and vno_id = $1`, vno.id)
    assert.ok(told.length > 0)
    const again = await signInOnWeb(new TestBrowser(server), server, email, pwd)
    assert.equal((again.body as UserInfo).user.id, user.id)
    assert.deepEqual(await kinds(email), ['signup_confirm', 'signup_waiting'])
  })

  it('makes the address the person’s at once, and approval changes nothing of that', async () => {
    const email = address()
    const { user, technical_account: account } = await confirmed(email, await link(email))
    assert.deepEqual(await owners(email), [user.id])
    await rows('update technical_account set status = 4 where id = $1', account?.id)
    assert.deepEqual(await owners(email), [user.id])
  })

  it('serves once, of five at once too, within a day, and for its own address', async () => {
    const email = address()
    const token = await link(email)
    const other = await confirm(address(), token)
    assert.deepEqual([other.status, faultsOf(other)], [422, ['email value']])
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(email, token)))
    assert.deepEqual(columnOf(answers, 'status').sort(), [200, 409, 409, 409, 409])
    assert.deepEqual(new Set(answers.map(codeOf)), new Set([undefined, 'INVITATION_USED']))
    assert.equal(codeOf(await look(token)), 'INVITATION_USED')
    const late = address()
    const old = await link(late)
    await rows(`update signup_request set expires_at = app_now() - interval '1 second' where email = $1`, late)
    assert.equal(codeOf(await look(old)), 'INVITATION_EXPIRED')
    assert.equal(codeOf(await confirm(late, old)), 'INVITATION_EXPIRED')
  })

  it('of an operator closed meanwhile opens nothing', async () => {
    const closing = await makeVno(server.db)
    const email = address()
    const token = await link(email, { vno_code: closing.external_id })
    await rows('update vno set deleted_at = now() where id = $1', closing.id)
    assert.equal(codeOf(await confirm(email, token)), 'INVITATION_EXPIRED')
  })

  it('the one who proves the address wins over an earlier request', async () => {
    const email = address()
    const strangers = await link(email, { account_type: 'va' })
    const { user } = await confirmed(email, await link(email))
    assert.ok(user.id > 0)
    assert.equal(codeOf(await confirm(email, strangers)), 'ALREADY_EXISTS')
    assert.equal((await owners(email)).length, 1)
  })

  it('requires name and password, and checks them', async () => {
    const email = address()
    const token = await link(email)
    assert.deepEqual(faultsOf(await confirm(email, token, { name: undefined })), ['name required'])
    assert.deepEqual(faultsOf(await confirm(email, token, { pwd: undefined })), ['pwd required'])
    assert.deepEqual(faultsOf(await confirm(email, token, { pwd: 'corta' })), ['pwd short'])
    await confirmed(email, token)
  })
})

describe('asking', () => {
  it('F10 the same request again sends one link, and another one under its name is refused', async () => {
    const email = address()
    const client_request_id = randomUUID()
    const again = () => ask(email, { client_request_id })
    const answers = [...(await Promise.all([again(), again(), again()])), await again()]
    assert.deepEqual(columnOf(answers, 'status'), [200, 200, 200, 200])
    assert.equal((await links(email)).length, 1)
    assert.equal(codeOf(await ask(email, { client_request_id, account_type: 'va' })), 'REQUEST_ID_REUSED')
  })

  it('no one joins the neutral operator by signing up, and an unknown operator is reported', async () => {
    assert.deepEqual(faultsOf(await ask(address(), { account_type: 'ad' })), ['account_type value'])
    const unknown = await ask(address(), { vno_code: 'NADIE' })
    assert.deepEqual(faultsOf(unknown), ['vno_code value'])
    assert.match(unknown.text, /No hay ningún operador con ese código/)
    assert.deepEqual(faultsOf(await ask(address(), { vno_code: undefined })), ['invitation_token required'])
    assert.deepEqual(faultsOf(await ask(address(), { invitation_token: 'x'.repeat(43) })), ['vno_code value'])
  })
})
