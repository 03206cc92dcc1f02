import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { inFolder, postmaster } from '../test/crash.ts'
import { freePort, spawnServer, untilReady, type ServerProcess } from '../test/server-process.ts'

/** A process that has not stopped by then exits, and the next one adopts what is left: only on a busy machine, ms. */
const longestStopMs = 14_000

async function endsInOrder(server: ServerProcess, signal: 'SIGINT' | 'SIGTERM', folder: string): Promise<void> {
  const began = performance.now()
  const { code } = await server.kill(signal)
  if (performance.now() - began >= longestStopMs) return
  assert.equal(code, 0)
  assert.ok(!existsSync(join(folder, 'pg', 'postmaster.pid')), 'an ordered end stops the database')
}

// Each mostly waits for its own processes.
describe('the embedded database and its servers', { concurrency: true }, () => {
  test('F26 a second server on the same data directory or port reports it and does not disturb the first', () =>
    inFolder(async (folder) => {
      const env = { DATA_DIR: join(folder, 'one'), PORT: await freePort() }
      const first = spawnServer(env)
      await untilReady(first)

      const [sameData, samePort] = [
        spawnServer({ ...env, PORT: await freePort() }),
        spawnServer({ ...env, DATA_DIR: join(folder, 'two') }),
      ]
      assert.equal((await sameData.ended).code, 1)
      assert.match(sameData.output(), /Ya hay otro servidor de Hilo \(proceso \d+\) con los datos de .*one/)
      assert.equal((await samePort.ended).code, 1)
      assert.match(samePort.output(), /El puerto \d+ ya está en uso/)
      assert.ok(!existsSync(join(folder, 'two', 'pg', 'postmaster.pid')), 'the refused one stops its own database')

      await untilReady(first)
      await endsInOrder(first, 'SIGINT', env.DATA_DIR)
    }))

  test('a killed server leaves its database running, and the next one adopts it', () =>
    inFolder(async (folder) => {
      const env = { DATA_DIR: folder, PORT: await freePort() }
      const first = spawnServer(env)
      await untilReady(first)
      const pid = await postmaster(folder)
      await first.kill('SIGKILL')
      const second = spawnServer(env)
      await untilReady(second)
      assert.equal(await postmaster(folder), pid)
      await endsInOrder(second, 'SIGTERM', folder)
    }))

  test('everything in the data directory is private to its users, whatever the umask', () =>
    inFolder(async (folder) => {
      const env = { DATA_DIR: join(folder, 'data'), PORT: await freePort() }
      const before = process.umask(0)
      const server = spawnServer(env)
      process.umask(before)
      await untilReady(server)
      const { mode } = await stat(env.DATA_DIR)
      assert.equal(mode & 0o066, 0, 'nobody else lists or writes it')
      const names = await readdir(env.DATA_DIR, { recursive: true })
      assert.ok(names.includes('postgres.log') && names.includes('owner.key'))
      for (const name of names) {
        const found = await lstat(join(env.DATA_DIR, name)).catch(() => null)
        // PostgreSQL creates and deletes files meanwhile.
        if (found) assert.equal(found.mode & 0o077, 0, name)
      }
      await server.kill('SIGTERM')
    }))

  test('an interrupted first start leaves no process and can be repeated', () =>
    inFolder(async (folder) => {
      const env = { DATA_DIR: folder, PORT: await freePort() }
      const first = spawnServer(env)
      await new Promise((done) => setTimeout(done, 900))
      const began = performance.now()
      await first.kill('SIGTERM')
      assert.ok(performance.now() - began >= longestStopMs || !existsSync(join(folder, 'pg', 'postmaster.pid')))
      const second = spawnServer(env)
      await untilReady(second)
      await second.kill('SIGTERM')
    }))
})
