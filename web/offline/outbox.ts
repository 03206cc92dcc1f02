/**
 * The one way by which the field work changes something: kept on the device first, sent in order, repeated until the
 * server has said that it has it. A screen may go, the tab may be killed: the operation stays.
 */
import type { Output } from '@hilo/contract/index.ts'
import type { CallProblem } from '../api/problem.ts'
import { session, sessionLoaded } from '../api/session.ts'
import type { Change } from '../native/store.ts'
import { serverNow } from '../api/clock.ts'
import { device } from './device.ts'
import { drafts } from './drafts.ts'
import { dropping, keeping, operationsOf } from './kept.ts'
import { mark } from './mark.ts'
import { lastSealed } from './seal.ts'
import * as rules from './operation.ts'
import type { Begun, Operation, OutboxInput, OutboxPath } from './operation.ts'
import { uuid7 } from '../api/uuid7.ts'

type Files = Readonly<Record<string, Blob>>
type Waiting = { resolve: (answer: unknown) => void; reject: (problem: CallProblem) => void }
export interface Wish<P extends OutboxPath> {
  path: P
  query: OutboxInput<P>
  files?: Files
  /** Of a create: the intervention begins here, before the server knows of it. */
  begun?: Begun
  /** It is kept at once and travels when `ripen` has said what else belongs to it, or after so long, ms. */
  ripens?: number
  /** A copy of a draft: it arrives in its order, or not at all, and nobody hears of it. */
  copy?: true
}

let operations: readonly Operation[] = []
/** How much was waiting here that the device no longer has. */
let vanished = 0
/** The last place in the queue of what lies sealed here for whoever is here. */
let sealed = 0
const listeners = new Set<() => void>()
const waiting = new Map<string, Waiting>()
/** Counts what was written, so that nobody takes an older reading for newer. */
let writes = 0
const wakers = new Set<() => void>()
const otherTabs = new BroadcastChannel('hilo-outbox')
const userId = () => session.get().info.user.id
/** Who was here last: what is done in the moment in which a session ends is still his, and goes when he is back. */
let last = 0

function tell() {
  for (const listener of listeners) listener()
}

/** What an answer that comes after its person has gone changes stays on the device; it is nobody else's to see. */
function show(next: readonly Operation[]) {
  const user = userId()
  if (user > 0) last = user
  operations = rules.sorted(next.filter(({ user_id }) => user_id === user))
  mark.set(user, rules.pending(operations).length + vanished)
  tell()
}

function wake() {
  for (const waker of wakers) waker()
}

/** What lies on the device, as it is now. */
async function read(): Promise<void> {
  await sessionLoaded
  const [user, before] = [userId(), writes]
  const [kept, behind] = [await operationsOf(user), await lastSealed(user)]
  // What was written meanwhile is newer than what was read.
  if (user !== userId() || before !== writes) return read()
  sealed = behind
  const old = kept.filter((one) => rules.outdated(one, serverNow()))
  if (kept.length === 0 && device.trouble() === null) vanished = mark.get(user)
  show(kept.filter((one) => !old.includes(one)))
  if (old.length > 0) await device.change(dropping(old, kept))
}

/** Shows what is so from now on, and writes what changes by it: all of it or nothing. */
async function write(next: readonly Operation[], changes: readonly Change[]): Promise<void> {
  writes++
  show(next)
  await device.change(changes)
  otherTabs.postMessage('changed')
}

const but = (gone: readonly Operation[]) => {
  const ids = new Set(gone.map((one) => one.client_request_id))
  return operations.filter((one) => !ids.has(one.client_request_id))
}

const keep = (one: Operation): Promise<void> => write([...but([one]), one], keeping(one))
const drop = (gone: readonly Operation[], more: readonly Change[] = []): Promise<void> =>
  write(but(gone), [...dropping(gone, operations), ...more])

/** The server has given an id to what was begun here: everything of it goes on under that one, in one change. */
async function adopt(create: Operation): Promise<void> {
  const { begun, event_id } = create
  if (begun === undefined || event_id === undefined) return keep(create)
  const moves = await drafts.moving(begun.id, event_id)
  const changed = rules.adopted([...but([create]), create], begun.id, event_id)
  await write([...but(changed), ...changed], [...changed.flatMap(keeping), ...moves])
}

otherTabs.onmessage = () => void read()
session.onEnd((ending) => {
  if (ending === 'closed') last = 0
  vanished = 0
  operations = []
  tell()
})
/** Resolves once what an earlier page left is known. */
const started = read()

/** A query about an intervention that has the server's id by now names that one. */
function named(query: Record<string, unknown>): Record<string, unknown> {
  const id = rules.eventOf({ query })
  return id === null ? query : { ...query, event_id: rules.realOf(operations, id) }
}

async function enqueue<P extends OutboxPath>(wish: Wish<P>): Promise<{ client_request_id: string }> {
  await started
  const now = serverNow()
  const done_at = new Date(now).toISOString()
  const query = named({ ...wish.query, ...(rules.isDated(wish.path) && { done_at }) })
  const next = { group: rules.groupOf(query, wish.begun), subject: rules.subjectOf(wish.path, query), path: wish.path }
  const moot = rules.mootBy(operations, next)
  const operation: Operation = {
    ...next,
    client_request_id: uuid7(now),
    user_id: userId() || last,
    query,
    files: wish.files ?? {},
    state: 'saved',
    order: rules.orderOf(operations, next, sealed),
    saved_at: now,
    sent_at: null,
    tries: 0,
    refusal: null,
    ...(wish.begun && { begun: wish.begun }),
    ...(wish.copy && { copy: wish.copy }),
    ...(wish.ripens !== undefined && { ripe_at: now + wish.ripens }),
  }
  const after = [...but(moot), operation]
  await write(after, [...dropping(moot, after), ...keeping(operation)])
  wake()
  return { client_request_id: operation.client_request_id }
}

const ofGroup = (group: string) => operations.filter((one) => one.group === group)

export const outbox = {
  get: (): readonly Operation[] => operations,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  enqueue,
  /** Enqueues and waits for the server's answer, as long as this page lives. @throws {CallProblem} when refused */
  async ask<P extends OutboxPath>(wish: Wish<P>): Promise<Output<P>> {
    const { client_request_id } = await enqueue(wish)
    return outbox.answer(client_request_id) as Promise<Output<P>>
  },
  /** The server's answer to an operation, as long as this page lives. */
  answer: (id: string) => new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject })),
  /** What was still to come to an operation; nothing where it has gone without. */
  async ripen(id: string, more: Readonly<Record<string, unknown>>): Promise<void> {
    const one = operations.find(({ client_request_id }) => client_request_id === id)
    if (one?.ripe_at === undefined || one.state !== 'saved' || one.tries > 0) return
    await keep(rules.ripened(one, more))
    wake()
  },
  /** An id for an intervention that begins here. */
  newId: (): number => rules.localId(operations, serverNow()),
  /** Takes an operation out of the way: whoever reads the reason decides. */
  async giveUp({ client_request_id: id }: Pick<Operation, 'client_request_id'>): Promise<void> {
    await drop(operations.filter((one) => one.client_request_id === id))
    wake()
  },
  /** Takes everything of an intervention out of the way, what was typed included. */
  async giveUpAll(group: string): Promise<void> {
    await drop(ofGroup(group), await drafts.dropping(Number(group)))
    wake()
  },
  /** Asks anew for what was refused, in its old place. */
  async again(operation: Operation): Promise<void> {
    const next = rules.asked(operation, uuid7(serverNow()))
    const after = [...but([operation]), next]
    await write(after, [...keeping(next), ...dropping([operation], after)])
    wake()
  },
  /** What was begun here and refused goes on in an intervention that there is. */
  async goOnIn(local: number, event: number): Promise<void> {
    const create = operations.find(({ begun }) => begun?.id === local)
    if (create) await adopt(rules.arrived({ ...create, event_id: event }, serverNow()))
    wake()
  },
  /** How much was waiting here that the device no longer has; 0 as long as all is well. */
  vanished: (): number => vanished,
  /** Whoever was told has read it. */
  forgetVanished(): void {
    vanished = 0
    show(operations)
  },
  /** Sends at once what waits for its next turn. */
  force: () => wake(),
  /** Reads the device again: somebody has signed in. */
  read,
}

/** For whoever sends. */
export const queue = {
  started,
  keep,
  adopt,
  tell,
  onWake: (waker: () => void) => void wakers.add(waker),
  settle(id: string, how: (one: Waiting) => void): void {
    const one = waiting.get(id)
    waiting.delete(id)
    if (one) how(one)
  },
}
