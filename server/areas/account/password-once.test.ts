/** Password reset with lost answers: a repeated step is the same step. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, it } from 'node:test'
import { sendCode } from '../../auth/reset.ts'
import { makeAdmin, type Account } from '../../test/factories.ts'
import { startTestServer, type Answer, type TestServer } from '../../test/harness.ts'

const pwd = 'otra clave bien larga y rara'
let server: TestServer
let account: Account
before(async () => {
  server = await startTestServer()
  account = await makeAdmin(server.db, { passwordHash: 'ninguna' })
})
after(() => server.close())

const refusal = ({ status, body }: Answer) => [status, (body as { error?: string }).error]
const reused = [409, 'REQUEST_ID_REUSED']
const kept = async () => {
  const text = `select coalesce(string_agg(i::text, ' '), '') as rows from idempotency i where principal = 'visitor'`
  return (await server.db.owner.query<{ rows: string }>(text)).rows[0]?.rows ?? ''
}

async function receive(client_request_id: string): Promise<string> {
  const ask = (email = account.email) => server.call('account/password/request_reset', { email, client_request_id })
  const answers = [...(await Promise.all([ask(), ask()])), await ask()]
  for (const { status, body } of answers) assert.deepEqual([status, body], [200, { result_flag: 1, record: {} }])
  assert.deepEqual(refusal(await ask('otra@prueba.test')), reused)
  const { rows } = await server.db.owner.query<{ payload: object }>(
    `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'account.reset' and j.payload ->> 'email' = $1`,
    [account.email],
  )
  assert.equal(rows.length, 1, 'one code, however often it is asked for')
  await sendCode(server.db.app, rows[0]?.payload)
  const mails = await server.db.owner.query<{ body: string }>(
    `select body from mail where recipient = $1 and kind = 'password_reset'`,
    [account.email],
  )
  return /\b\d{8}\b/.exec(mails.rows[0]?.body ?? '')?.[0] ?? ''
}

async function exchange(code: string): Promise<string> {
  const client_request_id = randomUUID()
  const ask = (given = code, id = client_request_id) =>
    server.call('account/password/verify_code', { email: account.email, code: given, client_request_id: id })
  const wrong = String((Number(code) + 1) % 1e8).padStart(8, '0')
  assert.deepEqual(refusal(await ask(wrong)), [422, 'RESET_CODE_INVALID'], 'what was refused is not kept')
  const answers = [...(await Promise.all([ask(), ask()])), await ask()]
  assert.deepEqual(
    answers.map(({ status, text }) => [status, text]),
    answers.map(() => [200, answers[0]?.text]),
  )
  assert.deepEqual(refusal(await ask(wrong)), reused)
  assert.deepEqual(refusal(await ask(code, randomUUID())), [422, 'RESET_CODE_INVALID'])
  return (answers[0]?.body as { record: { reset_token: string } }).record.reset_token
}

it('S23 each repeated step gets its first answer, and nothing happens twice', async () => {
  const first = randomUUID()
  const code = await receive(first)
  const reset_token = await exchange(code)
  const client_request_id = randomUUID()
  const ask = (given: string, id = client_request_id) =>
    server.call('account/password/reset', { reset_token, pwd: given, client_request_id: id })
  assert.deepEqual(refusal(await ask('corta')), [422, 'VALIDATION'])
  for (const { status } of [...(await Promise.all([ask(pwd), ask(pwd)])), await ask(pwd)]) assert.equal(status, 200)
  assert.deepEqual(refusal(await ask(`${pwd} distinta`)), reused)
  assert.deepEqual(refusal(await ask(pwd, first)), reused, 'a name is given once, to whatever step')
  assert.deepEqual(refusal(await ask(pwd, randomUUID())), [422, 'RESET_CODE_INVALID'])
  const told = await server.db.owner.query(`select from mail where recipient = $1 and kind = 'password_changed'`, [
    account.email,
  ])
  assert.equal(told.rowCount, 1)
  const rows = await kept()
  for (const secret of [code, reset_token, pwd, account.email]) assert.ok(!rows.includes(secret))
})
