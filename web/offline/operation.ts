/** One change of the field work on its way to the server, and the rules of its queue. Pure: the network is elsewhere. */
import type { Contract, Input } from '@hilo/contract/index.ts'

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
  /** Version it was first sent with: a repetition must be word for word the same. Undefined until sent. */
  version?: number | null
  refusal: Refusal | null
}

/** Of operations that belong to no intervention yet. */
export const newGroup = 'new'

const idOf = (query: Readonly<Record<string, unknown>>) =>
  typeof query['event_id'] === 'number' ? query['event_id'] : null
/** The intervention that an operation belongs to, once it has one. */
export const eventOf = (operation: Pick<Operation, 'query'>): number | null => idOf(operation.query)

export function groupOf(query: Readonly<Record<string, unknown>>): string {
  const id = idOf(query)
  return id === null ? newGroup : String(id)
}

export function subjectOf(path: OutboxPath, query: Readonly<Record<string, unknown>>): string {
  return [path, query['step'] ?? '', query['label_kind'] ?? ''].join(' ')
}

/** Whether the call takes a `version`. */
export const isVersioned = (path: OutboxPath): boolean =>
  path.startsWith('admin_vno/events/') && path !== 'admin_vno/events/create'

const inOrder = (a: Operation, b: Operation) =>
  a.order - b.order || (a.client_request_id < b.client_request_id ? -1 : 1)
export const sorted = (operations: readonly Operation[]): Operation[] => operations.toSorted(inOrder)

/** The refused operation that a new one takes the place of, if any. */
export function replacedBy(operations: readonly Operation[], next: Pick<Operation, 'group' | 'subject'>) {
  return operations.find(
    ({ state, group, subject }) => state === 'rejected' && group === next.group && subject === next.subject,
  )
}

/** What may travel now: the first of each group that has not arrived, unless it was refused; the rest waits behind it. */
export function ready(operations: readonly Operation[]): Operation[] {
  const first = new Map<string, Operation>()
  for (const one of sorted(operations)) if (one.state !== 'sent' && !first.has(one.group)) first.set(one.group, one)
  return [...first.values()].filter(({ state }) => state !== 'rejected')
}

/** What is still to be done before everything has arrived. */
export const pending = (operations: readonly Operation[]) => operations.filter(({ state }) => state !== 'sent')
export const refused = (operations: readonly Operation[]) => operations.filter(({ state }) => state === 'rejected')

/** The operation that one waits for: the first of its group that has not arrived. */
export function waitsFor(operations: readonly Operation[], one: Operation): Operation | null {
  const first = sorted(operations).find(({ group, state }) => group === one.group && state !== 'sent')
  return first === undefined || first.client_request_id === one.client_request_id ? null : first
}

export type Outcome = 'again' | 'conflict' | 'refused'
const passing = new Set([0, 401, 408, 425, 429])

/** What an answer that is not a success means for the operation. */
export function outcomeOf({ status, code }: { status: number; code: string }): Outcome {
  if (code === 'VERSION_CONFLICT') return 'conflict'
  // The server's own fault or absence says nothing about the operation; a full store does.
  return passing.has(status) || (status >= 500 && status !== 507) ? 'again' : 'refused'
}

/** Milliseconds before the next try: 2 s, 4 s … up to a minute. */
export const patience = (tries: number) => Math.min(60_000, 1000 * 2 ** Math.min(tries, 6))

/** How long what has arrived stays listed. */
const shownFor = 24 * 3_600_000
export const outdated = (operation: Operation, now: number) =>
  operation.state === 'sent' && now - (operation.sent_at ?? now) > shownFor
