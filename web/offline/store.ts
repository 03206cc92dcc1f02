/** The device's own database in a few lines: what must survive a reload and a killed tab. */
const name = 'hilo-field'
const stores = ['operations', 'drafts'] as const
export type StoreName = (typeof stores)[number]

let opened: Promise<IDBDatabase> | null = null

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store)
    }
    request.onsuccess = () => {
      // Another tab wants a newer shape: the next use opens it anew.
      request.result.onversionchange = () => {
        request.result.close()
        opened = null
      }
      resolve(request.result)
    }
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
  }).catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

async function within<T>(store: StoreName, mode: IDBTransactionMode, act: (of: IDBObjectStore) => IDBRequest<T>) {
  const database = await open()
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(store, mode, { durability: 'strict' })
    const request = act(transaction.objectStore(store))
    // Only what is committed counts as kept.
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('IndexedDB'))
  })
}

/** All of them reject when the device refuses to store: full, or a private window. */
export const store = {
  all: (of: StoreName): Promise<unknown[]> => within(of, 'readonly', (one) => one.getAll()),
  get: (of: StoreName, key: string): Promise<unknown> => within(of, 'readonly', (one) => one.get(key)),
  put: async (of: StoreName, key: string, value: unknown): Promise<void> =>
    void (await within(of, 'readwrite', (one) => one.put(value, key))),
  remove: (of: StoreName, key: string): Promise<void> => within(of, 'readwrite', (one) => one.delete(key)),
}
