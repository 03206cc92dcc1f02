/** A disk whose fsync fails: nothing is confirmed, and the next try starts over. */
import assert from 'node:assert/strict'
import { mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it, mock } from 'node:test'
import { keepBytes } from '../files/attach.ts'
import { DiskStore } from '../files/store.ts'

/** Syncs of the file, its folder, the operator's, the store's and the one above. */
const syncs = 5
const folder = await mkdtemp(join(tmpdir(), 'hilo-fsync-'))
after(() => rm(folder, { recursive: true, force: true }))

it('F5 if the n-th fsync fails the bytes are not confirmed, and a repetition syncs all of them again', async () => {
  const probe = await open(folder, 'r')
  const handle = Object.getPrototypeOf(probe) as { sync: (this: unknown) => Promise<void> }
  await probe.close()
  let calls = 0
  let failing = 0
  const { sync } = handle
  mock.method(handle, 'sync', async function (this: unknown) {
    calls += 1
    if (calls === failing) throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' })
    await sync.call(this)
  })
  try {
    for (let nth = 1; nth <= syncs; nth++) {
      const store = new DiskStore(join(folder, String(nth), 'files'))
      const bytes = Buffer.from(`bytes ${nth}`)
      calls = 0
      failing = nth
      await assert.rejects(keepBytes(store, 1, bytes), { code: 'EIO' })
      assert.deepEqual(await readdir(store.incoming), [])
      calls = 0
      failing = 0
      const { key } = await keepBytes(store, 1, bytes)
      assert.ok(calls >= syncs - 1, `${calls} after the ${nth}th failed`)
      assert.ok(await store.exists(key))
    }
  } finally {
    mock.restoreAll()
  }
})
