/** The device dies during any file operation: acknowledged changes are there, the others whole or not at all. */
import fc from 'fast-check'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Files } from './file-store.ts'
import { FileStore } from './file-store.ts'
import type { Change, Store, StoreName } from './device-types.ts'

/**
 * Files of a device that dies after `calls` operations: the last write is truncated (`half`) or not begun (`none`).
 * With `full`, that write finds no space and the device lives on.
 */
function device(disk: Map<string, string>, calls: number, end: 'half' | 'none' | 'full'): Files {
  let left = calls
  const live = () => {
    if (end !== 'full' && left-- <= 0) throw new Error('dead')
  }
  const write = (path: string, content: string) => {
    if (end !== 'none' && left-- === 0) {
      disk.set(path, content.slice(0, content.length >> 1))
      throw new Error('cut')
    }
    if (end !== 'full' && left < 0) throw new Error('dead')
    if (end === 'none') live()
    disk.set(path, content)
  }
  const need = (path: string) => {
    live()
    const content = disk.get(path)
    if (content === undefined) throw new Error(`no ${path}`)
    return content
  }
  return {
    list: async (folder) => {
      live()
      return [...disk.keys()].filter((path) => path.startsWith(`${folder}/`)).map((path) => path.split('/')[1] ?? '')
    },
    readText: async (path) => need(path),
    readBytes: async (path) => need(path),
    writeText: async (path, text) => write(path, text),
    writeBytes: async (path, base64) => write(path, base64),
    rename: async (from, to) => {
      assert.ok(!disk.has(to), `${to} would be put over another`)
      const content = need(from)
      disk.delete(from)
      disk.set(to, content)
    },
    remove: async (path) => {
      need(path)
      disk.delete(path)
    },
  }
}

type Model = Map<string, unknown>
const stores: StoreName[] = ['operations', 'drafts', 'blobs', 'pack']
const changeOf: fc.Arbitrary<Change> = fc.record({
  store: fc.constantFrom<StoreName>('operations', 'drafts', 'blobs'),
  key: fc.constantFrom('1:a', '1:b', '2:ñ/..'),
  value: fc.oneof(
    fc.constant(undefined),
    fc.record({ n: fc.integer(), text: fc.string({ unit: 'grapheme' }), none: fc.constant(null) }),
    fc.record({ picture: fc.uint8Array({ maxLength: 40 }).map((bytes) => new Blob([bytes], { type: 'image/webp' })) }),
  ),
})
const story = fc.array(fc.array(changeOf, { minLength: 1, maxLength: 4 }), { maxLength: 12 })

const after = (model: Model, all: readonly Change[]): Model => {
  const next = new Map(model)
  for (const { store, key, value } of all) {
    if (value === undefined) next.delete(`${store}/${key}`)
    else next.set(`${store}/${key}`, value)
  }
  return next
}

/** Comparable form: pictures as their bytes. */
async function plain(value: unknown): Promise<unknown> {
  if (value instanceof Blob) return [value.type, ...new Uint8Array(await value.arrayBuffer())]
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(async ([key, one]) => [key, await plain(one)] as const)
  return Object.fromEntries(await Promise.all(entries))
}
const read = async (store: Store): Promise<unknown> => {
  const found: [string, unknown][] = []
  for (const of of stores)
    for (const key of await store.keys(of)) found.push([`${of}/${key}`, await plain(await store.get(of, key))])
  return Object.fromEntries(found.sort())
}
const expected = async (model: Model) =>
  Object.fromEntries(
    (await Promise.all([...model].map(async ([key, value]) => [key, await plain(value)] as const))).sort(),
  )

/** Runs a history until the device dies; returns the acknowledged changes and the one in flight. */
async function live(store: Store, model: Model, changes: readonly (readonly Change[])[]) {
  let known = model
  for (const all of changes) {
    try {
      await store.change(all)
      known = after(known, all)
    } catch {
      return { known, pending: after(known, all) }
    }
  }
  return { known, pending: known }
}

test('wherever the device dies, each change is there whole or not at all, and no acknowledged one is lost', async () => {
  await fc.assert(
    fc.asyncProperty(story, fc.array(fc.nat(60), { maxLength: 4 }), fc.boolean(), async (changes, deaths, half) => {
      const disk = new Map<string, string>()
      let model: Model = new Map()
      for (const lives of [...deaths, Infinity]) {
        const store = new FileStore(device(disk, lives, half ? 'half' : 'none'))
        const { known, pending } = await live(store, model, changes)
        const found = await read(new FileStore(device(disk, Infinity, 'none')))
        const whole = JSON.stringify(found) === JSON.stringify(await expected(pending))
        model = whole ? pending : known
        assert.deepEqual(found, await expected(model))
      }
    }),
    { numRuns: 300 },
  )
})

test('a device without space refuses one change whole, and accepts the next', async () => {
  await fc.assert(
    fc.asyncProperty(story, fc.nat(40), async (changes, lives) => {
      const disk = new Map<string, string>()
      const store = new FileStore(device(disk, lives, 'full'))
      let model: Model = new Map()
      for (const all of changes) {
        const taken = await store.change(all).then(
          () => true,
          () => false,
        )
        if (taken) model = after(model, all)
        assert.deepEqual(await read(store), await expected(model))
      }
      assert.deepEqual(await read(new FileStore(device(disk, Infinity, 'none'))), await expected(model))
    }),
    { numRuns: 200 },
  )
})

test('files that are not needed any more are deleted', async () => {
  const disk = new Map<string, string>()
  const store = new FileStore(device(disk, Infinity, 'none'))
  for (let round = 0; round < 50; round++) {
    await store.change([
      { store: 'operations', key: 'one', value: { round, picture: new Blob(['x']) } },
      { store: 'drafts', key: String(round % 3), value: { round } },
    ])
  }
  assert.ok(disk.size <= 5, [...disk.keys()].join(' '))
  await store.remove('operations', 'one')
  for (const key of await store.keys('drafts')) await store.remove('drafts', key)
  assert.deepEqual([...disk.keys()], [])
})

test('changes keep the order of their calls', async () => {
  const disk = new Map<string, string>()
  const store = new FileStore(device(disk, Infinity, 'none'))
  await Promise.all(Array.from({ length: 20 }, (_, n) => store.put('drafts', 'one', { n })))
  assert.deepEqual(await store.get('drafts', 'one'), { n: 19 })
  assert.equal(await store.get('drafts', 'two'), undefined)
})

test('a file damaged later is put aside, and the rest is read', async () => {
  const disk = new Map<string, string>()
  const store = new FileStore(device(disk, Infinity, 'none'))
  await store.put('drafts', 'one', { n: 1 })
  await store.put('drafts', 'two', { n: 2 })
  const [first = ''] = [...disk.keys()].sort()
  disk.set(first, '\0\0\0')
  const again = new FileStore(device(disk, Infinity, 'none'))
  assert.deepEqual(await again.keys('drafts'), ['two'])
  assert.ok([...disk.keys()].some((path) => path.startsWith('broken/')))
})

test('a full device is recognized in the words of each system; other failures keep theirs', async () => {
  const said = [
    ['write failed: ENOSPC (No space left on device)', 'QuotaExceededError'],
    ['You can’t save the file because the volume is out of space.', 'QuotaExceededError'],
    ['No se puede guardar: no hay suficiente espacio en el volumen.', 'QuotaExceededError'],
    ['Parent folder doesn’t exist', 'Error'],
  ] as const
  for (const [message, name] of said) {
    const files = { ...device(new Map(), 0, 'none'), list: async () => [], remove: async () => undefined }
    const full: Files = { ...files, writeText: () => Promise.reject(new Error(message)) }
    await assert.rejects(new FileStore(full).put('drafts', 'a', 1), { name, message })
  }
})
