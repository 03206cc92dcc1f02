/** S22 Known and unknown addresses take the login page the same time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closedAfter } from '../test/closed-after.ts'
import { makeAdmin } from '../test/factories.ts'
import { freePort } from '../test/free-port.ts'
import { startTestServer } from '../test/harness.ts'
import { hashPassword } from './passwords.ts'
import { atRedirect, TestBrowser } from './test-browser.ts'

const rounds = 99
const server = closedAfter(await startTestServer({ PORT: await freePort() }))

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

test('S22 the medians of known, foreign and unknown addresses lie within a tenth of each other', async () => {
  const known = await makeAdmin(server.db, { passwordHash: await hashPassword('una clave bien larga') })
  const foreign = await makeAdmin(server.db)
  const times: Record<string, number[]> = { known: [], foreign: [], unknown: [] }
  const emails: Record<string, string> = { known: known.email, foreign: foreign.email, unknown: 'nadie@prueba.test' }
  const started = await server.call('account/oauth_login_start')
  const browser = new TestBrowser(server)
  const page = await browser.follow((started.body as { url: string }).url, atRedirect)
  const kinds = Object.entries(emails)
  for (let round = 0; round < rounds; round++) {
    // Rotates the order, so that effects of one kind on the next cancel out.
    const order = kinds.map((_, place) => kinds[(round + place) % kinds.length])
    if (round % 9 === 0) await server.db.owner.query('delete from rate_count')
    for (const [kind, email] of order.filter((one) => one !== undefined)) {
      const began = performance.now()
      const { status } = await browser.ask(page.url, { email, password: 'no es esta clave' })
      times[kind]?.push(performance.now() - began)
      assert.equal(status, 422)
    }
  }
  const medians = Object.values(times).map(median)
  assert.ok(Math.max(...medians) / Math.min(...medians) < 1.1, JSON.stringify(medians))
})
