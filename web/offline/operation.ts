/** One change of the field work on its way to the server, and the rules of its queue. Pure: the network is elsewhere. */
import type { Contract, Input, RecordOf } from '@hilo/contract/index.ts'
import { processState } from '@hilo/domain/status.ts'

/** Everything that changes something may travel through the outbox. */
export type OutboxPath = {
  [P in keyof Contract]: Contract[P] extends { mutates: true } ? P : never
}[keyof Contract]
export type OutboxInput<P extends OutboxPath> = Omit<Input<P>, 'client_request_id' | 'version'>

export interface Refusal {
  code: string
  /** The server's own sentence. */
  text: string
  details: readonly { field: string; code: string; message: string }[]
  /** What stands in the way, where the server names it: the intervention that is open already. */
  record?: { id: number; code: string }
}

/** What an intervention begun without coverage is, until the server knows it. */
export interface Begun {
  /** Negative: the server's own are not. */
  id: number
  box: RecordOf<'admin_vno/ctos/get'>
  port_number: number | null
}

export interface Operation {
  client_request_id: string
  user_id: number
  /** Operations of one group travel one after another. */
  group: string
  /** What the operation is about: the same thing done again takes the place of a refused one. */
  subject: string
  path: OutboxPath
  query: Readonly<Record<string, unknown>>
  files: Readonly<Record<string, Blob>>
  /** `sent`: the server has it and said so. */
  state: 'saved' | 'sending' | 'sent' | 'rejected'
  order: number
  saved_at: number
  sent_at: number | null
  /** Tries since the last answer. */
  tries: number
  refusal: Refusal | null
  /** It is kept, and something that travels with it is still coming: until then it waits, ms. See `ripensIn`. */
  ripe_at?: number
  /** That a step was opened, and what is being typed in it, which lies here as a draft: of no account whether it arrives. */
  copy?: true
  /** Of one that has arrived: the version that its intervention had with it, where the answer said so. */
  told?: number
  /** Only of a create, and the id that the server gave it. */
  begun?: Begun
  event_id?: number
}

/** Of operations that belong to no intervention yet. */
export const newGroup = 'new'
const createPath = 'admin_vno/events/create'
const savePath = 'admin_vno/events/step/save'

const idOf = (query: Readonly<Record<string, unknown>>) =>
  typeof query['event_id'] === 'number' ? query['event_id'] : null
/** The intervention that an operation belongs to, once it has one. */
export const eventOf = (operation: Pick<Operation, 'query'>): number | null => idOf(operation.query)

export function groupOf(query: Readonly<Record<string, unknown>>, begun?: Pick<Begun, 'id'>): string {
  const id = begun?.id ?? idOf(query)
  return id === null ? newGroup : String(id)
}

export function subjectOf(path: OutboxPath, query: Readonly<Record<string, unknown>>): string {
  const of = query['signature'] === true ? 'signature' : query['label_kind']
  return [path, query['step'] ?? '', of ?? ''].join(' ')
}

const dated: readonly OutboxPath[] = [createPath, savePath, 'admin_vno/events/finalize', 'admin_vno/events/cancel']
/** Whether the call takes when it was done, which may be long before it is sent. */
export const isDated = (path: OutboxPath): boolean => dated.includes(path)

const inOrder = (a: Operation, b: Operation) =>
  a.order - b.order || (a.client_request_id < b.client_request_id ? -1 : 1)
export const sorted = (operations: readonly Operation[]): Operation[] => operations.toSorted(inOrder)

/** The refused operation that a new one takes the place of, if any. */
export function replacedBy(operations: readonly Operation[], next: Pick<Operation, 'group' | 'subject'>) {
  return operations.find(
    ({ state, group, subject }) => state === 'rejected' && group === next.group && subject === next.subject,
  )
}

/** A further look at the neighbours, for which all the rest waits. */
const goesFirst = (path: OutboxPath) => path === 'admin_vno/events/retry'

/**
 * Its place in the queue: after everything that is known, whatever the clock says, and after what lies sealed here; or
 * where a refused one was.
 */
export function orderOf(
  operations: readonly Operation[],
  next: Pick<Operation, 'group' | 'subject' | 'path'>,
  lastSealed = 0,
): number {
  const replaced = replacedBy(operations, next)
  if (replaced) return replaced.order
  const first = sorted(operations).find(({ group, state }) => group === next.group && state !== 'sent')
  if (first && goesFirst(next.path)) return first.order - 0.5
  return Math.floor(Math.max(lastSealed, ...operations.map(({ order }) => order))) + 1
}

/** What a new operation makes moot: the refused one that it replaces; and who cancels mends nothing any more. */
export function mootBy(operations: readonly Operation[], next: Pick<Operation, 'group' | 'subject' | 'path'>) {
  const replaced = replacedBy(operations, next)
  if (next.path !== 'admin_vno/events/cancel') return replaced ? [replaced] : []
  return refused(operations).filter(({ group, path }) => group === next.group && path !== createPath)
}

/** The first of each group that has not arrived, unless it was refused; the rest waits behind it. */
function heads(operations: readonly Operation[]): Operation[] {
  const first = new Map<string, Operation>()
  for (const one of sorted(operations)) if (one.state !== 'sent' && !first.has(one.group)) first.set(one.group, one)
  return [...first.values()].filter(({ state }) => state !== 'rejected')
}

/** How long a picture waits for its place and what is printed on it; and for what its maker says of a doubtful one, ms. */
export const ripeAfter = { more: 5_000, answer: 30_000 }
/** Milliseconds until an operation is whole; 0 once it is, also where the clock has been set meanwhile. */
export function ripensIn({ ripe_at = 0 }: Operation, now: number): number {
  const left = ripe_at - now
  return left > ripeAfter.answer ? 0 : Math.max(0, left)
}

/** What may travel now. */
export const ready = (operations: readonly Operation[], now: number): Operation[] =>
  heads(operations).filter((one) => ripensIn(one, now) === 0)
/** Milliseconds until something more may travel; null where nothing waits for that. */
export function nextRipe(operations: readonly Operation[], now: number): number | null {
  const waiting = heads(operations).map((one) => ripensIn(one, now))
  const left = waiting.filter((ms) => ms > 0)
  return left.length === 0 ? null : Math.min(...left)
}

/** What is still to be done before everything has arrived. */
export const pending = (operations: readonly Operation[]) =>
  operations.filter(({ state, copy }) => state !== 'sent' && !copy)
export const refused = (operations: readonly Operation[]) => operations.filter(({ state }) => state === 'rejected')

/** The operation that one waits for: the first of its group that has not arrived. */
export function waitsFor(operations: readonly Operation[], one: Operation): Operation | null {
  const first = sorted(operations).find(({ group, state, copy }) => group === one.group && state !== 'sent' && !copy)
  return first === undefined || first.client_request_id === one.client_request_id ? null : first
}

/** `barred`: its person may do nothing at the moment, which says nothing about the operation. */
export type Outcome = 'again' | 'barred' | 'refused'
const passing = new Set([0, 401, 408, 425, 429])
const bars = /^(?:ACCOUNT_|(?:AGREEMENT|PASSKEY)_REQUIRED$|LOGIN_)/

/** What an answer that is not a success means for the operation. */
export function outcomeOf({ status, code }: { status: number; code: string }): Outcome {
  if (bars.test(code)) return 'barred'
  // The server's own fault or absence says nothing about the operation; a full store does.
  return passing.has(status) || (status >= 500 && status !== 507) ? 'again' : 'refused'
}

const { iddle, creating, wronglyCreated } = processState.is
/** The neighbours have not been read yet, which everything but giving up waits for. */
export const isUnread = (state: number): boolean => state === iddle || state === creating || state === wronglyCreated

/** Milliseconds before the next try: 2 s, 4 s … up to a minute; or what the server asked for. */
export const patience = (tries: number, asked_s = 0) =>
  Math.max(asked_s * 1000, Math.min(60_000, 1000 * 2 ** Math.min(tries, 6)))

const day = 24 * 3_600_000
/** How long what has arrived stays listed, and how long it stays on the device. */
const [shownFor, keptFor] = [day, 7 * day]
const age = ({ sent_at }: Operation, now: number) => now - (sent_at ?? now)
export const isShown = (one: Operation, now: number) => one.state !== 'sent' || age(one, now) <= shownFor
export const outdated = (one: Operation, now: number) => one.state === 'sent' && age(one, now) > keptFor

/** Nothing more comes to it than this. */
export const ripened = ({ ripe_at: _, ...one }: Operation, more: Readonly<Record<string, unknown>>): Operation => ({
  ...one,
  query: { ...one.query, ...more },
})
/** On its way. It names no version: what was done in the box holds whatever the intervention has become meanwhile. */
export const sending = (one: Operation): Operation => ({ ...one, state: 'sending' })
/** The server has it. */
export const arrived = (one: Operation, now: number): Operation => ({
  ...one,
  state: 'sent',
  sent_at: now,
  tries: 0,
  refusal: null,
})
/** It goes out again word for word: nobody knows whether the server has it, or it came too early. */
export const again = (one: Operation): Operation => ({ ...one, state: 'saved', tries: one.tries + 1 })
export const rejected = (one: Operation, refusal: Refusal): Operation => ({ ...one, state: 'rejected', refusal })
/** A refused one asked for anew: it had no effect, so it may have a name of its own. */
export const asked = (one: Operation, client_request_id: string): Operation => ({
  ...one,
  client_request_id,
  state: 'saved',
  tries: 0,
  refusal: null,
})

/** An id for an intervention that the server does not know yet: below every other one that the device has given. */
export function localId(operations: readonly Operation[], now: number): number {
  return Math.min(-Math.abs(Math.trunc(now)), ...operations.map(({ begun }) => (begun?.id ?? 0) - 1))
}

/** The server's id of an intervention, where it has given one to what was begun here. */
export function realOf(operations: readonly Operation[], id: number): number {
  return id >= 0 ? id : (operations.find(({ begun }) => begun?.id === id)?.event_id ?? id)
}
/** The name of an intervention that stays the same when the server gives it an id. */
export const threadOf = (operations: readonly Operation[], id: number): number =>
  operations.find(({ event_id }) => event_id === id)?.begun?.id ?? id

/** What was begun here goes on under the server's id: the operations that change by it. */
export function adopted(operations: readonly Operation[], local: number, event_id: number): Operation[] {
  const group = String(event_id)
  return operations
    .filter((one) => one.group === String(local))
    .map((one) =>
      one.begun?.id === local ? { ...one, group, event_id } : { ...one, group, query: { ...one.query, event_id } },
    )
}

/** What somebody did in a step and the server did not take: nothing of it is typed twice. */
export function refusedData(operations: readonly Operation[], event: number, step: string): Record<string, unknown> {
  const one = refused(operations).findLast(
    ({ group, path, query }) => group === String(event) && path === savePath && query['step'] === step,
  )
  const data = one?.query['data']
  return typeof data === 'object' && data !== null ? { ...data } : {}
}
