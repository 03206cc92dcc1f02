/**
 * Idempotency key (`client_request_id`) of each change. The server executes each key once, so a repeated action keeps
 * its key until the server has answered: pressed again, in another tab, or after a reload.
 */
import { CallProblem } from './problem.ts'
import { requestId } from './uuid7.ts'

/** An unanswered action: digest of the action, digest of its subject, its key, its time (ms). */
type Waiting = [act: string, subject: string, name: string, at: number]

const storeKey = 'unansweredRequests'
/** How long a key is reused, ms: later, users check the outcome first. The server remembers keys for thirty days. */
const keptFor = 24 * 3_600_000
const most = 200

/** 53-bit hash (cyrb53): distinguishes a few hundred actions, and reveals nothing of their content. */
function digest(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
}

const isWaiting = (one: unknown): one is Waiting =>
  Array.isArray(one) && one.length === 4 && typeof one[2] === 'string' && typeof one[3] === 'number'

/**
 * In-memory list: actions whose content must leave no trace on the device, and all actions where storage is blocked.
 */
let here: Waiting[] = []

function stored(now: number): Waiting[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(storeKey) ?? '[]')
    return Array.isArray(list) ? list.filter(isWaiting).filter(([, , , at]) => now - at < keptFor && at <= now) : []
  } catch {
    return []
  }
}

function store(list: readonly Waiting[]): void {
  try {
    if (list.length === 0) localStorage.removeItem(storeKey)
    else localStorage.setItem(storeKey, JSON.stringify(list.slice(-most)))
  } catch {
    // Storage full or blocked: only this page remembers.
  }
}

/**
 * Whether the response leaves open that an earlier try was executed: no response, no session, no privilege, too early,
 * a fault.
 */
const leavesOpen = ({ status }: CallProblem) =>
  status === 0 || status >= 500 || [401, 403, 408, 425, 429].includes(status)

/** Creations and queries have no subject; any other call is about a record of its path's area. */
const makes = /\/(?:create|load|check|send_request|test|upload)$/
function subjectOf(path: string, act: string, input: object): string {
  if (makes.test(path)) return act
  const words = path.split('/')
  const stem = words.at(-2)?.replace(/s$/, '') ?? ''
  const ids = Object.entries<unknown>({ ...input }).filter(([field]) => /(?:^|_)ids?$/.test(field))
  const own = ids.filter(([field]) => field === 'id' || field.includes(stem))
  const about = (own.length > 0 ? own : ids).map(([, id]) => id)
  return digest(words.slice(0, -1).join('/') + JSON.stringify(about))
}

const fileText = (file: Blob) => [file.size, file.type, ...(file instanceof File ? [file.name, file.lastModified] : [])]

interface Act {
  path: string
  input: object
  files?: Readonly<Record<string, Blob>> | undefined
  /** Id of the acting user. */
  user: number
}

/** Runs an action under its key: that of its last unanswered try, if there is one. */
export async function withRequestId<T>(
  { path, input, files = {}, user }: Act,
  run: (name: string) => Promise<T>,
): Promise<T> {
  // The version seen does not distinguish actions.
  const { version: _, ...said } = input as { version?: number }
  const bytes = Object.entries(files).map(([part, file]) => [part, fileText(file)])
  const text = JSON.stringify([user, path, said, bytes])
  const act = digest(text)
  const subject = subjectOf(path, act, said)
  const now = Date.now()
  const secret = /"[^"]*(?:pwd|password)[^"]*":/.test(text)
  const list = stored(now)
  const known = here.find(([one]) => one === act) ?? list.find(([one]) => one === act)
  const one: Waiting = known ?? [act, subject, requestId(), now]
  if (!known) {
    here = [...here.slice(1 - most), one]
    if (!secret) store([...list, one])
  }
  // Executed: an earlier action on the same record is a new one from now on.
  const settle = (isOver: (other: Waiting) => boolean) => {
    here = here.filter((other) => !isOver(other))
    const before = stored(Date.now())
    const left = before.filter((other) => !isOver(other))
    if (left.length < before.length) store(left)
  }
  try {
    const answer = await run(one[2])
    settle((other) => other[2] === one[2] || other[1] === subject)
    return answer
  } catch (error) {
    if (error instanceof CallProblem && !leavesOpen(error)) settle((other) => other[2] === one[2])
    throw error
  }
}
