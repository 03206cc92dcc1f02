/**
 * Offline pack of the technician's work: synchronizes it with the server, stores it, and fills the query cache that the
 * screens read. Never removes what an unsent operation needs.
 */
import type { Path } from '@hilo/contract/index.ts'
import { call } from '../api/call.ts'
import { CallProblem } from '../api/problem.ts'
import { callQuery, queryClient } from '../api/query.ts'
import { session, sessionLoaded } from '../api/session.ts'
import { onChange } from '../api/stream.ts'
import { onNetwork, online } from '../api/reachability.ts'
import type { Change } from '../native/device-types.ts'
import { store } from '../native/store.ts'
import { deviceStore } from './device-store.ts'
import { cachedResponseKeys } from './cached-response.ts'
import { outbox } from './outbox.ts'
import {
  aboutOf,
  packAfter,
  droppable,
  emptyPack,
  neededBy,
  packKinds,
  type PackInfo,
  type Needs,
  type Pack,
  type PackBox,
  type PackEvent,
  type PackKind,
  type PackOrder,
  type PackPort,
  type Pulled,
} from './pack-rules.ts'

export type { Pack, PackBox, PackOrder, PackPort }

/** Maximum number of CTOs per call. */
export const mostKept = 200

/** Changes that arrive together are fetched once, and possibly missed ones at most this often, ms. */
const gatherMs = 2500
const missedMs = 60_000
const patienceMs = 60_000
const quiet = 'hilo-pack'

/** One stored value: a record with its owner. */
type StoredRecord = { user_id: number } & (
  | { kind: 'about'; about: PackInfo }
  | { kind: 'orders'; record: PackOrder }
  | { kind: 'events'; record: PackEvent }
  | { kind: 'ctos'; record: PackBox; ports: readonly PackPort[] }
)

let held: Pack = emptyPack
let owner = 0
let running: Promise<boolean> | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const otherTabs = new BroadcastChannel(quiet)

function show(next: Pack) {
  held = next
  for (const listener of listeners) listener()
}

const isKept = (value: unknown): value is StoredRecord => typeof value === 'object' && value !== null && 'kind' in value
const keyOf = (kind: StoredRecord['kind'], id = 0) => `${owner}/${kind}/${id}`

/** Loads what an earlier page or another tab stored. Data of another user is deleted. */
async function read(): Promise<void> {
  await sessionLoaded
  owner = session.get().info.user.id
  const values: unknown[] = await store.all('pack').catch(() => [])
  const stored = values.filter(isKept)
  const mine = stored.filter(({ user_id }) => user_id === owner)
  const about = mine.find((one) => one.kind === 'about')?.about
  // The device stores nothing: the pack lives as long as the page.
  if (about === undefined && held.at !== null && stored.length === 0) return
  show({
    ...emptyPack,
    ...about,
    orders: mine.flatMap((one) => (one.kind === 'orders' ? [one.record] : [])),
    events: mine.flatMap((one) => (one.kind === 'events' ? [one.record] : [])),
    ctos: mine.flatMap((one) => (one.kind === 'ctos' ? [one.record] : [])),
    ports: mine.flatMap((one) => (one.kind === 'ctos' ? one.ports : [])),
  })
  if (owner > 0 && mine.length < stored.length) await dropOthers()
}

async function dropOthers(): Promise<void> {
  const keys = await store.keys('pack').catch(() => [])
  const others = keys.filter((key) => !key.startsWith(`${owner}/`))
  await store.change(others.map((key) => ({ store: 'pack', key, value: undefined }))).catch(() => undefined)
}

/** Puts a response into the query cache with its age; a newer one stays. */
function keepAnswer<P extends Path>(path: P, query: object, answer: object, at: number): void {
  const options = { ...callQuery(path, query as never), gcTime: Infinity }
  const entry = queryClient.getQueryCache().build(queryClient, options as never)
  if (entry.state.dataUpdatedAt < at) entry.setData(answer, { updatedAt: at, manual: true })
}

/** Fills the query cache, so that screens query the same way online and offline. */
function hydrate({ orders, events, ctos, ports }: Pick<Pack, 'orders' | 'events' | 'ctos' | 'ports'>): void {
  if (held.at === null) return
  // Cap at now: with a clock set back, the data would count as fresh for ever.
  const at = Math.min(held.heard, Date.now())
  const server_time = new Date(held.at).toISOString()
  const page = (records: readonly object[]) => ({ records, next_cursor: null, server_time })
  for (const row of orders) keepAnswer('admin_vno/orders/get', { id: row.id }, page([row]), at)
  for (const row of events) keepAnswer('admin_vno/events/get', { id: row.id }, page([row]), at)
  for (const row of ports) keepAnswer('admin_vno/ports/get', { id: row.id }, page([row]), at)
  const inside = Map.groupBy(ports, ({ cto_id }) => cto_id)
  for (const row of ctos) {
    keepAnswer('admin_vno/ctos/get', { id: row.id }, page([row]), at)
    const query = { filter: { cto_id: row.id }, limit: 32 }
    keepAnswer('admin_vno/ports/get', query, page(inside.get(row.id) ?? []), at)
  }
}

/** A record that has left the pack has changed, and the pack does not say how: screens ask for it again. */
const forget = (kind: PackKind, id: number) =>
  void queryClient.invalidateQueries({ queryKey: callQuery(`admin_vno/${kind}/get`, { id }).queryKey })

async function needs(): Promise<Needs> {
  const drafts = await deviceStore.keys('drafts')
  const events = drafts.flatMap((key) => (key.startsWith(`${owner}/`) ? [Number(key.split('/')[1])] : []))
  return neededBy(outbox.get(), events, held)
}

function put(kind: PackKind, answer: Pulled): Change[] {
  const inside = Map.groupBy(answer.ports, ({ cto_id }) => cto_id)
  return answer[kind].map((record) => ({
    store: 'pack',
    key: keyOf(kind, record.id),
    value: { user_id: owner, kind, record, ...(kind === 'ctos' && { ports: inside.get(record.id) ?? [] }) },
  }))
}
const keepAbout = (): Change => ({
  store: 'pack',
  key: keyOf('about'),
  value: { user_id: owner, kind: 'about', about: aboutOf(held) } satisfies StoredRecord,
})

async function take(answer: Pulled, whole: boolean): Promise<void> {
  const { pack: next, left } = packAfter(held, answer, { whole, needs: await needs(), heard: Date.now() })
  show(next)
  hydrate(answer)
  const removed = packKinds.flatMap((kind) =>
    left[kind].map((id): Change => ({ store: 'pack', key: keyOf(kind, id), value: undefined })),
  )
  await store.change([...removed, ...packKinds.flatMap((kind) => put(kind, answer)), keepAbout()])
  for (const kind of packKinds) for (const id of left[kind]) forget(kind, id)
  otherTabs.postMessage('changed')
}

const ask = (cursor: string | null, boxes: readonly number[]) =>
  call(
    'admin_vno/sync/pull',
    { ...(cursor !== null && { cursor }), ...(boxes.length > 0 && { boxes: [...boxes] }) },
    // On a bad connection a request may hang, and this tab holds the lock.
    { signal: AbortSignal.timeout(patienceMs) },
  )

async function askAnew(): Promise<void> {
  const { cursor, boxes } = held
  try {
    await take(await ask(cursor, boxes), cursor === null)
  } catch (error) {
    // The server rejects the cursor: fetch everything.
    if (cursor === null || !(error instanceof CallProblem) || error.code !== 'VALIDATION') throw error
    await take(await ask(null, boxes), true)
  }
}

const isField = () => session.isSignedIn() && session.get().accountType === 'te'

async function pullOnce(): Promise<boolean> {
  await started
  return navigator.locks.request(quiet, { ifAvailable: true }, async (lock) => {
    if (lock === null || !isField()) return false
    const before = owner
    await read()
    if (owner !== before) hydrate(held)
    await askAnew()
    return true
  })
}

/**
 * Fetches changes. True when up to date; false when another tab is fetching, or when signed out. @throws {CallProblem}
 */
function pull(): Promise<boolean> {
  clearTimeout(timer)
  timer = undefined
  running ??= pullOnce().finally(() => (running = null))
  return running
}

function soon(ms: number) {
  if (!isField()) return
  timer ??= setTimeout(() => void pull().catch(() => undefined), ms)
}
const missed = () => soon(Math.max(gatherMs, held.heard + missedMs - Date.now()))

/**
 * Changes the CTOs kept by hand: at once for the screen, and again when no pull runs, because a pull reads the store anew
 * and would undo the change.
 */
async function changeBoxes(change: (boxes: readonly number[]) => number[], save: () => Promise<void>): Promise<void> {
  await started
  show({ ...held, boxes: change(held.boxes) })
  await save()
  await navigator.locks.request(quiet, async () => {
    await read()
    show({ ...held, boxes: change(held.boxes) })
    await save()
  })
}

async function keepBoxes(ids: readonly number[]): Promise<void> {
  const kept = (boxes: readonly number[]) => [...new Set([...boxes, ...ids])].slice(0, mostKept)
  await changeBoxes(kept, () => store.change([keepAbout()]))
  await pull()
}

async function dropBoxes(ids: readonly number[]): Promise<void> {
  const left = (boxes: readonly number[]) => boxes.filter((id) => !ids.includes(id))
  await changeBoxes(left, async () => {
    const going = new Set(droppable(held, ids, await needs()))
    const ctos = held.ctos.filter(({ id }) => !going.has(id))
    show({ ...held, ctos, ports: held.ports.filter(({ cto_id }) => !going.has(cto_id)) })
    const removed = [...going].map((id): Change => ({ store: 'pack', key: keyOf('ctos', id), value: undefined }))
    await store.change([...removed, keepAbout()])
  })
  soon(0)
}

/** Deletes the pack: the user is signing out and the page is about to close. */
async function clear(): Promise<void> {
  const records = packKinds.flatMap((kind) => held[kind].map(({ id }) => keyOf(kind, id)))
  const keys = [keyOf('about'), ...records, ...cachedResponseKeys(owner)]
  show(emptyPack)
  await store.change(keys.map((key) => ({ store: 'pack', key, value: undefined }))).catch(() => undefined)
}

const started = read().then(() => hydrate(held))

/** Keeps the pack up to date. Returns the stop function. */
function follow(): () => void {
  void pull().catch(() => undefined)
  let unsent = outbox.get().filter(({ state }) => state !== 'sent').length
  const ends = [
    onNetwork(() => online() && soon(0)),
    onChange((changes) => {
      if (changes === null) return missed()
      const boxes = new Set(held.ctos.map(({ id }) => id))
      const mine = changes.some(({ area, id }) => /^(?:event|order)/.test(area) || (area === 'ctos' && boxes.has(id)))
      if (mine) soon(gatherMs)
    }),
    outbox.subscribe(() => {
      const now = outbox.get().filter(({ state }) => state !== 'sent').length
      if (now < unsent) soon(gatherMs)
      unsent = now
    }),
    session.onEnd((ending) => void (ending === 'closed' && clear())),
  ]
  const seen = () => void (!document.hidden && missed())
  document.addEventListener('visibilitychange', seen)
  otherTabs.onmessage = () => void read().then(() => hydrate(held))
  return () => {
    for (const end of ends) end()
    document.removeEventListener('visibilitychange', seen)
    clearTimeout(timer)
    timer = undefined
  }
}

export const pack = {
  get: (): Pack => held,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Resolves once the stored pack is loaded. */
  ready: started,
  pull,
  follow,
  /**
   * Keeps CTOs by hand beside those of assigned work. @throws when they cannot be fetched now; the next pull fetches
   * them
   */
  keepBoxes,
  /** Drops CTOs kept by hand; those of assigned work, and those that an unsent operation needs, stay. */
  dropBoxes,
  clear,
}
