/** F14 Ten thousand concurrent sessions: each gets its own live stream only, is answered, and is cut off when it ends. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { startTestDatabase, type TestDatabase } from '../test/database.ts'
import { place } from '../test/crashing-server.ts'
import { makeAdmin, makeVno, type Account } from '../test/factories.ts'
import { spawnServer, untilReady } from '../test/server-process.ts'
import { untilTrue } from '../test/poll.ts'

const people = 10_000
const operators = 20
/** Concurrent requests. */
const atOnce = 64

interface Person {
  token: string
  user: number
  vno: number
  /** Changes received on the live stream. */
  heard: number
  ended: boolean
}

/** Runs work for each, `atOnce` at a time. */
async function forEach<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = all.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const one of left) await work(one)
    }),
  )
}

const insertSessions = `
  insert into session (token_hash, user_id, account_type, account_id, channel, idle_limit, expires_at)
  select decode(t.hash, 'hex'), t.user_id, 'va', t.account_id, 'web', '30 minutes', now() + interval '12 hours'
  from unnest($1::text[], $2::bigint[], $3::bigint[]) as t(hash, user_id, account_id)`

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

async function makePeople(db: TestDatabase): Promise<Person[]> {
  const admins: { account: Account; vno: number }[] = []
  for (let n = 0; n < operators; n++) {
    const vno = await makeVno(db)
    admins.push({ account: await makeAdmin(db, { vno }), vno: vno.id })
  }
  const all = Array.from({ length: people }, (_, n) => {
    const { account, vno } = admins[n % operators] ?? assert.fail()
    return { token: randomBytes(32).toString('base64url'), user: account.user_id, account: account.id, vno }
  })
  await db.owner.query(insertSessions, [
    all.map(({ token }) => hashOf(token)),
    all.map(({ user }) => user),
    all.map(({ account }) => account),
  ])
  return all.map(({ token, user, vno }) => ({ token, user, vno, heard: 0, ended: false }))
}

/** Opens the person's live stream and keeps listening. */
async function listen(address: string, one: Person): Promise<void> {
  const asked = request(`${address}/api/v1/stream`, { agent: false, headers: { cookie: `hilo_session=${one.token}` } })
  asked.on('error', () => (one.ended = true)).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  assert.equal(answer.statusCode, 200)
  answer.setEncoding('utf8')
  answer.on('data', (text: string) => (one.heard += text.split('event: change').length - 1))
  answer.on('close', () => (one.ended = true))
}

const quantile = (sorted: readonly number[], share: number) =>
  Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)

describe('ten thousand sessions at once', async () => {
  const db = await startTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'hilo-many-'))
  const server = spawnServer(await place(folder, db))
  await untilReady(server)
  const all = await makePeople(db)
  after(async () => {
    await server.kill('SIGKILL')
    await db.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('F14 all of them listen', async () => {
    await forEach(all, (one) => listen(server.address, one))
    assert.equal(all.filter(({ ended }) => ended).length, 0)
  })

  it('F14 each is answered while all listen', async (test) => {
    const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
    const times: number[] = []
    await forEach(all, async (one) => {
      const began = performance.now()
      const headers = { cookie: `hilo_session=${one.token}` }
      const asked = request(`${server.address}/api/v1/account/check_login.json?account_type=va`, {
        agent,
        headers,
      }).end()
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      let text = ''
      for await (const part of answer.setEncoding('utf8')) text += String(part)
      const body = JSON.parse(text) as { user: { id: number } }
      assert.equal(body.user.id, one.user)
      times.push(performance.now() - began)
    })
    agent.destroy()
    times.sort((a, b) => a - b)
    const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
    const memory = Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
    test.diagnostic(`p50 ${quantile(times, 0.5)} ms, p99 ${quantile(times, 0.99)} ms, ${memory} MB`)
    assert.equal(all.filter(({ ended }) => ended).length, 0)
  })

  it('F14 a change reaches every session of its operator and no other', async (test) => {
    const vno = all[0]?.vno
    const [his, others] = [all.filter((one) => one.vno === vno), all.filter((one) => one.vno !== vno)]
    const before = new Map(all.map((one) => [one, one.heard]))
    const began = performance.now()
    await db.owner.query('select changed($1, $2, 1, $3, $4)', ['events', 1, vno, null])
    await untilTrue(() => Promise.resolve(his.every((one) => one.heard === (before.get(one) ?? 0) + 1)))
    test.diagnostic(`${his.length} told in ${Math.round(performance.now() - began)} ms`)
    assert.equal(others.filter((one) => one.heard !== before.get(one)).length, 0)
  })

  it('F14 a stream ends within five seconds of its session, and no other is cut off', async (test) => {
    const out = all.slice(0, 100)
    const began = performance.now()
    await db.owner.query(`update session set revoked_at = now() where token_hash = any($1)`, [
      out.map(({ token }) => Buffer.from(hashOf(token), 'hex')),
    ])
    await untilTrue(() => Promise.resolve(out.every(({ ended }) => ended)), 5000)
    test.diagnostic(`${out.length} out in ${Math.round(performance.now() - began)} ms`)
    assert.equal(all.filter(({ ended }) => ended).length, out.length)
  })
})
