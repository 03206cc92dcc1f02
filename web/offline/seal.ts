/** The unsent work of whoever signs out stays on the device, for nobody but him: sealed with a key that only he gets. */
import type { Change } from '../native/store.ts'
import { device } from './device.ts'
import { blobsOf, everything, isStored, type Stored } from './kept.ts'
import { mark } from './mark.ts'

interface Sealed {
  user_id: number
  /** Operations inside. */
  count: number
  /** The place in the queue of the last of them: what is done before they are open goes behind. Older seals lack it. */
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

/** Bytes of the number that is used once, before the rest. */
const ivBytes = 12
/** What is sealed is bound to its place: it opens nowhere else. */
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
  const keys = (await device.keys('drafts')).filter((key) => key.startsWith(`${user}/`))
  return Promise.all(keys.map(async (key) => [key, await device.get('drafts', key)] as const))
}

/** Bytes that nobody sealed yet, each behind the lock. */
async function shutBlobs(key: CryptoKey, names: readonly string[]): Promise<Change[]> {
  const changes: Change[] = []
  for (const name of names) {
    const blob = await device.get('blobs', name)
    if (!(blob instanceof Blob)) continue
    const value: SealedBytes = { type: blob.type, sealed: await shut(key, name, await blob.arrayBuffer()) }
    changes.push({ store: 'blobs', key: name, value })
  }
  return changes
}

/** Seals what a person has not sent and not confirmed; what has arrived leaves the device. */
export async function seal(user: number, key: CryptoKey): Promise<void> {
  const stored = (await everything()).filter(({ user_id }) => user_id === user)
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
  await device.change(changes)
  mark.set(user, 0)
}

async function openBlobs(key: CryptoKey, names: readonly string[]): Promise<Change[]> {
  const changes: Change[] = []
  for (const name of names) {
    const value = await device.get('blobs', name)
    if (!isSealedBytes(value)) continue
    const blob = new Blob([await opened(key, name, value.sealed)], { type: value.type })
    changes.push({ store: 'blobs', key: name, value: blob })
  }
  return changes
}

const sealedKeys = async () => (await device.keys('operations')).filter((key) => key.startsWith('sealed/'))
const sealedHere = async () =>
  (await Promise.all((await sealedKeys()).map((key) => device.get('operations', key)))).filter(isSealed)

/** Gives back what was sealed for a person; what he has typed since is newer than a draft of then. */
export async function unseal(user: number, key: CryptoKey): Promise<void> {
  for (const place of (await sealedKeys()).filter((one) => one.startsWith(`sealed/${user}/`))) {
    const value = await device.get('operations', place)
    if (!isSealed(value)) continue
    const content = JSON.parse(new TextDecoder().decode(await opened(key, place, value.sealed))) as Content
    const operations = content.operations.filter(isStored)
    const typed = new Set(await device.keys('drafts'))
    const before = content.drafts.filter(([draft]) => !typed.has(draft))
    await device.change([
      gone('operations', place),
      ...operations.map((one): Change => ({ store: 'operations', key: one.client_request_id, value: one })),
      ...before.map(([draft, value]): Change => ({ store: 'drafts', key: draft, value })),
      ...(await openBlobs(key, operations.flatMap(blobsOf))),
    ])
  }
}

/** Whether something of a person lies sealed here. */
export const isSealedFor = async (user: number): Promise<boolean> =>
  (await sealedKeys()).some((place) => place.startsWith(`sealed/${user}/`))

/** The last place in the queue that something sealed for a person has; 0 without any. */
export async function lastSealed(user: number): Promise<number> {
  const his = (await sealedHere()).filter(({ user_id }) => user_id === user)
  return Math.max(0, ...his.map(({ last = 0 }) => last))
}

/** Everybody else with work on this device that waits for him: who, how much of it, and whether it is sealed already. */
export async function others(user: number): Promise<{ user: number; count: number; sealed: boolean }[]> {
  const sealed = await sealedHere()
  const plain = (await everything()).filter(({ state }) => state !== 'sent')
  return [
    ...sealed.map((one) => ({ user: one.user_id, count: one.count, sealed: true })),
    ...[...Map.groupBy(plain, ({ user_id }) => user_id)].map(([of, all]) => ({
      user: of,
      count: all.length,
      sealed: false,
    })),
  ].filter((one) => one.user !== user)
}
