/**
 * Outbox: the only path for changes of the field work. Each operation is stored on the device first, sent in order, and
 * retried until acknowledged. It survives navigation and a killed tab.
 */
import type { Output } from '@hilo/contract/index.ts'
import type { CallProblem } from '../api/problem.ts'
import { session, sessionLoaded } from '../api/session.ts'
import type { Change } from '../native/device-types.ts'
import { serverNow } from '../api/clock.ts'
import { deviceStore } from './device-store.ts'
import { drafts } from './drafts.ts'
import { changesToDelete, changesToSave, operationsOf } from './operation-store.ts'
import { unsentMark } from './unsent-mark.ts'
import { lastSealed } from './seal.ts'
import * as rules from './operation.ts'
import type { LocalEvent, Operation, OutboxInput, OutboxPath } from './operation.ts'
import { uuid7 } from '../api/uuid7.ts'

type Files = Readonly<Record<string, Blob>>
type Waiting = { resolve: (answer: unknown) => void; reject: (problem: CallProblem) => void }
interface QueueRequest<P extends OutboxPath> {
  path: P
  query: OutboxInput<P>
  files?: Files
  /** Of a create: the local intervention, which begins before the server has it. */
  begun?: LocalEvent
  /** Stored at once; sent when `ripen` has supplied the remaining data, or after this many ms. */
  ripens?: number
  /** Best-effort copy of a draft: sent in order or lost, and never reported. */
  copy?: true
}

let operations: readonly Operation[] = []
/** Number of unsent operations lost with a vanished database. */
let vanished = 0
/** Last queue position of the user's sealed operations. */
let sealed = 0
const listeners = new Set<() => void>()
const waiting = new Map<string, Waiting>()
/** Counts writes, to detect a reading that is older than the last write. */
let writes = 0
const wakers = new Set<() => void>()
const otherTabs = new BroadcastChannel('hilo-outbox')
const userId = () => session.get().info.user.id
/**
 * Id of the last user: an action at the moment a session ends belongs to that user, and is sent at the next sign-in.
 */
let last = 0

function tell() {
  for (const listener of listeners) listener()
}

/** A response that arrives after its user signed out is stored, but not shown to the next user. */
function show(next: readonly Operation[]) {
  const user = userId()
  if (user > 0) last = user
  operations = rules.sorted(next.filter(({ user_id }) => user_id === user))
  unsentMark.set(user, rules.pending(operations).length + vanished)
  tell()
}

function wake() {
  for (const waker of wakers) waker()
}

/** Loads the operations from the device. */
async function read(): Promise<void> {
  await sessionLoaded
  const [user, before] = [userId(), writes]
  const [kept, behind] = [await operationsOf(user), await lastSealed(user)]
  // A write happened meanwhile: read again.
  if (user !== userId() || before !== writes) return read()
  sealed = behind
  const old = kept.filter((one) => rules.outdated(one, serverNow()))
  if (kept.length === 0 && deviceStore.trouble() === null) vanished = unsentMark.get(user)
  show(kept.filter((one) => !old.includes(one)))
  if (old.length > 0) await deviceStore.change(changesToDelete(old, kept))
}

/** Updates the list in memory and stores the changes, atomically. */
async function write(next: readonly Operation[], changes: readonly Change[]): Promise<void> {
  writes++
  show(next)
  await deviceStore.change(changes)
  otherTabs.postMessage('changed')
}

const but = (gone: readonly Operation[]) => {
  const ids = new Set(gone.map((one) => one.client_request_id))
  return operations.filter((one) => !ids.has(one.client_request_id))
}

const keep = (one: Operation): Promise<void> => write([...but([one]), one], changesToSave(one))
const drop = (gone: readonly Operation[], more: readonly Change[] = []): Promise<void> =>
  write(but(gone), [...changesToDelete(gone, operations), ...more])

/** Moves every operation of a local intervention to the server's id, in one atomic change. */
async function adopt(create: Operation): Promise<void> {
  const { begun, event_id } = create
  if (begun === undefined || event_id === undefined) return keep(create)
  await drafts.move(begun.id, event_id, async (moves) => {
    const changed = rules.movedToServerId([...but([create]), create], begun.id, event_id)
    await write([...but(changed), ...changed], [...changed.flatMap(changesToSave), ...moves])
  })
}

otherTabs.onmessage = () => void read()
session.onEnd((ending) => {
  if (ending === 'closed') last = 0
  vanished = 0
  operations = []
  tell()
})
/** Resolves once the stored operations are loaded. */
const started = read()

/** Replaces the local id in a query by the server's, once known. */
function named(query: Record<string, unknown>): Record<string, unknown> {
  const id = rules.eventOf({ query })
  return id === null ? query : { ...query, event_id: rules.serverIdOf(operations, id) }
}

async function enqueue<P extends OutboxPath>(wish: QueueRequest<P>): Promise<{ client_request_id: string }> {
  await started
  const now = serverNow()
  const done_at = new Date(now).toISOString()
  const query = named({ ...wish.query, ...(rules.isDated(wish.path) && { done_at }) })
  const next = { group: rules.groupOf(query, wish.begun), subject: rules.subjectOf(wish.path, query), path: wish.path }
  const moot = rules.obsoletedBy(operations, next)
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
  await write(after, [...changesToDelete(moot, after), ...changesToSave(operation)])
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
  /** Queues an operation and waits for its response, as long as this page lives. @throws {CallProblem} when refused */
  async ask<P extends OutboxPath>(wish: QueueRequest<P>): Promise<Output<P>> {
    const { client_request_id } = await enqueue(wish)
    return outbox.answer(client_request_id) as Promise<Output<P>>
  },
  /** Response of an operation, as long as this page lives. */
  answer: (id: string) => new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject })),
  /** Supplies the remaining data of an operation; no effect if it was sent without. */
  async ripen(id: string, more: Readonly<Record<string, unknown>>): Promise<void> {
    const one = operations.find(({ client_request_id }) => client_request_id === id)
    if (one?.ripe_at === undefined || one.state !== 'saved' || one.tries > 0) return
    await keep(rules.completed(one, more))
    wake()
  },
  /** A local id for a new intervention. */
  newId: (): number => rules.localId(operations, serverNow()),
  /** Deletes a refused operation, on the user's decision. */
  async giveUp({ client_request_id: id }: Pick<Operation, 'client_request_id'>): Promise<void> {
    await drop(operations.filter((one) => one.client_request_id === id))
    wake()
  },
  /** Deletes every operation and draft of an intervention. */
  async giveUpAll(group: string): Promise<void> {
    await drop(ofGroup(group), await drafts.dropping(Number(group)))
    wake()
  },
  /** Sends a refused operation again, in its old position. */
  async again(operation: Operation): Promise<void> {
    const next = rules.retried(operation, uuid7(serverNow()))
    const after = [...but([operation]), next]
    await write(after, [...changesToSave(next), ...changesToDelete([operation], after)])
    wake()
  },
  /** Moves the operations of a refused local intervention into an existing one. */
  async goOnIn(local: number, event: number): Promise<void> {
    const create = operations.find(({ begun }) => begun?.id === local)
    if (create) await adopt(rules.acknowledged({ ...create, event_id: event }, serverNow()))
    wake()
  },
  /** Number of unsent operations lost with a vanished database; 0 normally. */
  vanished: (): number => vanished,
  /** The user has acknowledged the loss. */
  forgetVanished(): void {
    vanished = 0
    show(operations)
  },
  /** Ends the retry delay and sends now. */
  force: () => wake(),
  /** Reloads the operations after a sign-in. */
  read,
}

/** Interface of the sender. */
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
