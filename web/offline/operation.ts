/** A queued change of the field work, and the rules of the outbox queue. Pure: no network. */
import type { Contract, Input, RecordOf } from '@hilo/contract/index.ts'
import { processState } from '@hilo/domain/status.ts'

/** Every changing call may be queued. */
export type OutboxPath = {
  [P in keyof Contract]: Contract[P] extends { mutates: true } ? P : never
}[keyof Contract]
export type OutboxInput<P extends OutboxPath> = Omit<Input<P>, 'client_request_id' | 'version'>

export interface Refusal {
  code: string
  /** The server's error text. */
  text: string
  details: readonly { field: string; code: string; message: string }[]
  /** The conflicting record, where the server names it: the intervention that is already open. */
  record?: { id: number; code: string }
}

/** Local record of an intervention begun offline, until the server has it. */
export interface LocalEvent {
  /** Negative, unlike server ids. */
  id: number
  box: RecordOf<'admin_vno/ctos/get'>
  port_number: number | null
}

export interface Operation {
  client_request_id: string
  user_id: number
  /** Operations of one group are sent one after another. */
  group: string
  /** What the operation is about: repeating the action replaces a refused operation of the same subject. */
  subject: string
  path: OutboxPath
  query: Readonly<Record<string, unknown>>
  files: Readonly<Record<string, Blob>>
  /** `sent`: acknowledged by the server. */
  state: 'saved' | 'sending' | 'sent' | 'rejected'
  order: number
  saved_at: number
  sent_at: number | null
  /** Failed tries since the last response. */
  tries: number
  refusal: Refusal | null
  /** Time in ms until which the operation waits for data that is still being computed. See `ripensIn`. */
  ripe_at?: number
  /** Best-effort copy: a step was opened, or a draft that is also stored here. May be lost. */
  copy?: true
  /** Of a sent operation: the intervention's version in the response, if given. */
  told?: number
  /** Only of a create: the local intervention and, later, its server id. */
  begun?: LocalEvent
  event_id?: number
}

/** Group of operations that belong to no intervention yet. */
export const newGroup = 'new'
const createPath = 'admin_vno/events/create'
const savePath = 'admin_vno/events/step/save'

const idOf = (query: Readonly<Record<string, unknown>>) =>
  typeof query['event_id'] === 'number' ? query['event_id'] : null
/** The intervention of an operation, if it has one. */
export const eventOf = (operation: Pick<Operation, 'query'>): number | null => idOf(operation.query)

export function groupOf(query: Readonly<Record<string, unknown>>, begun?: Pick<LocalEvent, 'id'>): string {
  const id = begun?.id ?? idOf(query)
  return id === null ? newGroup : String(id)
}

export function subjectOf(path: OutboxPath, query: Readonly<Record<string, unknown>>): string {
  const of = query['signature'] === true ? 'signature' : query['label_kind']
  return [path, query['step'] ?? '', of ?? ''].join(' ')
}

const dated: readonly OutboxPath[] = [createPath, savePath, 'admin_vno/events/finalize', 'admin_vno/events/cancel']
/** Whether the call takes the time of the action, which may be long before it is sent. */
export const isDated = (path: OutboxPath): boolean => dated.includes(path)

const inOrder = (a: Operation, b: Operation) =>
  a.order - b.order || (a.client_request_id < b.client_request_id ? -1 : 1)
export const sorted = (operations: readonly Operation[]): Operation[] => operations.toSorted(inOrder)

/** The refused operation that a new one replaces, if any. */
export function replacedBy(operations: readonly Operation[], next: Pick<Operation, 'group' | 'subject'>) {
  return operations.find(
    ({ state, group, subject }) => state === 'rejected' && group === next.group && subject === next.subject,
  )
}

/** A further neighbour check, which every other operation waits for. */
const goesFirst = (path: OutboxPath) => path === 'admin_vno/events/retry'

/**
 * Position in the queue: after every known and every sealed operation, whatever the clock says; or that of the refused
 * operation being replaced.
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

/**
 * Operations made obsolete by a new one: the refused one that it replaces and, for a cancellation, every refused one.
 */
export function obsoletedBy(operations: readonly Operation[], next: Pick<Operation, 'group' | 'subject' | 'path'>) {
  const replaced = replacedBy(operations, next)
  if (next.path !== 'admin_vno/events/cancel') return replaced ? [replaced] : []
  return refused(operations).filter(({ group, path }) => group === next.group && path !== createPath)
}

/** The first unsent operation of each group, unless refused; the rest waits behind it. */
function heads(operations: readonly Operation[]): Operation[] {
  const first = new Map<string, Operation>()
  for (const one of sorted(operations)) if (one.state !== 'sent' && !first.has(one.group)) first.set(one.group, one)
  return [...first.values()].filter(({ state }) => state !== 'rejected')
}

/**
 * Maximum wait of a picture for its location and label text (`more`), and for the user's answer to a quality doubt
 * (`answer`), ms.
 */
export const completionWaitMs = { more: 5_000, answer: 30_000 }
/** Milliseconds until an operation may be sent; 0 if now, also where the clock has been changed meanwhile. */
export function completionWaitLeft({ ripe_at = 0 }: Operation, now: number): number {
  const left = ripe_at - now
  return left > completionWaitMs.answer ? 0 : Math.max(0, left)
}

/** Operations that may be sent now. */
export const ready = (operations: readonly Operation[], now: number): Operation[] =>
  heads(operations).filter((one) => completionWaitLeft(one, now) === 0)
/** Milliseconds until the next waiting operation may be sent; null if none waits. */
export function nextCompletionWait(operations: readonly Operation[], now: number): number | null {
  const waiting = heads(operations).map((one) => completionWaitLeft(one, now))
  const left = waiting.filter((ms) => ms > 0)
  return left.length === 0 ? null : Math.min(...left)
}

/** Operations not sent yet. */
export const pending = (operations: readonly Operation[]) =>
  operations.filter(({ state, copy }) => state !== 'sent' && !copy)
export const refused = (operations: readonly Operation[]) => operations.filter(({ state }) => state === 'rejected')

/** The operation that blocks this one: the first unsent one of its group. */
export function waitsFor(operations: readonly Operation[], one: Operation): Operation | null {
  const first = sorted(operations).find(({ group, state, copy }) => group === one.group && state !== 'sent' && !copy)
  return first === undefined || first.client_request_id === one.client_request_id ? null : first
}

/** `barred`: the user is blocked for the moment, which is not the operation's fault. */
export type Outcome = 'again' | 'barred' | 'refused'
const passing = new Set([0, 401, 408, 425, 429])
const bars = /^(?:ACCOUNT_|(?:AGREEMENT|PASSKEY)_REQUIRED$|LOGIN_)/

/** Meaning of an unsuccessful response for the operation. */
export function outcomeOf({ status, code }: { status: number; code: string }): Outcome {
  if (bars.test(code)) return 'barred'
  // A server fault or outage says nothing about the operation, except 507 (storage full).
  return passing.has(status) || (status >= 500 && status !== 507) ? 'again' : 'refused'
}

const { iddle, creating, wronglyCreated } = processState.is
/** The first neighbour reading is pending; every operation except cancelling waits for it. */
export const isUnread = (state: number): boolean => state === iddle || state === creating || state === wronglyCreated

/** Milliseconds before the next try: 2 s, 4 s … up to a minute; longer if the server asks for it. */
export const patience = (tries: number, asked_s = 0) =>
  Math.max(asked_s * 1000, Math.min(60_000, 1000 * 2 ** Math.min(tries, 6)))

const day = 24 * 3_600_000
/** How long a sent operation stays listed, and how long it stays on the device. */
const [shownFor, keptFor] = [day, 7 * day]
const age = ({ sent_at }: Operation, now: number) => now - (sent_at ?? now)
export const isShown = (one: Operation, now: number) => one.state !== 'sent' || age(one, now) <= shownFor
export const outdated = (one: Operation, now: number) => one.state === 'sent' && age(one, now) > keptFor

/** Completes an operation that waited for more data. */
export const completed = ({ ripe_at: _, ...one }: Operation, more: Readonly<Record<string, unknown>>): Operation => ({
  ...one,
  query: { ...one.query, ...more },
})
/** Marks as being sent. Carries no version: field work applies whatever the intervention has become meanwhile. */
export const sending = (one: Operation): Operation => ({ ...one, state: 'sending' })
/** Marks as acknowledged by the server. */
export const acknowledged = (one: Operation, now: number): Operation => ({
  ...one,
  state: 'sent',
  sent_at: now,
  tries: 0,
  refusal: null,
})
/** Marks for an identical resend: the outcome is unknown, or the request came too early. */
export const resent = (one: Operation): Operation => ({ ...one, state: 'saved', tries: one.tries + 1 })
export const rejected = (one: Operation, refusal: Refusal): Operation => ({ ...one, state: 'rejected', refusal })
/** Retry of a refused operation, under a new request id because the first had no effect. */
export const retried = (one: Operation, client_request_id: string): Operation => ({
  ...one,
  client_request_id,
  state: 'saved',
  tries: 0,
  refusal: null,
})

/** A new local id: below every other local id of this device. */
export function localId(operations: readonly Operation[], now: number): number {
  return Math.min(-Math.abs(Math.trunc(now)), ...operations.map(({ begun }) => (begun?.id ?? 0) - 1))
}

/** The server's id of an intervention begun offline, once known; else the id itself. */
export function serverIdOf(operations: readonly Operation[], id: number): number {
  return id >= 0 ? id : (operations.find(({ begun }) => begun?.id === id)?.event_id ?? id)
}
/** Key of an intervention that stays the same when the server assigns an id. */
export const stableIdOf = (operations: readonly Operation[], id: number): number =>
  operations.find(({ event_id }) => event_id === id)?.begun?.id ?? id

/** Moves the operations of a local intervention to the server's id. Returns the changed operations. */
export function movedToServerId(operations: readonly Operation[], local: number, event_id: number): Operation[] {
  const group = String(event_id)
  return operations
    .filter((one) => one.group === String(local))
    .map((one) =>
      one.begun?.id === local ? { ...one, group, event_id } : { ...one, group, query: { ...one.query, event_id } },
    )
}

/** Input of a step that the server refused, so that the user need not type it again. */
export function refusedData(operations: readonly Operation[], event: number, step: string): Record<string, unknown> {
  const one = refused(operations).findLast(
    ({ group, path, query }) => group === String(event) && path === savePath && query['step'] === step,
  )
  const data = one?.query['data']
  return typeof data === 'object' && data !== null ? { ...data } : {}
}
