/**
 * What the device knows of the technician's work without coverage: what the server told of it, kept, and put where the
 * screens look for it. It never takes away what something unsent needs, and touches nothing unsent.
 */
import type { Path } from '@hilo/contract/index.ts'
import { call } from '../api/call.ts'
import { CallProblem } from '../api/problem.ts'
import { callQuery, queryClient } from '../api/query.ts'
import { session, sessionLoaded } from '../api/session.ts'
import { onChange } from '../api/stream.ts'
import { onNetwork, online } from '../api/reach.ts'
import { store, type Change } from '../native/store.ts'
import { device } from './device.ts'
import { answerKeys } from './kept-answer.ts'
import { outbox } from './outbox.ts'
import {
  applied,
  droppable,
  emptyPack,
  neededBy,
  packKinds,
  type About,
  type Needs,
  type Pack,
  type PackBox,
  type PackEvent,
  type PackKind,
  type PackOrder,
  type PackPort,
  type Pulled,
} from './pack-rules.ts'

export type { Pack, PackBox, PackEvent, PackOrder, PackPort }

/** As much as the server takes in one asking. */
export const mostKept = 200

/** Changes that come together are asked for once; what may have been missed is, at most this often, ms. */
const gatherMs = 2500
const missedMs = 60_000
const patienceMs = 60_000
const quiet = 'hilo-pack'

/** One value of the store: a record with whose it is. */
type Kept = { user_id: number } & (
  | { kind: 'about'; about: About }
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

const isKept = (value: unknown): value is Kept => typeof value === 'object' && value !== null && 'kind' in value
const keyOf = (kind: Kept['kind'], id = 0) => `${owner}/${kind}/${id}`
const aboutOf = ({ cursor, at, heard, settings, boxes, gone }: Pack): About => ({
  cursor,
  at,
  heard,
  settings,
  boxes,
  gone,
})

/** What an earlier page, or another tab, left. What belongs to somebody else is not kept on. */
async function read(): Promise<void> {
  await sessionLoaded
  owner = session.get().info.user.id
  const values: unknown[] = await store.all('pack').catch(() => [])
  const stored = values.filter(isKept)
  const mine = stored.filter(({ user_id }) => user_id === owner)
  const about = mine.find((one) => one.kind === 'about')?.about
  // The device stores nothing: what is known lives as long as the page does.
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

/** Puts an answer where its call keeps it, as old as it is; a newer one stays. */
function keepAnswer<P extends Path>(path: P, query: object, answer: object, at: number): void {
  const options = { ...callQuery(path, query as never), gcTime: Infinity }
  const entry = queryClient.getQueryCache().build(queryClient, options as never)
  if (entry.state.dataUpdatedAt < at) entry.setData(answer, { updatedAt: at, manual: true })
}

/** Gives the screens what is known: they ask the same online and offline. */
function hydrate({ orders, events, ctos, ports }: Pick<Pack, 'orders' | 'events' | 'ctos' | 'ports'>): void {
  if (held.at === null) return
  // A device whose clock was set back would believe it for ever.
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

async function needs(): Promise<Needs> {
  const drafts = await device.keys('drafts')
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
  value: { user_id: owner, kind: 'about', about: aboutOf(held) } satisfies Kept,
})

async function take(answer: Pulled, whole: boolean): Promise<void> {
  const { pack: next, left } = applied(held, answer, { whole, needs: await needs(), heard: Date.now() })
  show(next)
  hydrate(answer)
  const removed = packKinds.flatMap((kind) =>
    left[kind].map((id): Change => ({ store: 'pack', key: keyOf(kind, id), value: undefined })),
  )
  await store.change([...removed, ...packKinds.flatMap((kind) => put(kind, answer)), keepAbout()])
  otherTabs.postMessage('changed')
}

const ask = (cursor: string | null, boxes: readonly number[]) =>
  call(
    'admin_vno/sync/pull',
    { ...(cursor !== null && { cursor }), ...(boxes.length > 0 && { boxes: [...boxes] }) },
    // Without coverage a request may hang for ever, and nobody else asks meanwhile.
    { signal: AbortSignal.timeout(patienceMs) },
  )

async function askAnew(): Promise<void> {
  const { cursor, boxes } = held
  try {
    await take(await ask(cursor, boxes), cursor === null)
  } catch (error) {
    // A cursor that the server no longer understands: everything once more.
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

/** Asks what changed. True when it is known now; false when another tab is asking, or nobody is signed in. @throws {CallProblem} */
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

async function keepBoxes(ids: readonly number[]): Promise<void> {
  await started
  show({ ...held, boxes: [...new Set([...held.boxes, ...ids])].slice(0, mostKept) })
  await store.change([keepAbout()])
  // What is under way asked without them.
  await running?.catch(() => undefined)
  await pull()
}

async function dropBoxes(ids: readonly number[]): Promise<void> {
  await started
  const going = new Set(droppable(held, ids, await needs()))
  show({
    ...held,
    boxes: held.boxes.filter((id) => !ids.includes(id)),
    ctos: held.ctos.filter(({ id }) => !going.has(id)),
    ports: held.ports.filter(({ cto_id }) => !going.has(cto_id)),
  })
  const removed = [...going].map((id): Change => ({ store: 'pack', key: keyOf('ctos', id), value: undefined }))
  await store.change([...removed, keepAbout()])
  soon(0)
}

/** Everything that the server told is forgotten here: its person has left, and his page goes at any moment. */
async function clear(): Promise<void> {
  const records = packKinds.flatMap((kind) => held[kind].map(({ id }) => keyOf(kind, id)))
  const keys = [keyOf('about'), ...records, ...answerKeys(owner)]
  show(emptyPack)
  await store.change(keys.map((key) => ({ store: 'pack', key, value: undefined }))).catch(() => undefined)
}

const started = read().then(() => hydrate(held))

/** Keeps the pack as the server has it, from now on. Gives what ends it. */
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
  /** Resolves once what an earlier page left is known. */
  ready: started,
  pull,
  follow,
  /** Keeps boxes by hand beside those of the work. @throws when they could not be fetched now: they come with the next pull */
  keepBoxes,
  /** Gives back boxes kept by hand; those of one's work, and those that something unsent needs, stay. */
  dropBoxes,
  clear,
}
