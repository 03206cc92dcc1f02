/**
 * Unsent work of a signed-out user stays on the device, encrypted with a key that only that user can get from the
 * server.
 */
import type { Change } from '../native/device-types.ts'
import { deviceStore } from './device-store.ts'
import { blobsOf, allOperations, isStored, type Stored } from './operation-store.ts'
import { unsentMark } from './unsent-mark.ts'

interface Sealed {
  user_id: number
  /** Number of operations inside. */
  count: number
  /** Last queue position inside: operations created before unsealing go after it. Missing in older seals. */
  last?: number
  sealed: Blob
}
interface SealedBytes {
  type: string
  sealed: Blob
}
interface Content {
  operations: Stored[]
  drafts: (readonly [key: string, value: unknown])[]
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isSealedBytes = (value: unknown): value is SealedBytes =>
  isObject(value) && 'sealed' in value && value.sealed instanceof Blob
const isSealed = (value: unknown): value is Sealed => isSealedBytes(value) && 'user_id' in value

/** Length of the initialization vector, which precedes the ciphertext, bytes. */
const ivBytes = 12
/** The storage key is authenticated data: a sealed value cannot be decrypted under another key. */
const bound = (iv: BufferSource, place: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(place),
})

async function shut(key: CryptoKey, place: string, bytes: BufferSource): Promise<Blob> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  return new Blob([iv, await crypto.subtle.encrypt(bound(iv, place), key, bytes)])
}

async function opened(key: CryptoKey, place: string, sealed: Blob): Promise<ArrayBuffer> {
  const bytes = await sealed.arrayBuffer()
  return crypto.subtle.decrypt(bound(bytes.slice(0, ivBytes), place), key, bytes.slice(ivBytes))
}

const gone = (store: Change['store'], key: string): Change => ({ store, key, value: undefined })

async function draftsOf(user: number): Promise<Content['drafts']> {
  const keys = (await deviceStore.keys('drafts')).filter((key) => key.startsWith(`${user}/`))
  return Promise.all(keys.map(async (key) => [key, await deviceStore.get('drafts', key)] as const))
}

/** Store changes that encrypt those of the given blobs that are not sealed yet. */
async function shutBlobs(key: CryptoKey, names: readonly string[]): Promise<Change[]> {
  const changes: Change[] = []
  for (const name of names) {
    const blob = await deviceStore.get('blobs', name)
    if (!(blob instanceof Blob)) continue
    const value: SealedBytes = { type: blob.type, sealed: await shut(key, name, await blob.arrayBuffer()) }
    changes.push({ store: 'blobs', key: name, value })
  }
  return changes
}

/** Seals a user's unsent operations and drafts; deletes sent operations from the device. */
export async function seal(user: number, key: CryptoKey): Promise<void> {
  const stored = (await allOperations()).filter(({ user_id }) => user_id === user)
  const drafts = await draftsOf(user)
  const unsent = stored.filter(({ state }) => state !== 'sent')
  const kept = new Set(unsent.flatMap(blobsOf))
  const changes = [
    ...stored.map(({ client_request_id }) => gone('operations', client_request_id)),
    ...drafts.map(([draft]) => gone('drafts', draft)),
    ...[...new Set(stored.flatMap(blobsOf))].filter((name) => !kept.has(name)).map((name) => gone('blobs', name)),
    ...(await shutBlobs(key, [...kept])),
  ]
  if (unsent.length + drafts.length > 0) {
    const place = `sealed/${user}/${crypto.randomUUID()}`
    const content: Content = { operations: unsent, drafts }
    const sealed = await shut(key, place, new TextEncoder().encode(JSON.stringify(content)))
    const last = Math.max(0, ...unsent.map(({ order }) => order))
    const value: Sealed = { user_id: user, count: unsent.length, last, sealed }
    changes.push({ store: 'operations', key: place, value })
  }
  await deviceStore.change(changes)
  unsentMark.set(user, 0)
}

async function openBlobs(key: CryptoKey, names: readonly string[]): Promise<Change[]> {
  const changes: Change[] = []
  for (const name of names) {
    const value = await deviceStore.get('blobs', name)
    if (!isSealedBytes(value)) continue
    const blob = new Blob([await opened(key, name, value.sealed)], { type: value.type })
    changes.push({ store: 'blobs', key: name, value: blob })
  }
  return changes
}

const sealedKeys = async () => (await deviceStore.keys('operations')).filter((key) => key.startsWith('sealed/'))
const sealedHere = async () =>
  (await Promise.all((await sealedKeys()).map((key) => deviceStore.get('operations', key)))).filter(isSealed)

/** Unseals a user's work; a draft typed since then is newer and stays. */
export async function unseal(user: number, key: CryptoKey): Promise<void> {
  for (const place of (await sealedKeys()).filter((one) => one.startsWith(`sealed/${user}/`))) {
    const value = await deviceStore.get('operations', place)
    if (!isSealed(value)) continue
    const content = JSON.parse(new TextDecoder().decode(await opened(key, place, value.sealed))) as Content
    const operations = content.operations.filter(isStored)
    const typed = new Set(await deviceStore.keys('drafts'))
    const before = content.drafts.filter(([draft]) => !typed.has(draft))
    await deviceStore.change([
      gone('operations', place),
      ...operations.map((one): Change => ({ store: 'operations', key: one.client_request_id, value: one })),
      ...before.map(([draft, value]): Change => ({ store: 'drafts', key: draft, value })),
      ...(await openBlobs(key, operations.flatMap(blobsOf))),
    ])
  }
}

/** Whether sealed work of a user is on this device. */
export const isSealedFor = async (user: number): Promise<boolean> =>
  (await sealedKeys()).some((place) => place.startsWith(`sealed/${user}/`))

/** Last queue position of a user's sealed work; 0 without any. */
export async function lastSealed(user: number): Promise<number> {
  const own = (await sealedHere()).filter(({ user_id }) => user_id === user)
  return Math.max(0, ...own.map(({ last = 0 }) => last))
}

/** Other users with work on this device: who, how much, and whether it is sealed already. */
export async function othersWithWork(user: number): Promise<{ user: number; count: number; sealed: boolean }[]> {
  const sealed = await sealedHere()
  const plain = (await allOperations()).filter(({ state }) => state !== 'sent')
  return [
    ...sealed.map((one) => ({ user: one.user_id, count: one.count, sealed: true })),
    ...[...Map.groupBy(plain, ({ user_id }) => user_id)].map(([of, all]) => ({
      user: of,
      count: all.length,
      sealed: false,
    })),
  ].filter((one) => one.user !== user)
}
