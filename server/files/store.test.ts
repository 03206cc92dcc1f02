/** Storage and collection of files. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { inProcess } from '../kernel/sql/in-process.ts'
import { knownProblem } from '../kernel/request/problems.ts'
import { makeVno } from '../test/factories.ts'
import { startTestDatabase } from '../test/database.ts'
import { collectFiles } from './collect.ts'
import { attachFile, keepBytes, type Kept } from './attach.ts'
import { DiskStore } from './store.ts'

const long = new Date(Date.now() - 25 * 3_600_000)

describe('the store', async () => {
  const db = await startTestDatabase()
  const store = new DiskStore(join(await mkdtemp(join(tmpdir(), 'hilo-store-')), 'files'))
  const vnoId = (await makeVno(db)).id
  after(async () => {
    await db.close()
    await rm(join(store.root, '..'), { recursive: true })
  })

  const file = { vnoId, eventId: null, name: 'a.pdf', mime: 'application/pdf', createdBy: null }
  const attach = (full: Kept, thumb?: Kept) =>
    inProcess(db, (sql) => attachFile(sql, store, { ...file, full, ...(thumb && { thumb }) }))

  it('stores bytes by content and owner; the same bytes have the same key', async () => {
    const one = await keepBytes(store, vnoId, Buffer.from('hola'))
    const sha256 = createHash('sha256').update('hola').digest('hex')
    assert.deepEqual(one, { key: `${vnoId}/${sha256.slice(0, 2)}/${sha256}`, bytes: 4, sha256 })
    assert.equal((await keepBytes(store, vnoId, Buffer.from('hola'))).key, one.key)
    assert.notEqual((await keepBytes(store, vnoId + 1, Buffer.from('hola'))).key, one.key)
    assert.equal(await text(await store.open(one.key)), 'hola')
    assert.equal((await stat(store.path(one.key))).mode & 0o777, 0o600)
    assert.deepEqual(await readdir(store.incoming), [])
    await store.remove(one.key)
    assert.equal(await store.exists(one.key), false)
    await assert.rejects(store.open(one.key), { code: 'ENOENT' })
  })

  it('S36 a name is no way out of the store', async () => {
    for (const key of ['../../etc/passwd', `${vnoId}/ab/../../x`, '/etc/passwd', '', `${vnoId}/ab/${'a'.repeat(63)}`]) {
      await assert.rejects(store.open(key), /not the key/)
      await assert.rejects(store.remove(key), /not the key/)
      await assert.rejects(store.exists(key), /not the key/)
    }
  })

  it('S38 refuses at 90 % of the disk, and a disk that fills during a write gives the same error', async (t) => {
    const at = (bavail: number) => new DiskStore(store.root, async () => ({ blocks: 1000, bavail })).assertRoom()
    await at(101)
    await assert.rejects(at(100), { code: 'STORAGE_FULL' })
    await assert.rejects(at(0), { code: 'STORAGE_FULL' })
    const small = await mkdtemp(join(tmpdir(), 'hilo-small-'))
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small], { stdio: 'ignore' })
    } catch {
      return t.skip('a disk of its own cannot be mounted here')
    }
    try {
      const tiny = new DiskStore(join(small, 'files'))
      await tiny.assertRoom()
      const kept = await keepBytes(tiny, vnoId, Buffer.alloc(500_000, 1))
      const lost = await keepBytes(tiny, vnoId, Buffer.alloc(900_000, 2)).catch((error: unknown) => error)
      assert.equal(knownProblem(lost)?.code, 'STORAGE_FULL')
      await keepBytes(tiny, vnoId, Buffer.alloc(460_000, 3))
      await assert.rejects(tiny.assertRoom(), { code: 'STORAGE_FULL' })
      assert.equal((await text(await tiny.open(kept.key))).length, 500_000)
      assert.deepEqual(await readdir(tiny.incoming), [])
    } finally {
      execFileSync('umount', [small])
      await rm(small, { recursive: true })
    }
  })

  it('collects unreferenced files after a day, and no others', async () => {
    const keep = (content: string) => keepBytes(store, vnoId, Buffer.from(content))
    const [full, thumb, orphan, fresh] = [
      await keep('full'),
      await keep('thumb'),
      await keep('orphan'),
      await keep('fresh'),
    ]
    await attach(full, thumb)
    for (const one of [full, thumb, orphan]) await utimes(store.path(one.key), long, long)
    await mkdir(join(store.incoming, 'died'), { recursive: true })
    await writeFile(join(store.incoming, 'died', '0'), 'x')
    await utimes(join(store.incoming, 'died'), long, long)
    await mkdir(join(store.incoming, 'busy'))
    assert.equal(await collectFiles(db.owner, store), 1)
    const left = await Promise.all([full, thumb, orphan, fresh].map((one) => store.exists(one.key)))
    assert.deepEqual(left, [true, true, false, true])
    assert.deepEqual(await readdir(store.incoming), ['busy'])
  })

  it('collects a file for some days when they are over, although it was attached', async () => {
    const full = await keepBytes(store, vnoId, Buffer.from('rows of a load'))
    const id = await inProcess(db, (sql) => attachFile(sql, store, { ...file, full, daysKept: 1 }))
    await utimes(store.path(full.key), long, long)
    assert.equal(await collectFiles(db.owner, store), 0)
    await db.owner.query(`update file set kept_until = now() - interval '1 second' where id = $1`, [id])
    assert.equal(await collectFiles(db.owner, store), 1)
    assert.equal(await store.exists(full.key), false)
  })

  it('bytes collected between keeping and attaching are never referred to', async () => {
    const kept = await keepBytes(store, vnoId, Buffer.from('slow'))
    await utimes(store.path(kept.key), long, long)
    assert.equal(await collectFiles(db.owner, store), 1)
    await assert.rejects(attach(kept), { code: 'UNAVAILABLE' })
  })

  it('collecting waits for attaching', async () => {
    const kept = await keepBytes(store, vnoId, Buffer.from('late'))
    await utimes(store.path(kept.key), long, long)
    let collected: Promise<number> | undefined
    await inProcess(db, async (sql) => {
      await attachFile(sql, store, { ...file, full: kept })
      collected = collectFiles(db.owner, store)
      const early = await Promise.race([collected, new Promise((resolve) => setTimeout(resolve, 200, 'waits'))])
      assert.equal(early, 'waits')
    })
    assert.equal(await collected, 0)
    assert.equal(await store.exists(kept.key), true)
  })
})
