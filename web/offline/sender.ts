/** Sends the outbox: one tab at a time; interventions in parallel, the operations of each in order. */
import type { RecordOf } from '@hilo/contract/index.ts'
import { call } from '../api/call.ts'
import { CallProblem } from '../api/problem.ts'
import { callQuery, queryClient } from '../api/query.ts'
import { session } from '../api/session.ts'
import { onChange } from '../api/stream.ts'
import { onNetwork } from '../api/reachability.ts'
import { isSessionOf } from './confirm-session.ts'
import { serverNow } from '../api/clock.ts'
import * as rules from './operation.ts'
import type { Operation } from './operation.ts'
import { outbox, queue } from './outbox.ts'
import { sendOperation } from './send-operation.ts'

type Event = RecordOf<'admin_vno/events/get'>

/** Interval before the session is confirmed again, ms. */
const unsure = 4000

/** What happens to the rest of the intervention's operations, and (`stop`) to all others. */
type Next = 'go on' | 'wait' | 'stop'

const lockName = 'hilo-outbox'
let timer: ReturnType<typeof setTimeout> | undefined
/** Share of an operation's bytes sent so far, 0 to 1. */
const progress = new Map<string, number>()
/** Groups whose first neighbour reading is pending. */
const unread = new Set<string>()
let barred: string | null = null
/** Retry delay requested by the server, s. */
let asked_s = 0

/** Whether the server's record of a picture has the hash of the sent bytes. */
function isWhole({ query }: Operation, answer: unknown): boolean {
  const sent = query['sha256']
  return sent === undefined || JSON.stringify(answer).includes(`"sha256":"${String(sent)}"`)
}

const recordOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'record' in answer ? answer.record : null

const idIn = (answer: unknown): number | null => {
  const record = recordOf(answer)
  const id = typeof record === 'object' && record !== null && 'id' in record ? record.id : null
  return typeof id === 'number' ? id : null
}

/** Puts the full intervention of the response into the query cache, so that no refetch is needed. */
function showRecord(answer: unknown): void {
  const record = recordOf(answer)
  if (!isEvent(record)) return
  const { queryKey } = callQuery('admin_vno/events/get', { id: record.id })
  const known = queryClient.getQueryData(queryKey)?.records[0]
  if (known && known.version > record.version) return
  const server_time = new Date(serverNow()).toISOString()
  queryClient.setQueryData(queryKey, { records: [record], next_cursor: null, server_time })
}

const isEvent = (record: unknown): record is Event =>
  typeof record === 'object' &&
  record !== null &&
  'process_state' in record &&
  'steps' in record &&
  record.steps !== null

async function arrived(operation: Operation, answer: unknown): Promise<Next> {
  showRecord(answer)
  const id = operation.begun ? idIn(answer) : null
  const record = recordOf(answer)
  const heard = { ...(id !== null && { event_id: id }), ...(isEvent(record) && { told: record.version }) }
  await queue.adopt(rules.acknowledged({ ...operation, ...heard }, serverNow()))
  unread.delete(operation.group)
  barred = null
  queue.settle(operation.client_request_id, ({ resolve }) => resolve(answer))
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => /events|pictures/.test(String(path)) })
  return 'go on'
}

/** Operations done before the first neighbour reading wait for it. */
async function isUnread({ query, path }: Operation, { code }: CallProblem): Promise<boolean> {
  const id = rules.eventOf({ query })
  if (code !== 'EVENT_BAD_STATE' || id === null || path === 'admin_vno/events/retry') return false
  const answer = await call('admin_vno/events/get', { id }).catch(() => null)
  const [event] = answer?.records ?? []
  return event !== undefined && rules.isUnread(event.process_state)
}

const isNamed = (value: unknown): value is { id: number; code: string } =>
  typeof value === 'object' && value !== null && 'id' in value && 'code' in value

async function failed(operation: Operation, problem: CallProblem): Promise<Next> {
  const outcome = rules.outcomeOf(problem)
  if (outcome === 'again' || outcome === 'barred') {
    asked_s = problem.body.retry_after_s ?? 0
    barred = outcome === 'barred' ? problem.code : barred
    await queue.keep(rules.resent(operation))
    // Without network or session no other operation can be sent either.
    const nobody = problem.status === 0 && problem.code !== 'GATEWAY_ANSWER'
    return nobody || problem.status === 401 || outcome === 'barred' ? 'stop' : 'wait'
  }
  if (operation.copy) {
    await outbox.giveUp(operation)
    return 'go on'
  }
  if (await isUnread(operation, problem)) {
    unread.add(operation.group)
    await queue.keep(rules.resent(operation))
    return 'wait'
  }
  const { body, code, message } = problem
  const named = isNamed(body.record) ? { id: body.record.id, code: body.record.code } : null
  const refusal = { code, text: message, details: body.details ?? [], ...(named && { record: named }) }
  await queue.keep(rules.rejected(operation, refusal))
  queue.settle(operation.client_request_id, ({ reject }) => reject(problem))
  return 'go on'
}

async function attempt(operation: Operation): Promise<Next> {
  const going = rules.sending(operation)
  await queue.keep(going)
  const tell = (share: number) => {
    progress.set(going.client_request_id, share)
    queue.tell()
  }
  try {
    const answer = await sendOperation(going, tell)
    if (!isWhole(going, answer)) throw new CallProblem('EVIDENCE_REJECTED', 'EVIDENCE_REJECTED', 422)
    return await arrived(going, answer)
  } catch (error) {
    const problem = error instanceof CallProblem ? error : new CallProblem('UNAVAILABLE', 'UNAVAILABLE')
    return await failed(going, problem)
  } finally {
    progress.delete(going.client_request_id)
  }
}

function later(ms: number) {
  clearTimeout(timer)
  timer = setTimeout(() => void drain(), ms)
}

/** Sends everything that can be sent. Returns the delay in ms before the next try, or null. */
async function sendAll(): Promise<number | null> {
  const running = new Map<string, Promise<void>>()
  const waiting = new Set<string>()
  let stopped = false
  const start = (next: Operation) =>
    attempt(next).then((then) => {
      running.delete(next.group)
      if (then === 'wait') waiting.add(next.group)
      if (then === 'stop') stopped = true
    })
  for (;;) {
    const next = stopped || resting || !session.isSignedIn() ? [] : rules.ready(outbox.get(), serverNow())
    for (const one of next) {
      if (!running.has(one.group) && !waiting.has(one.group)) running.set(one.group, start(one))
    }
    if (running.size === 0) break
    await Promise.race([...running.values(), new Promise<void>((resolve) => (stir = resolve))])
  }
  const left = session.isSignedIn() ? rules.ready(outbox.get(), serverNow()) : []
  return left.length === 0
    ? rules.nextCompletionWait(outbox.get(), serverNow())
    : rules.patience(Math.max(...left.map(({ tries }) => tries)), asked_s)
}
/** Makes a running round look for new operations. */
let stir = () => undefined as void

async function drain(): Promise<void> {
  await navigator.locks.request(lockName, { ifAvailable: true }, async (lock) => {
    // Another tab is sending, or this one already is.
    if (lock === null) return later(1000)
    await outbox.read()
    asked_s = 0
    if (!session.isSignedIn()) return
    if (rules.ready(outbox.get(), serverNow()).length === 0) {
      const ms = rules.nextCompletionWait(outbox.get(), serverNow())
      return ms === null ? undefined : later(ms)
    }
    // Without a response no operation would arrive either.
    const sure = await isSessionOf(session.get().info.user.id).catch(() => null)
    if (sure !== true) return sure === null ? later(unsure) : undefined
    const wait = await sendAll()
    if (wait !== null) later(wait)
  })
}

/** Sending is paused while the user signs out. */
let resting = false

/** Pauses sending once the requests in flight are answered. Returns the resume function. */
async function rest(): Promise<() => void> {
  resting = true
  stir()
  await navigator.locks.request(lockName, () => undefined)
  return () => {
    resting = false
    later(0)
  }
}

export const sender = {
  rest,
  /** Share of an operation's bytes sent so far; null when it has no files or is not being sent. */
  progress: (id: string): number | null => progress.get(id) ?? null,
  /** Whether a group's operations wait for the first neighbour reading. */
  isUnread: (group: string): boolean => unread.has(group),
  /** Why the user is blocked for the moment: the server's problem code. */
  barred: (): string | null => barred,
}

queue.onWake(() => {
  stir()
  later(0)
})
onChange((changes) => {
  const events = (changes ?? []).filter(({ area }) => area.startsWith('event'))
  if (events.some(({ id }) => unread.has(String(id)))) later(0)
})
onNetwork(() => later(0))
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) later(0)
})
void queue.started.then(() => later(0))
