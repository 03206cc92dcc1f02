/** nginx before two processes, by the file that the documentation shows. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startTestDatabase, type TestDatabase } from '../test/database.ts'
import { place } from '../test/doomed.ts'
import { Journal } from '../test/journal.ts'
import { startNginx, unlessMissing } from '../test/programs.ts'
import { freePort, spawnServer, untilReady, type ServerProcess } from '../test/server-process.ts'
import { untilTrue } from '../test/waiting.ts'
import { callOver } from '../test/wire.ts'

describe('nginx', { ...unlessMissing('nginx'), timeout: 180_000 }, () => {
  let db: TestDatabase
  let folder: string
  let servers: ServerProcess[]
  let nginx: Awaited<ReturnType<typeof startNginx>>
  let address: string
  before(async () => {
    db = await startTestDatabase()
    folder = await mkdtemp(join(tmpdir(), 'hilo-behind-'))
    const ports = [await freePort(), await freePort()]
    nginx = await startNginx(ports)
    address = `http://127.0.0.1:${nginx.port}`
    const env = { PUBLIC_URL: address, TRUSTED_PROXIES: '127.0.0.1' }
    servers = []
    for (const PORT of ports) servers.push(spawnServer({ ...(await place(folder, db)), ...env, PORT }))
    await Promise.all(servers.map((one) => untilReady(one)))
  })
  after(async () => {
    await Promise.all(servers.map((one) => one.kill('SIGKILL')))
    await nginx.close()
    await db.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('lets a load of the size that Hilo takes through to it, and refuses a larger one itself', async () => {
    const send = async (megabytes: number) => {
      const body = new FormData()
      body.set('query', '{}')
      body.set('file', new Blob([Buffer.alloc(megabytes << 20)]), 'red.csv')
      const answer = await fetch(`${address}/api/v1/admin_vno/inventory/load.json`, { method: 'POST', body })
      return { status: answer.status, type: answer.headers.get('content-type') ?? '' }
    }
    const fits = await send(50)
    assert.deepEqual([fits.status, /json/.test(fits.type)], [401, true])
    assert.equal((await send(61).catch(() => ({ status: 413 }))).status, 413)
  })

  it('hands on the live stream as it comes', async () => {
    const journal = await Journal.open({ db, call: callOver(address) })
    const stop = new AbortController()
    const { cookie } = journal.session
    const stream = await fetch(`${address}/api/v1/stream`, { headers: { cookie }, signal: stop.signal })
    assert.equal(stream.status, 200)
    const texts = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    let heard = ''
    const listening = (async () => {
      for (let next = await texts?.read(); next && !next.done; next = await texts?.read()) heard += next.value
    })().catch(() => undefined)
    await untilTrue(() => Promise.resolve(heard.includes('retry:')), 3000)
    assert.equal((await journal.write()).status, 200)
    await untilTrue(() => Promise.resolve(heard.includes('"area":"contractors"')), 5000)
    stop.abort()
    await listening
  })

  it('leaves a process that stands still within seconds, and sends no change to two', async () => {
    const journal = await Journal.open({ db, call: callOver(address) })
    const [frozen] = servers
    process.kill(frozen?.pid ?? 0, 'SIGSTOP')
    try {
      // Half of these go to the process that says nothing, and are asked for again by who sent them.
      const first = await Promise.all(Array.from({ length: 8 }, () => journal.writeUntilAnswered(60_000)))
      assert.ok(first.every(({ status }) => status === 200))
      const slowest = Math.max(...journal.entries.map(({ tookMs }) => tookMs))
      assert.ok(slowest < 15_000, `${Math.round(slowest)} ms`)
      const began = performance.now()
      for (let n = 0; n < 20; n++) assert.equal((await journal.write()).status, 200)
      assert.ok(performance.now() - began < 8000)
    } finally {
      process.kill(frozen?.pid ?? 0, 'SIGCONT')
    }
    // What was on its way to the one that stood still is done there now: once.
    await untilTrue(async () => (await fetch(`${frozen?.address}/readyz`)).ok)
    await journal.repeatUnheard()
    await journal.holds(db)
  })

  it('does without a process that is gone: nobody notices', async () => {
    const journal = await Journal.open({ db, call: callOver(address) })
    await servers[0]?.kill('SIGTERM')
    for (let n = 0; n < 12; n++) assert.equal((await journal.write()).status, 200)
    await journal.holds(db)
  })
})
