/** An unforeseen error ends the process in order: it never runs half broken. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, spawnServer, untilReady, type ServerProcess } from '../test/server-process.ts'

let server: ServerProcess | undefined
const folder = await mkdtemp(join(tmpdir(), 'hilo-fatal-'))
after(async () => {
  await server?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

async function until(is: () => boolean): Promise<void> {
  while (!is()) await sleep(10)
}

it('S48 unhandled rejections and exceptions are logged, pending requests answered, and the process ends and restarts', async () => {
  for (const [fault, text] of [
    [`void Promise.reject(new Error('promesa perdida'))`, 'promesa perdida'],
    [`{ throw new Error('excepción perdida') }`, 'excepción perdida'],
  ] as const) {
    // Injected from outside: the program itself has no such entry.
    const door = join(folder, 'door.mjs')
    await writeFile(door, `process.on('SIGUSR2', () => ${fault})`)
    const env = { DATA_DIR: join(folder, 'data'), PORT: await freePort(), NODE_OPTIONS: `--import=${door}` }
    server = spawnServer(env)
    await untilReady(server)
    const { output, ended } = server
    const socket = connect(Number(env.PORT), '127.0.0.1')
    socket.on('error', () => {})
    let answer = ''
    socket.on('data', (chunk) => (answer += String(chunk)))
    const body = '{"query":{}}'
    socket.write(
      `POST /api/v1/admin_vno/ports/get.json HTTP/1.1\r\nhost: 127.0.0.1:${env.PORT}\r\ncontent-type: application/json\r\n` +
        `content-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    )
    // Another request on a later connection proves that the first has been received.
    assert.ok((await fetch(`${server.address}/healthz`)).ok)
    process.kill(server.pid, 'SIGUSR2')
    await until(() => output().includes(text))
    socket.write(body.slice(5))
    await once(socket, 'close')
    assert.match(answer, /^HTTP\/1\.1 401 [^]*"YOU_ARE_NOT_LOGGED_IN"/)
    assert.equal((await ended).code, 1)
    assert.match(output(), /Hilo se detiene\. /)
    assert.equal(output().split(`Error: ${text}`).length, 2, 'its stack is printed once')
    await assert.rejects(fetch(`${server.address}/healthz`), 'nothing is left that half answers')
  }
})
