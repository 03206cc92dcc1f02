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
import { expect } from '../field.ts'

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
interface KeptOperation {
  id: string
  path: string
  user_id: number
  state: string
  code: string | null
  /** Of a step: its name and data; number of tries. */
  about: string
}

/** Runs in the page: all entries of a store of the device's database. */
async function readStore(name: string): Promise<{ key: string; value: Record<string, unknown> }[]> {
  const open = indexedDB.open('hilo-field')
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    open.onsuccess = () => resolve(open.result)
    open.onerror = () => reject(open.error ?? new Error(name))
    // Nothing stored yet: reading must not create the database.
    open.onupgradeneeded = () => open.transaction?.abort()
  }).catch(() => null)
  if (database === null) return []
  try {
    const store = database.transaction(name).objectStore(name)
    const [keys, values] = [store.getAllKeys(), store.getAll()]
    await new Promise((resolve, reject) => {
      values.onsuccess = resolve
      values.onerror = reject
    })
    return keys.result.map((key, at) => ({ key: String(key), value: values.result[at] as Record<string, unknown> }))
  } finally {
    database.close()
  }
}

const uploads = 'admin_vno/enrollments/pictures/upload'

const isSealed = (key: string) => key.startsWith('sealed/')

/** Number of sealed operations of signed-out people, by user id. */
export async function keptSealed(page: Page): Promise<{ user_id: number; count: number }[]> {
  const all = (await page.evaluate(readStore, 'operations')).filter(({ key }) => isSealed(key))
  return all.map(({ value }) => ({ user_id: Number(value['user_id']), count: Number(value['count']) }))
}

function aboutOf(value: Record<string, unknown>): string {
  const { step, status } = value['query'] as Record<string, unknown>
  return [step, status, value['tries']].map(String).join(' ')
}

export async function keptOperations(page: Page): Promise<KeptOperation[]> {
  const all = (await page.evaluate(readStore, 'operations')).filter(({ key }) => !isSealed(key))
  return all.map(({ value }) => ({
    id: String(value['client_request_id']),
    path: String(value['path']),
    user_id: Number(value['user_id']),
    state: String(value['state']),
    code: (value['refusal'] as { code: string } | null)?.code ?? null,
    about: aboutOf(value),
  }))
}

/** Runs in the page: pending and sent pictures, with the hash of the stored bytes. */
async function hashPictures(path: string): Promise<KeptPicture[]> {
  const open = indexedDB.open('hilo-field')
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    open.onsuccess = () => resolve(open.result)
    open.onerror = () => reject(open.error ?? new Error('hilo-field'))
  })
  const all = (name: string) => {
    const request = database.transaction(name).objectStore(name).getAll()
    return new Promise<unknown[]>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error(name))
    })
  }
  const hex = async (blob: Blob) =>
    [...new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('')
  const bytesOf = (value: unknown) => (value instanceof Blob ? value : (value as { blob?: Blob } | null)?.blob)
  const lying = new Set<string>()
  for (const value of await all('blobs')) {
    const blob = bytesOf(value)
    if (blob) lying.add(await hex(blob))
  }
  interface Row {
    client_request_id: string
    path: string
    state: string
    query: Record<string, string | number>
    files?: Record<string, unknown>
  }
  const found: KeptPicture[] = []
  for (const row of (await all('operations')) as Row[]) {
    if (row.path !== path) continue
    const own = row.files?.['picture']
    const sha256 = String(row.query['sha256'])
    const bytes = own instanceof Blob ? await hex(own) : lying.has(sha256) ? sha256 : null
    const { client_request_id: id, state } = row
    found.push({ id, step: String(row.query['step']), event_id: Number(row.query['event_id']), sha256, bytes, state })
  }
  database.close()
  return found
}

export const keptPictures = (page: Page): Promise<KeptPicture[]> => page.evaluate(hashPictures, uploads)

/** All typed and unconfirmed input, as one string. */
export async function keptDrafts(page: Page): Promise<string> {
  const all = await page.evaluate(readStore, 'drafts')
  return JSON.stringify(all.map(({ key, value }) => [key, value['data']]))
}

/** Neighbours' cuts without an end, over all stored interventions. */
export async function keptAlarms(page: Page): Promise<number> {
  const records = (await page.evaluate(readStore, 'pack')).map(({ value }) => value['record'])
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
