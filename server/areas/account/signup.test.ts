/** First entry, by invitation or by the code that the installation printed. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { UserInfo } from '@hilo/contract/account/account.ts'
import { firstCode, makeEntryCode } from '../../auth/entry-code.ts'
import { insert, makeAdmin, makeVno, unique, type Vno } from '../../test/factories.ts'
import { startTestServer, type Answer, type TestServer } from '../../test/harness.ts'
import { awayFromEnd, quarter } from '../../test/poll.ts'

const pwd = 'una clave bien larga y rara'
let server: TestServer
let vno: Vno
before(async () => {
  server = await startTestServer()
  vno = await makeVno(server.db)
})
after(() => server.close())

const code = ({ body }: Answer) => (body as { error?: string }).error
const fields = ({ body }: Answer) =>
  (body as { details: { field: string; code: string }[] }).details.map((one) => `${one.field} ${one.code}`)
const address = () => `${unique().toLowerCase()}@prueba.test`
const signup = (query: object, headers: Record<string, string> = {}) =>
  server.call(
    'account/signup',
    { name: 'Ana Ruiz', pwd, ...query },
    { headers: { 'x-forwarded-for': '1.2.3.4', ...headers } },
  )
const cookieOf = ({ headers }: Answer) => ({ cookie: String(headers['set-cookie']).split(';')[0] ?? '' })
const rows = async (text: string, values: unknown[]) =>
  (await server.db.owner.query<Record<string, unknown>>(text, values)).rows

async function roleId(key: string): Promise<unknown> {
  return (await rows('select id from role where system and key = $1', [key]))[0]?.['id']
}

async function invite(over: Record<string, unknown> = {}) {
  const token = randomBytes(32).toString('base64url')
  const email = address()
  const kind = over['kind'] ?? 'admin'
  const id = await insert(server.db, 'invitation', {
    vno_id: vno.id,
    token_hash: createHash('sha256').update(token).digest(),
    kind,
    email,
    role_id: await roleId(kind === 'technician' ? 'technician' : 'vno'),
    expires_at: new Date(Date.now() + 86_400_000),
    last_sent_at: new Date(),
    ...over,
  })
  return { id, token, email: (over['email'] as string | undefined) ?? email }
}

describe('by invitation', () => {
  it('an administrator is signed in at once, with the rights of the invited role', async () => {
    const { id, token, email } = await invite()
    const answer = await signup({
      email: email.toUpperCase(),
      invitation_token: token,
      tax_id: '12345678z',
      phone: '+34600112233',
    })
    assert.equal(answer.status, 200, answer.text)
    const { user, vno_admin_account: account, app_token } = answer.body as UserInfo
    assert.deepEqual(
      [user.email, user.tax_id, user.phone, account?.vno.id, account?.status],
      [email, '12345678Z', '+34600112233', vno.id, 4],
    )
    assert.equal(app_token, undefined)
    const known = await server.call('account/check_login', {}, { session: cookieOf(answer) })
    assert.equal((known.body as UserInfo).user.id, user.id)
    assert.equal((await server.call('admin_vno/ports/get', {}, { session: cookieOf(answer) })).status, 200)
    const [used] = await rows('select state, used_by from invitation where id = $1', [id])
    assert.deepEqual(used, { state: 3, used_by: user.id })
    const traces = await rows('select call, entity, vno_id from audit where actor_id = $1 order by id', [user.id])
    assert.deepEqual(traces, [
      { call: 'account/signup', entity: 'vno_admin_account', vno_id: vno.id },
      { call: 'account/signup', entity: 'session', vno_id: vno.id },
    ])
  })

  it('technician and neutral accounts become what the invitation says, whatever the input says', async () => {
    const technician = await invite({ kind: 'technician' })
    const asTechnician = await signup({
      email: technician.email,
      invitation_token: technician.token,
      account_type: 'va',
    })
    assert.equal((asTechnician.body as UserInfo).technical_account?.status, 4, asTechnician.text)
    const neutral = await invite({ vno_id: null, role_id: await roleId('admin') })
    const asNeutral = await signup({ email: neutral.email, invitation_token: neutral.token, account_type: 'te' })
    assert.equal((asNeutral.body as UserInfo).admin_account?.status, 4, asNeutral.text)
  })

  it('the application gets its token and no cookie', async () => {
    const { token, email } = await invite()
    const answer = await signup({ email, invitation_token: token }, { apiaf: 'android/1.0.19/install-9' })
    const { app_token } = answer.body as UserInfo
    assert.equal(answer.headers['set-cookie'], undefined)
    const bearer = app_token?.oauth_token.token ?? ''
    assert.equal((await server.call('admin_vno/ports/get', {}, { bearer })).status, 200)
  })

  it('an account that was prepared with it becomes its person’s', async () => {
    const prepared = await makeAdmin(server.db, { vno, status: 1 })
    await server.db.owner.query('update app_user set email = null where id = $1', [prepared.user_id])
    const { token, email } = await invite({ account_id: prepared.id })
    const answer = await signup({ email, invitation_token: token })
    const { user, vno_admin_account: account } = answer.body as UserInfo
    assert.deepEqual([answer.status, user.id, account?.id, account?.status], [200, prepared.user_id, prepared.id, 4])
  })

  it('of ten concurrent uses of one, one succeeds', async () => {
    const { token, email } = await invite()
    const answers = await Promise.all(Array.from({ length: 5 }, () => signup({ email, invitation_token: token })))
    assert.deepEqual(answers.map((one) => one.status).sort(), [200, 409, 409, 409, 409])
    assert.deepEqual(new Set(answers.filter((one) => one.status === 409).map(code)), new Set(['INVITATION_USED']))
    assert.equal((await rows('select 1 from app_user where email = $1', [email])).length, 1)
  })

  it('an expired, withdrawn or invented one is refused alike, and one for another address says so', async () => {
    const old = await invite({ expires_at: new Date(Date.now() - 1000) })
    const withdrawn = await invite({ state: 2 })
    for (const [email, token] of [
      [old.email, old.token],
      [withdrawn.email, withdrawn.token],
      [address(), 'x'.repeat(43)],
    ]) {
      const answer = await signup({ email, invitation_token: token })
      assert.deepEqual([answer.status, code(answer)], [409, 'INVITATION_EXPIRED'])
    }
    const { token } = await invite()
    const other = await signup({ email: address(), invitation_token: token })
    assert.deepEqual([other.status, fields(other)], [422, ['email value']])
  })

  it('an address with an account is reported to the invited person, and the invitation stays', async () => {
    const { email: taken } = await makeAdmin(server.db)
    const { id, token } = await invite({ email: taken })
    const answer = await signup({ email: taken, invitation_token: token })
    assert.deepEqual([answer.status, code(answer)], [409, 'ALREADY_EXISTS'])
    assert.equal((await rows('select state from invitation where id = $1', [id]))[0]?.['state'], 1)
  })
})

describe('input errors', () => {
  it('S19 a short or common password, or the own name, is refused before anything is stored', async () => {
    const { token, email } = await invite()
    const bad: [string, string][] = [
      ['corta', 'short'],
      ['contraseña1234', 'common'],
      ['x1'.repeat(80), 'long'],
    ]
    for (const [pwd, why] of bad) {
      const answer = await signup({ email, invitation_token: token, pwd })
      assert.deepEqual([answer.status, fields(answer)], [422, [`pwd ${why}`]])
    }
    assert.equal((await signup({ email, invitation_token: token })).status, 200)
  })

  it('each field is judged', async () => {
    const bad = { email: 'no es', tax_id: '12345678A', phone: '600', invitation_token: 'x'.repeat(43) }
    assert.deepEqual(fields(await signup(bad)).sort(), ['email format', 'phone format', 'tax_id value'])
  })

  it('S21 after ten for one address from one place it is throttled there, and others sign up', async () => {
    const email = address()
    const ask = (place: string, more: object = {}) =>
      signup({ email, vno_code: 'NADIE', ...more }, { 'x-forwarded-for': place })
    await awayFromEnd(quarter, [120, 20])
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask('1.2.3.4')))
    const limited = answers.filter((one) => one.status === 429)
    assert.equal(limited.length, 1)
    const wait = Number(limited[0]?.headers['retry-after'])
    assert.ok(wait > 0 && wait <= 120, String(wait))
    assert.equal((await signup({ email: address(), vno_code: vno.external_id })).status, 200)
  })
})

describe('the first administrator', () => {
  it('comes in by the code that the start printed; then it prints none', async () => {
    const other = await startTestServer()
    try {
      const printed = (await firstCode(other.db.owner)) ?? ''
      const again = (await firstCode(other.db.owner)) ?? ''
      const read = (token: string) => other.call('account/invitation/get', { invitation_token: token })
      const come = (token: string, email = address()) =>
        other.call('account/signup', { name: 'Elena Sanz', email, pwd, invitation_token: token })
      assert.equal(code(await come(printed)), 'INVITATION_EXPIRED', 'each start prints another')
      const { record } = (await read(again)).body as { record: { purpose: string; role: string } }
      assert.deepEqual([record.purpose, record.role], ['first', 'Administrador'])
      const answer = await come(again.toLowerCase().replaceAll('-', ' '))
      assert.equal((answer.body as UserInfo).admin_account?.status, 4, answer.text)
      assert.equal(code(await come(again)), 'INVITATION_USED')
      const late = await makeEntryCode(other.db.owner, 'first')
      for (const token of [again, late]) assert.equal(code(await read(token)), 'INVITATION_USED')
      assert.equal(await firstCode(other.db.owner), null)
      const more = await makeEntryCode(other.db.owner, 'admin')
      assert.equal((await come(more)).status, 200)
      const stored = await other.db.owner.query('select 1 from entry_code where entry_code::text like $1', [
        `%${more}%`,
      ])
      assert.equal(stored.rowCount, 0)
    } finally {
      await other.close()
    }
  })

  it('a code that links an identity opens nothing here', async () => {
    const person = await makeAdmin(server.db)
    const link = await makeEntryCode(server.db.owner, 'link', person.user_id)
    assert.equal(code(await signup({ email: address(), invitation_token: link })), 'INVITATION_EXPIRED')
  })
})
