import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerOf, withRetries, refusalOf, retryAfter } from './gateway.ts'
import { CallProblem } from './problem.ts'

const json = { 'content-type': 'application/json' }
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: unknown) => (error instanceof CallProblem ? error.code : String(error)),
  )

test('a refusal comes from the server if it has a code and a message', async () => {
  const own = JSON.stringify({ error: 'VALIDATION', result: 'Hay datos…', msg: 'VALIDATION', request_id: 'x' })
  assert.equal(await code(refusalOf(new Response(own, { status: 400, headers: json }))), 'taken')
  for (const body of ['', '<html>', own.slice(0, 20), '{}', 'null', '[]', '{"error":"Bad Gateway"}', '{"message":"x"}'])
    for (const status of [400, 403, 404, 500, 502, 503, 504])
      assert.equal(await code(refusalOf(new Response(body, { status, headers: json }))), 'GATEWAY_ANSWER')
  assert.equal(await code(refusalOf(new Response('<html>', { status: 413 }))), 'GATEWAY_TOO_LARGE')
})

test('a response comes from the server if it is a complete JSON object', async () => {
  assert.equal(await code(answerOf(new Response('{"records":[]}', { headers: json }))), 'taken')
  for (const body of ['', 'true', '{"records":[', '<html></html>'])
    assert.equal(await code(answerOf(new Response(body, { headers: json }))), 'GATEWAY_ANSWER')
  assert.equal(await code(answerOf(new Response('{}', { headers: { 'content-type': 'text/html' } }))), 'GATEWAY_ANSWER')
})

test('Retry-After is seconds or a date', () => {
  const now = Date.parse('2026-11-26T10:00:00Z')
  const wait = (said: string) => retryAfter(new Headers({ 'retry-after': said }), now)
  const said = ['7', 'Thu, 26 Nov 2026 10:00:30 GMT', 'Thu, 26 Nov 2026 09:00:00 GMT', 'x']
  assert.deepEqual(said.map(wait), [7, 30, 0, 0])
})

test('a requested wait of more than ten seconds is reported at once, and an abort ends the wait', async () => {
  let tries = 0
  const answer = (body: object) => () => {
    tries++
    return Promise.reject(new CallProblem('GATEWAY_ANSWER', '', 0, body))
  }
  await assert.rejects(withRetries(answer({ retry_after_s: 60 })))
  assert.equal(tries, 1)
  const stop = new AbortController()
  const waiting = assert.rejects(withRetries(answer({}), stop.signal), { name: 'AbortError' })
  stop.abort()
  await waiting
})
