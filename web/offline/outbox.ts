/**
 * The one way by which the field work changes something: kept on the device first, sent in order, repeated until the
 * server has said that it has it. A screen may go, the tab may be killed: the operation stays.
 */
import type { Input, Output, Path } from '@hilo/contract/index.ts'
import { send } from '../api/call.ts'
import { CallProblem } from '../api/problem.ts'
import { queryClient } from '../api/query.ts'
import { session, sessionLoaded } from '../api/session.ts'
import { onChange } from '../api/stream.ts'
import * as rules from './operation.ts'
import type { Operation, OutboxInput, OutboxPath } from './operation.ts'
import { store } from '../native/store.ts'
import { uuid7 } from './uuid7.ts'
import { knownVersion, learn, learnFrom, learnVersion, outdate } from './versions.ts'

type Files = Readonly<Record<string, Blob>>
type Waiting = { resolve: (answer: unknown) => void; reject: (problem: CallProblem) => void }

/** Conflicts in a row after which a person must look. */
const mostConflicts = 5
const quiet = 'hilo-outbox'

let operations: readonly Operation[] = []
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const waiting = new Map<string, Waiting>()
const otherTabs = new BroadcastChannel(quiet)

function show(next: readonly Operation[]) {
  operations = rules.sorted(next)
  for (const listener of listeners) listener()
}

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'client_request_id' in value && 'group' in value

async function read(): Promise<void> {
  await sessionLoaded
  const { id } = session.get().info.user
  const stored: unknown[] = await store.all('operations').catch(() => [])
  const kept = stored.filter(isOperation)
  const old = kept.filter((one) => rules.outdated(one, Date.now()))
  await Promise.all(old.map((one) => store.remove('operations', one.client_request_id)))
  const known = new Set(kept.map((one) => one.client_request_id))
  // What the device would not store lives as long as the page does.
  const unstored = operations.filter(
    (one) => one.user_id === id && !known.has(one.client_request_id) && one.state !== 'sent',
  )
  show([...kept.filter((one) => one.user_id === id && !old.includes(one)), ...unstored])
}

async function keep(operation: Operation): Promise<void> {
  const others = operations.filter((one) => one.client_request_id !== operation.client_request_id)
  show([...others, operation])
  await store.put('operations', operation.client_request_id, operation).catch(() => undefined)
  otherTabs.postMessage('changed')
}

async function drop(operation: Operation): Promise<void> {
  show(operations.filter((one) => one.client_request_id !== operation.client_request_id))
  await store.remove('operations', operation.client_request_id).catch(() => undefined)
}

function sendingOf(operation: Operation): Operation {
  if (!rules.isVersioned(operation.path)) return { ...operation, state: 'sending' }
  const id = rules.eventOf(operation)
  const version = operation.version === undefined ? (id === null ? null : knownVersion(id)) : operation.version
  return { ...operation, state: 'sending', version }
}

async function post({ path, query, version, client_request_id, files }: Operation): Promise<unknown> {
  const whole = { ...query, ...(version != null && { version }), client_request_id }
  const response = await send(path, whole as Input<Path>, { files })
  return response.json()
}

/** The server's record of a picture names the bytes that it holds. */
function isWhole({ query }: Operation, answer: unknown): boolean {
  const sent = query['sha256']
  return sent === undefined || JSON.stringify(answer).includes(`"sha256":"${String(sent)}"`)
}

async function arrived(operation: Operation, answer: unknown): Promise<void> {
  const sent: Operation = { ...operation, state: 'sent', sent_at: Date.now(), refusal: null }
  const event = rules.eventOf(operation)
  if (event !== null && !rules.isVersioned(operation.path)) outdate(event)
  learnFrom(answer)
  await keep(sent)
  waiting.get(sent.client_request_id)?.resolve(answer)
  waiting.delete(sent.client_request_id)
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => /events|pictures/.test(String(path)) })
}

async function failed(operation: Operation, problem: CallProblem): Promise<'again' | 'go on'> {
  const outcome = rules.outcomeOf(problem)
  const tries = operation.tries + 1
  if (outcome === 'conflict' && tries <= mostConflicts) {
    learn(problem.body.record)
    // It was not applied, so it may say another version; the technician's own work wins over the process's marks.
    const { version: _, ...rest } = operation
    await keep({ ...rest, state: 'saved', tries })
    return 'go on'
  }
  if (outcome === 'again') {
    await keep({ ...operation, state: 'saved', tries })
    return 'again'
  }
  const refusal = { code: problem.code, text: problem.message, details: problem.body.details ?? [] }
  await keep({ ...operation, state: 'rejected', refusal })
  waiting.get(operation.client_request_id)?.reject(problem)
  waiting.delete(operation.client_request_id)
  return 'go on'
}

async function attempt(operation: Operation): Promise<'again' | 'go on'> {
  const sending = sendingOf(operation)
  await keep(sending)
  try {
    const answer = await post(sending)
    if (!isWhole(sending, answer)) throw new CallProblem('EVIDENCE_REJECTED', 'EVIDENCE_REJECTED', 422)
    await arrived({ ...sending, tries: 0 }, answer)
    return 'go on'
  } catch (error) {
    const problem = error instanceof CallProblem ? error : new CallProblem('UNAVAILABLE', 'UNAVAILABLE')
    return failed(sending, problem)
  }
}

function later(ms: number) {
  clearTimeout(timer)
  timer = setTimeout(() => void drain(), ms)
}

/** Sends what can go, one tab at a time; whoever comes meanwhile finds it sent. */
async function drain(): Promise<void> {
  await navigator.locks.request(quiet, { ifAvailable: true }, async (lock) => {
    if (lock === null) return later(1000)
    await read()
    if (!session.isSignedIn()) return
    for (let next = rules.ready(operations); next.length > 0; next = rules.ready(operations)) {
      const outcomes = await Promise.all(next.map(attempt))
      if (outcomes.includes('again')) return later(rules.patience(Math.max(0, ...next.map(({ tries }) => tries))))
    }
  })
}

otherTabs.onmessage = () => void read()
onChange((changes) => {
  for (const { area, id, version } of changes ?? []) if (area.startsWith('event')) learnVersion(id, version)
})
window.addEventListener('online', () => later(0))
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) later(0)
})
/** Resolves once what an earlier page left is known; then it goes on its way. */
const started = read().then(() => later(0))

async function enqueue<P extends OutboxPath>(of: {
  path: P
  query: OutboxInput<P>
  files?: Files
}): Promise<{ client_request_id: string }> {
  await started
  const query = { ...of.query } as Record<string, unknown>
  const now = Date.now()
  const group = rules.groupOf(query)
  const subject = rules.subjectOf(of.path, query)
  const replaced = rules.replacedBy(operations, { group, subject })
  const last = operations.at(-1)?.order ?? 0
  const operation: Operation = {
    client_request_id: uuid7(now),
    user_id: session.get().info.user.id,
    group,
    subject,
    path: of.path,
    query,
    files: of.files ?? {},
    state: 'saved',
    order: replaced?.order ?? Math.max(now, last + 1),
    saved_at: now,
    sent_at: null,
    tries: 0,
    refusal: null,
  }
  await keep(operation)
  if (replaced) await drop(replaced)
  later(0)
  return { client_request_id: operation.client_request_id }
}

export const outbox = {
  get: (): readonly Operation[] => operations,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  enqueue,
  /** Enqueues and waits for the server's answer, as long as this page lives. @throws {CallProblem} when refused */
  async ask<P extends OutboxPath>(of: { path: P; query: OutboxInput<P>; files?: Files }): Promise<Output<P>> {
    const { client_request_id } = await enqueue(of)
    return new Promise<unknown>((resolve, reject) => waiting.set(client_request_id, { resolve, reject })) as Promise<
      Output<P>
    >
  },
  /** Takes a refused operation out of the way: whoever reads the reason decides. */
  async giveUp(operation: Operation): Promise<void> {
    await drop(operation)
    later(0)
  },
  /** Tries at once what waits for its next turn. */
  force: () => later(0),
}
