/** The user's encryption key, not extractable from the device, in a database of its own. */
import { call } from '../api/call.ts'
import { CallProblem } from '../api/problem.ts'
import { isSessionOf } from './confirm-session.ts'

const name = 'hilo-keys'
const storeName = 'keys'

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
  })
}

async function within<T>(mode: IDBTransactionMode, act: (of: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(storeName, mode)
      const request = act(transaction.objectStore(storeName))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('IndexedDB'))
    })
  } finally {
    database.close()
  }
}

const isKey = (value: unknown): value is CryptoKey => value instanceof CryptoKey

async function fetched(user: number): Promise<CryptoKey> {
  if (!(await isSessionOf(user))) throw new CallProblem('YOU_ARE_NOT_LOGGED_IN', 'YOU_ARE_NOT_LOGGED_IN', 401)
  const { key } = await call('admin_vno/devices/key', {})
  const bytes = Uint8Array.from(atob(key), (one) => one.charCodeAt(0))
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

export const keyring = {
  /** The user's key, if stored on this device. */
  async get(user: number): Promise<CryptoKey | null> {
    const kept: unknown = await within('readonly', (of) => of.get(user) as IDBRequest<unknown>).catch(() => null)
    return isKey(kept) ? kept : null
  },
  /** The signed-in user's key, fetched from the server if not stored. @throws {CallProblem} */
  async own(user: number): Promise<CryptoKey> {
    const kept = await keyring.get(user)
    if (kept) return kept
    const key = await fetched(user)
    await within('readwrite', (of) => of.put(key, user)).catch(() => undefined)
    return key
  },
  forget: (user: number): Promise<unknown> => within('readwrite', (of) => of.delete(user)).catch(() => undefined),
}
