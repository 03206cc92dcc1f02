/** Password reset. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hashPassword } from '../../auth/passwords.ts'
import { sendCode } from '../../auth/reset.ts'
import { codeOf, columnOf, refusalOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeSession, unique, type Account } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { takeJobs } from '../../test/job-row.ts'
import { awayFromEnd, quarter } from '../../test/poll.ts'

const pwd = 'otra clave bien larga y rara'
const server = closedAfter(await startTestServer({ TRUSTED_PROXIES: '127.0.0.1' }))
const hash = await hashPassword('una clave bien larga')

const person = (over = {}) => makeAdmin(server.db, { passwordHash: hash, ...over })
const verify = (email: string, given: unknown, from = '1.2.3.4') =>
  server.call('account/password/verify_code', { email, code: given }, { headers: { 'x-forwarded-for': from } })
const reset = (token: string, password = pwd) =>
  server.call('account/password/reset', { reset_token: token, pwd: password })
const bodies = async (email: string, kind: string) => {
  const text = 'select body from mail where recipient = $1 and kind = $2 order by id'
  return columnOf(await server.rows<{ body: string }>(text, email, kind), 'body')
}

/** Requests a reset, runs its job, and returns the code that arrived. */
async function receive({ email }: Pick<Account, 'email'>, from = '1.2.3.4'): Promise<string> {
  const headers = { 'x-forwarded-for': from }
  const asked = await server.call('account/password/request_reset', { email }, { headers })
  assert.deepEqual([asked.status, asked.body], [200, { result_flag: 1, record: {} }])
  const [job] = await takeJobs(server, 'account.reset', email)
  assert.ok(job, 'the request left its job')
  await sendCode(server.db.app, job)
  return /\b\d{8}\b/.exec((await bodies(email, 'password_reset')).at(-1) ?? '')?.[0] ?? ''
}

async function tokenFor(account: Account): Promise<string> {
  const query = { email: account.email, code: await receive(account) }
  return (await server.done('account/password/verify_code', query)).record.reset_token
}

const wrongOf = (code: string) => String((Number(code) + 1) % 1e8).padStart(8, '0')

describe('a forgotten password', () => {
  it('S12 is changed with the code that arrives; every session ends and the person is notified', async () => {
    const account = await person()
    const sessions = [await makeSession(server.db, account), await makeSession(server.db, account)]
    const token = await tokenFor(account)
    assert.equal((await reset(token)).status, 200)
    for (const session of sessions)
      assert.equal((await server.call('admin_vno/sessions/get', {}, { session })).status, 401)
    assert.equal((await bodies(account.email, 'password_changed')).length, 1)
    const [row] = await server.rows('select password_hash from app_user where id = $1', account.user_id)
    assert.notEqual(row?.['password_hash'], hash)
    assert.equal(codeOf(await reset(token)), 'RESET_CODE_INVALID', 'it serves once')
  })

  it('S20 a code has eight digits, is stored as a hash, and works once', async () => {
    const account = await person()
    const right = await receive(account)
    for (const wrong of [Number(right), '1234567', '123456789', ['12345678'], null, { like: '%' }])
      assert.equal((await verify(account.email, wrong)).status, 422)
    assert.deepEqual(await server.rows('select from password_reset r where r::text like $1', `%${right}%`), [])
    const answers = await Promise.all([1, 2, 3].map(() => verify(account.email, right)))
    assert.deepEqual(columnOf(answers, 'status').sort(), [200, 422, 422])
  })

  it('S20 dies after five wrong tries, even for the right one', async () => {
    const account = await person()
    const right = await receive(account)
    await Promise.all(Array.from({ length: 5 }, () => verify(account.email, wrongOf(right))))
    assert.deepEqual(refusalOf(await verify(account.email, right)), [422, 'RESET_CODE_INVALID'])
  })

  it('S20 dies of age, and by the next one', async () => {
    const account = await person()
    const first = await receive(account)
    const second = await receive(account)
    assert.equal(codeOf(await verify(account.email, first)), 'RESET_CODE_INVALID')
    const age = `update password_reset set expires_at = now() - interval '1 second' where user_id = $1`
    await server.rows(age, account.user_id)
    assert.equal(codeOf(await verify(account.email, second)), 'RESET_CODE_INVALID')
  })

  it('belongs to its address: another person’s code opens nothing', async () => {
    const [one, other] = [await person(), await person()]
    const theirs = await receive(other)
    await receive(one)
    assert.equal(codeOf(await verify(one.email, theirs)), 'RESET_CODE_INVALID')
  })

  it('S22 unknown, suspended and valid addresses are answered alike', async () => {
    const email = `${unique().toLowerCase()}@prueba.test`
    const suspended = await person({ status: 3 })
    for (const address of [email, suspended.email]) {
      assert.equal(await receive({ email: address }), '')
      assert.equal(codeOf(await verify(address, '00000000')), 'RESET_CODE_INVALID')
      assert.deepEqual(await bodies(address, 'password_reset'), [])
    }
    const tries = columnOf(await server.rows('select tries from password_reset where user_id is null'), 'tries')
    assert.deepEqual(tries, [1, 1])
  })

  it('of two concurrent uses of one permit one changes the password', async () => {
    const token = await tokenFor(await person())
    const answers = await Promise.all([reset(token), reset(token, `${pwd} más`)])
    assert.deepEqual(columnOf(answers, 'status').sort(), [200, 422])
  })

  it('S21 five requests from one place, then throttled there and not elsewhere', async () => {
    const { email } = await person()
    const ask = (from: string) =>
      server.call('account/password/request_reset', { email }, { headers: { 'x-forwarded-for': from } })
    await awayFromEnd(quarter, [120, 20])
    const answers = await Promise.all(Array.from({ length: 7 }, () => ask('1.1.1.1')))
    const limited = answers.filter((one) => one.status === 429)
    assert.equal(limited.length, 1)
    const wait = Number(limited[0]?.headers['retry-after'])
    assert.ok(wait > 0 && wait <= 120, String(wait))
    assert.equal((await ask('2.2.2.2')).status, 200)
    const many = await Promise.all(Array.from({ length: 30 }, (_, n) => ask(`3.3.3.${n}`)))
    assert.ok(many.filter((one) => one.status === 429).length >= 15, 'many places together are held too')
  })

  it('an attacker elsewhere who requests and guesses for the same address spoils nothing', async () => {
    const account = await person()
    const right = await receive(account, '1.2.3.4')
    const theirs = await receive(account, '6.6.6.6')
    assert.notEqual(theirs, right)
    const wrong = wrongOf(right)
    for (const from of ['6.6.6.6', '7.7.7.7', '8.8.8.8'])
      for (let n = 0; n < 7; n++) assert.equal((await verify(account.email, wrong, from)).status, 422)
    assert.equal((await verify(account.email, right, '1.2.3.4')).status, 200)
  })

  it('may be entered from another network than it was requested from', async () => {
    const account = await person()
    const right = await receive(account, '1.2.3.4')
    assert.equal((await verify(account.email, right, '9.9.9.9')).status, 200)
  })

  it('S20 guessed from many places it is void for all but the place that requested it', async () => {
    const account = await person()
    const right = await receive(account, '1.2.3.4')
    for (let n = 0; n < 5; n++) await verify(account.email, wrongOf(right), `5.5.5.${n}`)
    assert.equal(codeOf(await verify(account.email, right, '5.5.6.1')), 'RESET_CODE_INVALID')
    assert.equal((await verify(account.email, right, '1.2.3.4')).status, 200)
  })
})
