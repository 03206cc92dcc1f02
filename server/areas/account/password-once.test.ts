/** Password reset with lost answers: a repeated step is the same step. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import { sendCode } from '../../auth/reset.ts'
import type { Output } from '@hilo/contract/index.ts'
import { columnOf, refusalOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { takeJobs } from '../../test/job-row.ts'

const pwd = 'otra clave bien larga y rara'
const server = closedAfter(await startTestServer())
const account = await makeAdmin(server.db, { passwordHash: 'ninguna' })

const reused = [409, 'REQUEST_ID_REUSED']
const kept = async () => {
  const text = `select coalesce(string_agg(i::text, ' '), '') as rows from idempotency i where principal = 'visitor'`
  return String((await server.rows(text))[0]?.['rows'])
}

async function receive(client_request_id: string): Promise<string> {
  const ask = (email = account.email) => server.call('account/password/request_reset', { email, client_request_id })
  const answers = [...(await Promise.all([ask(), ask()])), await ask()]
  for (const { status, body } of answers) assert.deepEqual([status, body], [200, { result_flag: 1, record: {} }])
  assert.deepEqual(refusalOf(await ask('otra@prueba.test')), reused)
  const jobs = await takeJobs(server, 'account.reset', account.email)
  assert.equal(jobs.length, 1, 'one code, however often it is asked for')
  await sendCode(server.db.app, jobs[0])
  const text = `select body from mail where recipient = $1 and kind = 'password_reset'`
  const [mail] = await server.rows<{ body: string }>(text, account.email)
  return /\b\d{8}\b/.exec(mail?.body ?? '')?.[0] ?? ''
}

async function exchange(code: string): Promise<string> {
  const client_request_id = randomUUID()
  const ask = (given = code, id = client_request_id) =>
    server.call('account/password/verify_code', { email: account.email, code: given, client_request_id: id })
  const wrong = String((Number(code) + 1) % 1e8).padStart(8, '0')
  assert.deepEqual(refusalOf(await ask(wrong)), [422, 'RESET_CODE_INVALID'], 'what was refused is not kept')
  const answers = [...(await Promise.all([ask(), ask()])), await ask()]
  assert.deepEqual(columnOf(answers, 'status'), [200, 200, 200])
  assert.equal(new Set(columnOf(answers, 'text')).size, 1)
  assert.deepEqual(refusalOf(await ask(wrong)), reused)
  assert.deepEqual(refusalOf(await ask(code, randomUUID())), [422, 'RESET_CODE_INVALID'])
  return (answers[0]?.body as Output<'account/password/verify_code'>).record.reset_token
}

it('S23 each repeated step gets its first answer, and nothing happens twice', async () => {
  const first = randomUUID()
  const code = await receive(first)
  const reset_token = await exchange(code)
  const client_request_id = randomUUID()
  const ask = (given: string, id = client_request_id) =>
    server.call('account/password/reset', { reset_token, pwd: given, client_request_id: id })
  assert.deepEqual(refusalOf(await ask('corta')), [422, 'VALIDATION'])
  for (const { status } of [...(await Promise.all([ask(pwd), ask(pwd)])), await ask(pwd)]) assert.equal(status, 200)
  assert.deepEqual(refusalOf(await ask(`${pwd} distinta`)), reused)
  assert.deepEqual(refusalOf(await ask(pwd, first)), reused, 'a name is given once, to whatever step')
  assert.deepEqual(refusalOf(await ask(pwd, randomUUID())), [422, 'RESET_CODE_INVALID'])
  const told = `select from mail where recipient = $1 and kind = 'password_changed'`
  assert.equal((await server.rows(told, account.email)).length, 1)
  const rows = await kept()
  for (const secret of [code, reset_token, pwd, account.email]) assert.ok(!rows.includes(secret))
})
