import type { Change, Store, StoreName } from './device-types.ts'

/** The device's database: data that must survive a reload and a killed tab. */
const name = 'hilo-field'
const stores: readonly StoreName[] = ['operations', 'drafts', 'blobs', 'pack']

let opened: Promise<IDBDatabase> | null = null

function open(): Promise<IDBDatabase> {
  const opening = (opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 2)
    request.onupgradeneeded = () => {
      const known = request.result.objectStoreNames
      for (const store of stores) if (!known.contains(store)) request.result.createObjectStore(store)
    }
    request.onsuccess = () => {
      const database = request.result
      // Another tab upgrades the schema: close, and reopen on the next use.
      database.onversionchange = () => {
        database.close()
        forget(opening)
      }
      // A telephone that suspends the application closes its database.
      database.onclose = () => forget(opening)
      resolve(database)
    }
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
  }))
  return opening
}

function forget(opening: Promise<IDBDatabase>): void {
  if (opened === opening) opened = null
}

type Act<T> = (of: (name: StoreName) => IDBObjectStore) => T

function attempt<T>(
  database: IDBDatabase,
  names: StoreName | readonly StoreName[],
  mode: IDBTransactionMode,
  act: Act<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(names, mode, { durability: 'strict' })
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('IndexedDB'))
    try {
      const result = act((one) => transaction.objectStore(one))
      // Commit now, so that closing the page does not abort the transaction.
      if (mode === 'readwrite') transaction.commit()
      // Only committed data counts as stored.
      transaction.oncomplete = () => resolve(result)
    } catch (error) {
      reject(error instanceof Error ? error : new Error('IndexedDB', { cause: error }))
      // Roll back the changes made before the failure.
      transaction.abort()
    }
  })
}

/**
 * One transaction. Browsers report a lost database in several ways, and not always by an event: after any failure the
 * database is opened anew, and a failure of an older handle is tried once more. Changes are whole values by key, so that
 * doing them twice is doing them once.
 */
async function within<T>(
  names: StoreName | readonly StoreName[],
  mode: IDBTransactionMode,
  act: Act<T>,
  isNew = opened === null,
): Promise<T> {
  const opening = open()
  try {
    return await attempt(await opening, names, mode, act)
  } catch (error) {
    forget(opening)
    void opening.then((database) => database.close()).catch(() => undefined)
    if (isNew) throw error
    return await within(names, mode, act, true)
  }
}

const write = ({ key, value }: Change, of: IDBObjectStore) =>
  value === undefined ? of.delete(key) : of.put(value, key)

async function read<T>(store: StoreName, ask: (of: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return (await within(store, 'readonly', (of) => ask(of(store)))).result
}

async function change(changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const names = [...new Set(changes.map(({ store }) => store))]
  await within(names, 'readwrite', (of) => changes.forEach((one) => write(one, of(one.store))))
}

const ofBrowser: Store = {
  all: (of) => read<unknown[]>(of, (one) => one.getAll()),
  get: (of, key) => read<unknown>(of, (one) => one.get(key)),
  keys: async (of) => (await read(of, (one) => one.getAllKeys())).map(String),
  put: (of, key, value) => change([{ store: of, key, value }]),
  remove: (of, key) => change([{ store: of, key, value: undefined }]),
  change,
}

/** The native application uses files, which the system does not evict when space runs short. */
const files =
  import.meta.env.VITE_NATIVE === '1'
    ? () => Promise.all([import('./file-store.ts'), import('./capacitor/files.ts')])
    : null

function ofDevice(load: NonNullable<typeof files>): Store {
  let ready: Promise<Store> | undefined
  const device = () => (ready ??= load().then(([{ FileStore }, { files }]) => new FileStore(files)))
  return {
    all: async (of) => (await device()).all(of),
    get: async (of, key) => (await device()).get(of, key),
    keys: async (of) => (await device()).keys(of),
    put: async (of, key, value) => (await device()).put(of, key, value),
    remove: async (of, key) => (await device()).remove(of, key),
    change: async (changes) => (await device()).change(changes),
  }
}

export const store: Store = files ? ofDevice(files) : ofBrowser
