/** First entry, by invitation or by the code that the installation printed. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { UserInfo } from '@hilo/contract/account/account.ts'
import { firstCode, makeEntryCode } from '../../auth/entry-code.ts'
import { codeOf, columnOf, faultsOf, refusalOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeVno, unique } from '../../test/factories.ts'
import { startTestServer, type Answer } from '../../test/harness.ts'
import { makeInvited } from '../../test/people-factories.ts'
import { awayFromEnd, quarter } from '../../test/poll.ts'
import { systemRole } from '../../test/rights-factories.ts'

const pwd = 'una clave bien larga y rara'
const server = closedAfter(await startTestServer())
const vno = await makeVno(server.db)

const address = () => `${unique().toLowerCase()}@prueba.test`
const signup = (query: object, more: Record<string, string> = {}) => {
  const headers = { 'x-forwarded-for': '1.2.3.4', ...more }
  return server.call('account/signup', { name: 'Ana Ruiz', pwd, ...query }, { headers })
}
const entered = (query: object) => server.done('account/signup', { name: 'Ana Ruiz', pwd, ...query })
const cookieOf = ({ headers }: Answer) => ({ cookie: String(headers['set-cookie']).split(';')[0] ?? '' })
const { rows } = server
const invite = (over: Record<string, unknown> = {}) => makeInvited(server.db, { vno, ...over })

describe('by invitation', () => {
  it('an administrator is signed in at once, with the rights of the invited role', async () => {
    const { id, token, email } = await invite()
    const own = { email: email.toUpperCase(), tax_id: '12345678z', phone: '+34600112233' }
    const answer = await signup({ ...own, invitation_token: token })
    assert.equal(answer.status, 200, answer.text)
    const { user, vno_admin_account: account, app_token } = answer.body as UserInfo
    assert.deepEqual(
      [user.email, user.tax_id, user.phone, account?.vno.id, account?.status],
      [email, '12345678Z', '+34600112233', vno.id, 4],
    )
    assert.equal(app_token, undefined)
    assert.equal((await server.done('account/check_login', {}, cookieOf(answer))).user.id, user.id)
    await server.done('admin_vno/ports/get', {}, cookieOf(answer))
    const [used] = await rows('select state, used_by from invitation where id = $1', id)
    assert.deepEqual(used, { state: 3, used_by: user.id })
    const traces = await rows('select call, entity, vno_id from audit where actor_id = $1 order by id', user.id)
    assert.deepEqual(traces, [
      { call: 'account/signup', entity: 'vno_admin_account', vno_id: vno.id },
      { call: 'account/signup', entity: 'session', vno_id: vno.id },
    ])
  })

  it('technician and neutral accounts become what the invitation says, whatever the input says', async () => {
    const come = ({ email, token }: { email: string; token: string }, account_type: string) =>
      entered({ email, invitation_token: token, account_type })
    const technician = await come(await invite({ kind: 'technician' }), 'va')
    assert.equal(technician.technical_account?.status, 4)
    const role_id = await systemRole(server.db, 'admin')
    const neutral = await come(await invite({ vno_id: null, role_id }), 'te')
    assert.equal(neutral.admin_account?.status, 4)
  })

  it('the application gets its token and no cookie', async () => {
    const { token, email } = await invite()
    const answer = await signup({ email, invitation_token: token }, { apiaf: 'android/1.0.19/install-9' })
    const { app_token } = answer.body as UserInfo
    assert.equal(answer.headers['set-cookie'], undefined)
    const bearer = app_token?.oauth_token.token ?? ''
    await server.done('admin_vno/ports/get', {}, { cookie: '', bearer })
  })

  it('an account that was prepared with it becomes its person’s', async () => {
    const prepared = await makeAdmin(server.db, { vno, status: 1 })
    await rows('update app_user set email = null where id = $1', prepared.user_id)
    const { token, email } = await invite({ account_id: prepared.id })
    const { user, vno_admin_account: account } = await entered({ email, invitation_token: token })
    assert.deepEqual([user.id, account?.id, account?.status], [prepared.user_id, prepared.id, 4])
  })

  it('of ten concurrent uses of one, one succeeds', async () => {
    const { token, email } = await invite()
    const answers = await Promise.all(Array.from({ length: 5 }, () => signup({ email, invitation_token: token })))
    assert.deepEqual(columnOf(answers, 'status').sort(), [200, 409, 409, 409, 409])
    assert.deepEqual(new Set(answers.map(codeOf)), new Set([undefined, 'INVITATION_USED']))
    assert.equal((await rows('select from app_user where email = $1', email)).length, 1)
  })

  it('an expired, withdrawn or invented one is refused alike, and one for another address says so', async () => {
    const old = await invite({ expires_at: new Date(Date.now() - 1000) })
    const withdrawn = await invite({ state: 2 })
    for (const { email, token } of [old, withdrawn, { email: address(), token: 'x'.repeat(43) }])
      assert.deepEqual(refusalOf(await signup({ email, invitation_token: token })), [409, 'INVITATION_EXPIRED'])
    const { token } = await invite()
    const other = await signup({ email: address(), invitation_token: token })
    assert.deepEqual([other.status, faultsOf(other)], [422, ['email value']])
  })

  it('an address with an account is reported to the invited person, and the invitation stays', async () => {
    const { email: taken } = await makeAdmin(server.db)
    const { id, token } = await invite({ email: taken })
    const answer = await signup({ email: taken, invitation_token: token })
    assert.deepEqual(refusalOf(answer), [409, 'ALREADY_EXISTS'])
    assert.deepEqual(await rows('select state from invitation where id = $1', id), [{ state: 1 }])
  })
})

describe('input errors', () => {
  it('each field is judged', async () => {
    const bad = { email: 'no es', tax_id: '12345678A', phone: '600', invitation_token: 'x'.repeat(43) }
    assert.deepEqual(faultsOf(await signup(bad)).sort(), ['email format', 'phone format', 'tax_id value'])
  })

  it('S21 after ten for one address from one place it is throttled there, and others sign up', async () => {
    const email = address()
    await awayFromEnd(quarter, [120, 20])
    const answers = await Promise.all(Array.from({ length: 12 }, () => signup({ email, vno_code: 'NADIE' })))
    const limited = answers.filter((one) => one.status === 429)
    assert.equal(limited.length, 1)
    const wait = Number(limited[0]?.headers['retry-after'])
    assert.ok(wait > 0 && wait <= 120, String(wait))
    assert.equal((await signup({ email: address(), vno_code: vno.external_id })).status, 200)
  })
})

describe('the first administrator', () => {
  it('comes in by the code that the start printed; then it prints none', async () => {
    const other = closedAfter(await startTestServer())
    const { owner } = other.db
    const printed = (await firstCode(owner)) ?? ''
    const again = (await firstCode(owner)) ?? ''
    const look = 'account/invitation/get'
    const come = (invitation_token: string) => ({ name: 'Elena Sanz', email: address(), pwd, invitation_token })
    const refused = async (token: string) => codeOf(await other.call('account/signup', come(token)))
    assert.equal(await refused(printed), 'INVITATION_EXPIRED', 'each start prints another')
    const { purpose, role } = (await other.done(look, { invitation_token: again })).record
    assert.deepEqual([purpose, role], ['first', 'Administrador'])
    const written = again.toLowerCase().replaceAll('-', ' ')
    assert.equal((await other.done('account/signup', come(written))).admin_account?.status, 4)
    assert.equal(await refused(again), 'INVITATION_USED')
    for (const invitation_token of [again, await makeEntryCode(owner, 'first')])
      assert.equal(codeOf(await other.call(look, { invitation_token })), 'INVITATION_USED')
    assert.equal(await firstCode(owner), null)
    const more = await makeEntryCode(owner, 'admin')
    await other.done('account/signup', come(more))
    assert.deepEqual(await other.rows('select from entry_code c where c::text like $1', `%${more}%`), [])
  })

  it('a code that links an identity opens nothing here', async () => {
    const person = await makeAdmin(server.db)
    const link = await makeEntryCode(server.db.owner, 'link', person.user_id)
    assert.equal(codeOf(await signup({ email: address(), invitation_token: link })), 'INVITATION_EXPIRED')
  })
})
