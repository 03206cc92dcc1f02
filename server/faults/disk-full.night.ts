/** A full disk under database and files: reads work, and free space is all that recovery needs. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { openCluster } from '../db/embedded.ts'
import { silentLog } from '../log.ts'
import { handedOver } from '../test/cluster.ts'
import { unique } from '../test/factories.ts'
import { startTestServer } from '../test/harness.ts'
import { Journal } from '../test/journal.ts'
import { untilTrue } from '../test/poll.ts'

const sizeMb = 400

function mount(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Fills a disk to the last page. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (const chunk of [1 << 20, 4096]) {
      const bytes = Buffer.alloc(chunk, 1)
      for (let written = chunk; written === chunk;)
        written = await file.write(bytes).then(
          ({ bytesWritten }) => bytesWritten,
          () => 0,
        )
    }
  } finally {
    await file.close()
  }
}

describe('a disk of its own for the database', async () => {
  const given = process.env[handedOver]
  const folder = await mkdtemp(join(tmpdir(), 'hilo-full-'))
  const mounted = mount(folder)
  if (!mounted) return
  const cluster = await openCluster(folder, silentLog, () => {})
  process.env[handedOver] = cluster.url
  const server = await startTestServer()
  after(async () => {
    if (given === undefined) delete process.env[handedOver]
    else process.env[handedOver] = given
    await server?.close()
    if (mounted) {
      await cluster.close()
      execFileSync('umount', [folder])
    }
    await rm(folder, { recursive: true, force: true })
  })

  it('F4 while it is full reads work and changes are refused; with free space all works as before', async (t) => {
    if (!server) return t.skip('a disk of its own cannot be mounted here')
    const { db } = server
    const journal = await Journal.open(server)
    assert.equal((await journal.write()).status, 200)
    await fill(join(folder, 'ballast'))
    assert.equal((await statfs(folder)).bavail, 0)
    const refused = new Set<number>()
    for (let n = 0; n < 400 && !refused.has(507); n++) {
      const entries = await Promise.all(Array.from({ length: 8 }, () => journal.write(`J${unique()}${'x'.repeat(90)}`)))
      for (const { status } of entries) if (status !== 200) refused.add(status)
      assert.equal((await journal.read()).status, 200)
    }
    assert.deepEqual([...refused], [507])
    const { app } = server
    await untilTrue(async () => (await app.inject({ url: '/readyz' })).statusCode === 200)
    await rm(join(folder, 'ballast'))
    assert.equal((await journal.writeUntilAnswered(20_000)).status, 200)
    for (let n = 0; n < 5; n++) assert.equal((await journal.write()).status, 200)
    await journal.holds(db)
  })
})
