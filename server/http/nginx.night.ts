/** nginx in front of two processes, with the documented configuration. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { contract } from '@hilo/contract/index.ts'
import { fileDoors } from '../test/bomb-suite.ts'
import { startTestDatabase } from '../test/database.ts'
import { place } from '../test/crashing-server.ts'
import { Journal } from '../test/journal.ts'
import { startNginx, unlessMissing } from '../test/programs.ts'
import { freePort, spawnServer, untilReady, type ServerProcess } from '../test/server-process.ts'
import { untilTrue } from '../test/poll.ts'
import { callOver } from '../test/wire.ts'

/** Retried at each request, a paused process would cost half of twenty changes twelve seconds each. */
const leftMs = 60_000
/** A dropped process is tried again with one request, ms after the one before: `fail_timeout` of `nginx.conf`. */
const retriedMs = 10_000

it('nginx gives every call that loads a file of rows and every download the time that it takes', async () => {
  const text = await readFile(join(import.meta.dirname, '..', '..', 'deploy', 'nginx.conf'), 'utf8')
  const slow = new RegExp(/location ~ (\S+) \{[^}]+proxy_read_timeout 15m;/.exec(text)?.[1] ?? '^$')
  const downloads = Object.entries(contract).flatMap(([path, { kind }]) => (kind === 'download' ? path : []))
  const missing = [...downloads, ...Object.keys(fileDoors)].filter((path) => !slow.test(`/api/v1/${path}.json`))
  assert.deepEqual(missing, [])
})

describe('nginx', { ...unlessMissing('nginx'), timeout: 900_000 }, async () => {
  const db = await startTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'hilo-behind-'))
  const ports = [await freePort(), await freePort()]
  const nginx = await startNginx(ports)
  const address = `http://127.0.0.1:${nginx.port}`
  const env = { PUBLIC_URL: address, TRUSTED_PROXIES: '127.0.0.1' }
  const servers: ServerProcess[] = []
  for (const PORT of ports) servers.push(spawnServer({ ...(await place(folder, db)), ...env, PORT }))
  await Promise.all(servers.map((one) => untilReady(one)))
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

  it('passes the live stream on unbuffered', async () => {
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
    await untilTrue(() => Promise.resolve(heard.includes('retry:')))
    assert.equal((await journal.write()).status, 200)
    // A change waits for every open transaction of the cluster, those of other tests included.
    await untilTrue(() => Promise.resolve(heard.includes('"area":"contractors"')), 10 * 60_000)
    stop.abort()
    await listening
  })

  it('drops a paused process within seconds, and sends no change to two processes', async () => {
    const journal = await Journal.open({ db, call: callOver(address) })
    const [frozen] = servers
    process.kill(frozen?.pid ?? 0, 'SIGSTOP')
    try {
      // Half of these go to the paused process, and are retried by their clients.
      const first = await Promise.all(Array.from({ length: 8 }, () => journal.writeUntilAnswered(60_000)))
      assert.ok(first.every(({ status }) => status === 200))
      const slowest = Math.max(...journal.entries.map(({ tookMs }) => tookMs))
      assert.ok(slowest < leftMs, `${Math.round(slowest)} ms`)
      const began = performance.now()
      let lost = 0
      for (let n = 0; n < 20; n++) if ((await journal.write()).status !== 200) lost++
      const ms = performance.now() - began
      assert.ok(lost <= ms / retriedMs, `${lost} of twenty in ${Math.round(ms)} ms`)
      assert.ok(ms < leftMs)
    } finally {
      process.kill(frozen?.pid ?? 0, 'SIGCONT')
    }
    // Pending requests of the paused process are done once it resumes: once.
    await untilTrue(async () => (await fetch(`${frozen?.address}/readyz`)).ok)
    await journal.repeatUnheard()
    await journal.holds(db)
  })

  it('drops a dead process unnoticed', async () => {
    const journal = await Journal.open({ db, call: callOver(address) })
    await servers[0]?.kill('SIGTERM')
    for (let n = 0; n < 12; n++) assert.equal((await journal.write()).status, 200)
    await journal.holds(db)
  })
})
