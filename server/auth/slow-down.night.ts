/** Wrong passwords slow down their sender, and lock no owner out. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { closedAfter } from '../test/closed-after.ts'
import { awayFromEnd, quarter } from '../test/poll.ts'
import { sendCode } from './reset.ts'
import { makeAdmin, unique } from '../test/factories.ts'
import { freePort } from '../test/free-port.ts'
import { startTestServer } from '../test/harness.ts'
import { sha256 } from './attempts.ts'
import { hashPassword } from './passwords.ts'
import { passwordsByAddress, passwordsByPerson, passwordsByPlace, placeSubject, type Limit } from './rate-limit.ts'
import { atRedirect, signInOnWeb, startAddress, TestBrowser } from './test-browser.ts'

const password = 'otra clave bien larga'
const server = closedAfter(await startTestServer({ PORT: await freePort() }))
const hash = await hashPassword(password)

const owner = () => makeAdmin(server.db, { passwordHash: hash })

/** Types a password at the login page, in a browser with or without a device cookie. */
async function type(browser: TestBrowser, email: string, typed: string) {
  const page = await browser.follow(await startAddress(browser, server), atRedirect)
  return await browser.ask(page.url, { email, password: typed })
}
const from = (address: string) => new TestBrowser(server, address)

/** Counts failures like the login page, without hashing; `slow`: also those of the slow limit, now and next. */
async function fail(limit: Limit, subject: string, times: number, slow = false): Promise<void> {
  const insert = `insert into rate_count as c (key, window_start, n)
    values ($1, to_timestamp((floor(extract(epoch from now()) / $2::int) + $4) * $2::int), $3)
    on conflict (key, window_start) do update set n = c.n + $3`
  const end = sha256(subject).toString('base64url').slice(0, 27)
  await server.db.app.query(insert, [`${limit.name}:${end}`, limit.windowS, times, 0])
  for (const window of slow ? [0, 1] : [])
    await server.db.app.query(insert, [`${limit.name}-slow:${end}`, limit.thenEachS, 1, window])
}

test('S21 after ten wrong passwords from one place one a minute is let through there, and the owner enters elsewhere', async () => {
  const { email } = await owner()
  await awayFromEnd(quarter)
  for (let n = 0; n < 10; n++) assert.equal((await type(from('10.9.9.9'), email, 'no es esta clave')).status, 422)
  // One is admitted, or two if a minute ends in between.
  const more = []
  for (let n = 0; n < 3; n++) more.push(await type(from('10.9.9.9'), email, 'no es esta clave'))
  const closed = more.find(({ status }) => status === 429)
  assert.ok(closed)
  const wait = Number(closed.headers.get('retry-after'))
  assert.ok(wait > 0 && wait <= 60, String(wait))
  assert.ok(closed.text.includes('Demasiados intentos.'))
  assert.equal((await type(from('10.8.8.8'), email, password)).status, 303)
})

test('S21 an unknown address is throttled like a known one', async () => {
  const email = `${unique().toLowerCase()}@prueba.test`
  await awayFromEnd(quarter)
  await fail(passwordsByPlace, placeSubject(email, '10.9.9.1'), 10, true)
  assert.equal((await type(from('10.9.9.1'), email, 'x')).status, 429)
})

test('S21 many places together get one try per five seconds, and a known device is not affected', async () => {
  const { email } = await owner()
  await awayFromEnd(quarter)
  const device = from('10.1.1.1')
  assert.equal((await type(device, email, password)).status, 303)
  await fail(passwordsByPerson, email, passwordsByPerson.most)
  const window = () => Math.floor(Date.now() / 5000)
  const first = window()
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => type(from(`10.2.${n}.1`), email, 'no es esta clave')),
  )
  const windows = window() - first + 1
  const statuses = answers.map(({ status }) => status)
  assert.ok(statuses.filter((status) => status !== 429).length <= windows, `${String(statuses)} in ${windows} windows`)
  for (const { status, headers } of answers)
    if (status === 429) assert.ok(Number(headers.get('retry-after')) <= 5, String(headers.get('retry-after')))
  device.address = '10.3.3.3'
  await fail(passwordsByPerson, email, 1, true)
  assert.equal((await type(device, email, password)).status, 303)
})

test('S21 the owner at another device gets in too, after waiting', async () => {
  const { email } = await owner()
  await awayFromEnd(quarter)
  await fail(passwordsByPerson, email, 500)
  let page = await type(from('10.4.4.4'), email, password)
  for (let n = 0; page.status === 429 && n < 3; n++) {
    await sleep(Number(page.headers.get('retry-after')) * 1000 + 100)
    page = await type(from('10.4.4.4'), email, password)
  }
  assert.equal(page.status, 303)
})

test('S21 an address that keeps failing is throttled for every account, whatever its headers; a right password costs nothing', async () => {
  const { email } = await owner()
  await awayFromEnd(quarter)
  await fail(passwordsByAddress, '10.7.7.7', passwordsByAddress.most, true)
  assert.equal((await type(from('10.7.7.7'), email, password)).status, 429)
  const browser = from('10.7.7.7')
  const page = await browser.follow(await startAddress(browser, server), atRedirect)
  const again = await browser.ask(page.url, { email, password }, { 'x-forwarded-for': '1.2.3.4' })
  assert.equal(again.status, 429)
  for (let n = 0; n < 12; n++) assert.equal((await type(from('10.7.7.8'), email, password)).status, 303)
})

test('S21 a known device has its own limit, for its own account only', async () => {
  const [mine, victim] = [await owner(), await owner()]
  await awayFromEnd(quarter)
  const attacker = from('10.5.5.5')
  assert.equal((await type(attacker, mine.email, password)).status, 303)
  await fail(passwordsByPlace, placeSubject(victim.email, '10.5.5.5'), 10, true)
  assert.equal((await type(attacker, victim.email, 'no es esta clave')).status, 429)
  for (let n = 0; n < 10; n++) assert.equal((await type(attacker, mine.email, 'no es esta clave')).status, 422)
  const more = []
  for (let n = 0; n < 3; n++) more.push(await type(attacker, mine.email, 'no es esta clave'))
  assert.ok(more.some(({ status }) => status === 429))
})

test('the device cookie is HTTP-only, opaque, unforgeable, and ends with the password', async () => {
  const { email, user_id } = await owner()
  await awayFromEnd(quarter)
  const device = from('10.6.6.6')
  const entered = await type(device, email, password)
  const line = entered.headers.getSetCookie().find((one) => one.startsWith('hilo_known_')) ?? ''
  const form = /^hilo_known_[\w-]{10}=[\w-]{12}\.\d{10}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000$/
  assert.match(line, form)
  assert.ok(!line.includes(email))
  await fail(passwordsByPlace, placeSubject(email, '10.6.6.6'), 10, true)
  const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
  const bend = (text: string) => text.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  const bent = [bend(value.slice(0, 12)) + value.slice(12), value.replace(/\.\d+\./, '.9999999999.')]
  for (const one of [...bent, `${value.slice(0, -2)}xx`, '..', '']) {
    const other = from('10.6.6.6')
    other.keep(server.config.publicUrl, [`${name}=${one}; Path=/`])
    assert.equal((await type(other, email, password)).status, 429, one)
  }
  assert.equal((await type(device, email, password)).status, 303)
  const change = 'update app_user set password_hash = $2 where id = $1'
  await server.db.owner.query(change, [user_id, await hashPassword(password)])
  assert.equal((await type(device, email, password)).status, 429)
})

test('a password reset makes the browser a known device: no one is locked out for good', async () => {
  const { email } = await owner()
  await server.call('account/password/request_reset', { email })
  const requester = sha256('reset 127.0.0.1').toString('hex')
  await sendCode(server.db.app, { email, requester })
  const { rows } = await server.db.owner.query<{ body: string }>(
    `select body from mail where recipient = $1 and kind = 'password_reset'`,
    [email],
  )
  const code = /\b\d{8}\b/.exec(rows[0]?.body ?? '')?.[0]
  const { record } = await server.done('account/password/verify_code', { email, code })
  const fresh = 'la clave nueva y bien larga'
  const done = await server.call('account/password/reset', { reset_token: record.reset_token, pwd: fresh })
  assert.equal(done.status, 200, done.text)
  const browser = from('10.6.6.7')
  browser.keep(server.config.publicUrl, [done.headers['set-cookie'] ?? []].flat().map(String))
  await awayFromEnd(quarter)
  await fail(passwordsByPlace, placeSubject(email, '10.6.6.7'), 10, true)
  await fail(passwordsByPerson, email, 500, true)
  assert.equal((await type(from('10.6.6.7'), email, fresh)).status, 429)
  assert.equal((await signInOnWeb(browser, server, email, fresh)).status, 200)
})
