/** Files in a bucket, over the S3 protocol, compared with the disk store. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { forgetAgain } from '../auth/forget.ts'
import { inProcess } from '../kernel/sql/in-process.ts'
import { startTestDatabase } from '../test/database.ts'
import { makeVno } from '../test/factories.ts'
import { startBucket } from '../test/s3.ts'
import { collectFiles } from './collect.ts'
import { silentLog } from '../log.ts'
import { attachFile, keepBytes } from './attach.ts'
import { openFiles } from './open.ts'
import { S3Store, type Bucket } from './s3-store.ts'

/** A store whose clock is a day ahead. */
class Tomorrow extends S3Store {
  override untouched(): AsyncGenerator<string> {
    return super.untouched(-1)
  }
  override isUntouched(key: string): Promise<boolean> {
    return super.isUntouched(key, -1)
  }
}

describe('a bucket', async () => {
  const db = await startTestDatabase()
  const vnoId = (await makeVno(db)).id
  const folder = await mkdtemp(join(tmpdir(), 'hilo-s3-'))
  const server = await startBucket()
  const { bucket } = server
  const store = new S3Store(bucket, join(folder, 'incoming'))
  after(async () => {
    await server.close()
    await db.close()
    await rm(folder, { recursive: true })
  })

  it('stores the same as the disk, under the same key, and leaves nothing on this machine', async () => {
    const bytes = Buffer.alloc(3_000_000, 7)
    const kept = await keepBytes(store, vnoId, bytes)
    assert.equal(kept.key, `${vnoId}/${kept.sha256.slice(0, 2)}/${kept.sha256}`)
    assert.equal((await keepBytes(store, vnoId, bytes)).key, kept.key)
    assert.ok((await buffer(await store.open(kept.key))).equals(bytes))
    assert.deepEqual(await readdir(store.incoming), [])
    await store.remove(kept.key)
    await store.remove(kept.key)
    assert.equal(await store.exists(kept.key), false)
    await assert.rejects(store.open(kept.key), { code: 'ENOENT' })
  })

  it('S36 a name is no way out of the bucket', async () => {
    for (const key of ['../../etc/passwd', `${vnoId}/ab/../../x`, '', `${vnoId}/ab/${'a'.repeat(63)}?acl`])
      for (const act of [store.open(key), store.remove(key), store.exists(key), store.isUntouched(key, 0)])
        await assert.rejects(act, /not the key/)
  })

  it('collects unreferenced files, page by page, and keeps referenced ones', async () => {
    const own = await keepBytes(store, vnoId, Buffer.from('referred to'))
    await inProcess(db, (sql) =>
      attachFile(sql, store, { vnoId, eventId: null, name: 'a', mime: 'text/plain', full: own, createdBy: null }),
    )
    for (let n = 0; n < 60; n++) await keepBytes(store, vnoId, Buffer.from(`orphan ${n}`))
    assert.equal(await collectFiles(db.owner, store), 0, 'what came today may be on its way to being attached')
    const later = new Tomorrow(bucket, store.incoming)
    assert.equal(await collectFiles(db.owner, later), 60)
    assert.equal(await text(await store.open(own.key)), 'referred to')
  })

  it('keeps the list of erased people', async () => {
    assert.equal(await store.readList(), '')
    assert.equal(await forgetAgain(db.owner, store), 0)
    await store.writeList('7 1700000000000\n')
    assert.equal(await store.readList(), '7 1700000000000\n')
    for await (const key of store.untouched(-1)) assert.match(key, /^\d+\//, 'the list is no file')
  })

  it('a missing bucket stops the start in Spanish; one that does not answer is only logged', async () => {
    const config = (change: Partial<Bucket>) =>
      ({ dataDir: folder, s3: { ...bucket, ...change } }) as Parameters<typeof openFiles>[0]
    assert.ok((await openFiles(config({}), silentLog)) instanceof S3Store)
    await assert.rejects(openFiles(config({ bucket: 'otro' }), silentLog), /S3_BUCKET no existe/)
    const refused = openFiles(config({ secretAccessKey: 'otra' }), silentLog)
    await assert.rejects(refused, /no deja entrar \(403\).*S3_SECRET_ACCESS_KEY/)
    const told: string[] = []
    const log = { ...silentLog, warn: (message: string) => told.push(message) }
    await openFiles(config({ endpoint: 'http://127.0.0.1:9' }), log)
    assert.match(told.join(), /no responde/)
  })

  it('a temporary failure is retried, and a full bucket is reported', async () => {
    let answers: number[] = []
    const faulty = createServer((request, reply) => {
      request.resume()
      reply.writeHead(answers.shift() ?? 200, { 'content-length': 4 }).end('hola')
    }).listen(0, '127.0.0.1')
    await once(faulty, 'listening')
    const endpoint = `http://127.0.0.1:${(faulty.address() as AddressInfo).port}`
    const at = new S3Store({ ...bucket, endpoint }, join(folder, 'incoming'))
    const key = `1/aa/${'a'.repeat(64)}`
    answers = [503, 500]
    assert.equal(await text(await at.open(key)), 'hola')
    answers = [500, 500, 500, 500]
    await assert.rejects(at.open(key), { code: 'UNAVAILABLE' })
    answers = [507, 507, 507, 507]
    await assert.rejects(keepBytes(at, vnoId, Buffer.from('x')), { code: 'STORAGE_FULL' })
    assert.deepEqual(await readdir(at.incoming), [], 'what could not be kept is not left here')
    faulty.close()
  })
})
