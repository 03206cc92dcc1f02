/** Reads the device's own database; and a browser that can be killed at any moment. */
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  chromium,
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions,
  type Page,
} from '@playwright/test'
import type { Event } from '@hilo/contract/events/events.ts'
import type { FieldStep } from '@hilo/domain/status.ts'
import { expect } from '../fixtures.ts'

interface KeptPicture {
  id: string
  step: string
  event_id: number
  /** As declared by the operation. */
  sha256: string
  /** Hash of the stored bytes; null once they may be deleted. */
  bytes: string | null
  state: string
}
interface PictureOperation {
  client_request_id: string
  path: string
  state: string
  query: { sha256: string; step: string; event_id: number | string }
  files?: { picture?: unknown }
}
interface KeptOperation {
  id: string
  path: string
  user_id: number
  state: string
  code: string | null
  /** Of a step: its name and data; number of tries. */
  about: string
}

type Store = 'operations' | 'drafts' | 'pack' | 'blobs'
interface Entry {
  key: string
  value: Record<string, unknown>
}

/** Runs in the page: all entries of these stores of the device's database at one moment, with the SHA-256 of each blob for it. */
async function readStores(names: Store[]): Promise<Entry[][]> {
  const open = indexedDB.open('hilo-field')
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    open.onsuccess = () => resolve(open.result)
    open.onerror = () => reject(open.error ?? new Error('IndexedDB'))
    // Nothing stored yet: reading must not create the database.
    open.onupgradeneeded = () => open.transaction?.abort()
  }).catch(() => null)
  if (database === null) return names.map(() => [])
  const hashed = async (value: unknown): Promise<unknown> => {
    if (value instanceof Blob) {
      const digest = await crypto.subtle.digest('SHA-256', await value.arrayBuffer())
      return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const entries = Object.entries(value).map(async ([key, one]) => [key, await hashed(one)] as const)
    return Object.fromEntries(await Promise.all(entries))
  }
  try {
    const transaction = database.transaction(names)
    const stores = names.map((name) => transaction.objectStore(name))
    const asked = stores.map((store) => ({ keys: store.getAllKeys(), values: store.getAll() }))
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve
      transaction.onerror = reject
    })
    const entry = async (key: IDBValidKey, value: unknown) =>
      ({ key: String(key), value: await hashed(value) }) as Entry
    const held = asked.map(({ keys, values }) => keys.result.map((key, at) => entry(key, values.result[at])))
    return await Promise.all(held.map((entries) => Promise.all(entries)))
  } finally {
    database.close()
  }
}

const stored = async (page: Page, store: Store) => (await page.evaluate(readStores, [store])).flat()

export const storedKeys = async (page: Page, store: Store) => (await stored(page, store)).map(({ key }) => key)

/** Everything that the stores hold, as one string. */
export const storedText = async (page: Page, ...stores: Store[]) =>
  JSON.stringify(await page.evaluate(readStores, stores))

/** Waits until the phone has stored the draft of a step; a page that is closed sooner may lose its last keystroke. */
export const draftStored = (page: Page, step: FieldStep): Promise<void> =>
  expect
    .poll(async () => (await storedKeys(page, 'drafts')).some((key) => key.endsWith(`/${step}`)), { timeout: 120_000 })
    .toBe(true)

const uploads = 'admin_vno/enrollments/pictures/upload'

const isSealed = (key: string) => key.startsWith('sealed/')

function aboutOf(value: Record<string, unknown>): string {
  const { step, status } = value['query'] as Record<string, unknown>
  return [step, status, value['tries']].map(String).join(' ')
}

export async function keptOperations(page: Page): Promise<KeptOperation[]> {
  const all = (await stored(page, 'operations')).filter(({ key }) => !isSealed(key))
  return all.map(({ value }) => ({
    id: String(value['client_request_id']),
    path: String(value['path']),
    user_id: Number(value['user_id']),
    state: String(value['state']),
    code: (value['refusal'] as { code: string } | null)?.code ?? null,
    about: aboutOf(value),
  }))
}

/** Pending and sent pictures. */
export async function keptPictures(page: Page): Promise<KeptPicture[]> {
  const [operations = [], blobs = []] = await page.evaluate(readStores, ['operations', 'blobs'] as Store[])
  const lying = blobs.map(({ value }) => (typeof value === 'string' ? value : value['blob']))
  const rows = operations.map(({ value }) => value as unknown as PictureOperation)
  return rows
    .filter(({ path }) => path === uploads)
    .map(({ client_request_id: id, query: { sha256, step, event_id }, files, state }) => {
      const own = files?.picture
      const bytes = typeof own === 'string' ? own : lying.includes(sha256) ? sha256 : null
      return { id, step, event_id: Number(event_id), sha256, bytes, state }
    })
}

/** All typed and unconfirmed input, as one string. */
export async function keptDrafts(page: Page): Promise<string> {
  const all = await stored(page, 'drafts')
  return JSON.stringify(all.map(({ key, value }) => [key, value['data']]))
}

/** Neighbours' cuts without an end, over all stored interventions. */
export async function keptAlarms(page: Page): Promise<number> {
  const records = (await stored(page, 'pack')).map(({ value }) => value['record'])
  const alarms = records.flatMap(
    (one) => (one as { neighbours?: Event['neighbours'] } | undefined)?.neighbours?.alarms ?? [],
  )
  return alarms.filter((one) => one.class === null).length
}

/** Before the first page: remembers every open handle of the device's database. */
export const watchDatabases = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const handles: IDBDatabase[] = []
    Object.assign(window, { handles })
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = function (this: IDBFactory, ...asked: Parameters<IDBFactory['open']>) {
      const request = open.apply(this, asked)
      request.addEventListener('success', () => handles.push(request.result))
      return request
    }
  })

/** A telephone that suspends the application closes its database: some tell it by an event, some by the next error alone. */
export const closeDatabases = (page: Page, told: boolean): Promise<void> =>
  page.evaluate((isTold) => {
    for (const handle of (window as unknown as { handles: IDBDatabase[] }).handles.splice(0)) {
      handle.close()
      if (isTold) handle.dispatchEvent(new Event('close'))
    }
  }, told)

/** Simulates the return of the network, which retries pending operations at once. */
export const hurry = (page: Page): Promise<boolean> => page.evaluate(() => dispatchEvent(new Event('online')))

/** Waits until nothing is pending on the device. */
export async function allSent(page: Page): Promise<void> {
  const waiting = async () => {
    await hurry(page)
    const left = (await keptOperations(page)).filter(({ state }) => state !== 'sent')
    return left.map(({ path, state, code, about }) => [path, about, state, code].join(' '))
  }
  await expect.poll(waiting, { timeout: 300_000, intervals: [200] }).toEqual([])
}

/** A browser with its own profile on disk, which outlives it. */
export interface Device {
  context: BrowserContext
  page: Page
  /** Kills its processes; the browser starts again on the same profile. */
  kill: () => Promise<void>
  /** Closes it normally, and opens it again. */
  restart: () => Promise<void>
  close: () => Promise<void>
}

const running = (profile: string): number[] =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')
      return words.includes(`--user-data-dir=${profile}`) ? [Number(name)] : []
    } catch {
      // The process ended during the search.
      return []
    }
  })

async function killAll(profile: string): Promise<void> {
  for (let left = running(profile); left.length > 0; left = running(profile)) {
    for (const pid of left) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It ended together with its parent.
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

export async function startDevice(options: LaunchOptions & BrowserContextOptions): Promise<Device> {
  const profile = await mkdtemp(join(tmpdir(), 'hilo-device-'))
  const start = async () => {
    const context = await chromium.launchPersistentContext(profile, options)
    return { context, page: context.pages()[0] ?? (await context.newPage()) }
  }
  const device: Device = {
    ...(await start()),
    async kill() {
      const gone = new Promise((resolve) => device.context.once('close', resolve))
      await killAll(profile)
      await gone
      Object.assign(device, await start())
    },
    async restart() {
      await device.context.close()
      Object.assign(device, await start())
    },
    async close() {
      await device.context.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return device
}
