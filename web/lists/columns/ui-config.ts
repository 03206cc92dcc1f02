import type { ListConfig, UiConfig } from '@hilo/contract/uiconfig.ts'
import { call } from '../../api/call.ts'
import { CallProblem } from '../../api/problem.ts'
import { session } from '../../api/session.ts'
import { signal, useSignal } from '../signal.ts'

type Lists = UiConfig['lists']
interface Kept {
  lists: Lists
  /** Lists whose change the server has not taken yet. */
  pending: string[]
}

/**
 * A person's list configuration: here at once from the browser's storage (`userUIConfig_{userId}`), then from the
 * server, so that it follows the person. The last writer wins, list by list.
 */
const kept = signal<Kept>({ lists: {}, pending: [] })
let loadedFor = 0
/** Saves go one after another: each needs the version that the one before brought. */
let turn: Promise<void> = Promise.resolve()

const storageKey = () => `userUIConfig_${session.get().info.user.id}`
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function isLists(value: unknown): value is Lists {
  return isObject(value) && Object.values(value).every((one) => isObject(one) && Array.isArray(one.columns))
}

function readLocal(): Kept {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey()) ?? 'null')
    if (!isObject(stored) || !isLists(stored.lists)) return { lists: {}, pending: [] }
    const pending = Array.isArray(stored.pending) ? stored.pending.filter((one) => typeof one === 'string') : []
    return { lists: stored.lists, pending }
  } catch {
    return { lists: {}, pending: [] }
  }
}

function keep(next: Kept): void {
  kept.set(next)
  try {
    localStorage.setItem(storageKey(), JSON.stringify({ key: storageKey(), ...next }))
  } catch {
    // Storage is full or forbidden: the server still keeps it.
  }
}

function configOf(list: string): ListConfig | null {
  const stored = kept.get().lists[list]
  if (!stored) return null
  const { columns, density, sort, views } = stored
  return { columns, ...(density && { density }), ...(sort && { sort }), ...(views && { views }) }
}

/** The version that the server holds now (0 = none), when the answer was a conflict. */
function conflictVersion(error: unknown, list: string): number | null {
  if (!(error instanceof CallProblem) || error.code !== 'VERSION_CONFLICT') return null
  const { record } = error.body
  const current = isObject(record) && isObject(record.lists) ? record.lists[list] : undefined
  return isObject(current) && typeof current.version === 'number' ? current.version : 0
}

async function send(list: string, config: ListConfig | null, version: number | undefined): Promise<UiConfig> {
  const query = { list, config, ...(version !== undefined && { version }) }
  const { record } = await call('admin_vno/uiconfig/save', query)
  return record
}

async function push(list: string): Promise<void> {
  const config = configOf(list)
  const version = kept.get().lists[list]?.version
  const record = await send(list, config, version).catch((error: unknown) => {
    const current = conflictVersion(error, list)
    if (current === null) throw error
    return send(list, config, current)
  })
  // The answer brings the version; what the person changed meanwhile stays.
  const { lists, pending } = kept.get()
  const saved = record.lists[list]
  const own = lists[list]
  const next = own && saved ? { ...lists, [list]: { ...own, version: saved.version } } : lists
  keep({ lists: next, pending: pending.filter((one) => one !== list) })
}

/** Loads once per person; what could not be saved before is saved now. */
async function load(): Promise<void> {
  const user = session.get().info.user.id
  if (user === loadedFor) return
  loadedFor = user
  keep(readLocal())
  if (user === 0) return
  const { record } = await call('admin_vno/uiconfig/get', {})
  const { lists, pending } = kept.get()
  const own = Object.fromEntries(Object.entries(lists).filter(([name]) => pending.includes(name)))
  keep({ lists: { ...record.lists, ...own }, pending })
  await Promise.all(pending.map(push))
}

/** Keeps a list's configuration; null restores what is declared. Resolves false when only this browser has it so far. */
export async function saveConfig(list: string, config: ListConfig | null): Promise<boolean> {
  const { lists, pending } = kept.get()
  const rest = Object.fromEntries(Object.entries(lists).filter(([name]) => name !== list))
  const version = lists[list]?.version ?? 0
  const next = config ? { ...rest, [list]: { ...config, version } } : rest
  keep({ lists: next, pending: [...new Set([...pending, list])] })
  const pushed = turn.then(() => push(list))
  turn = pushed.catch(() => undefined)
  return pushed.then(
    () => true,
    () => false,
  )
}

/** What this person has stored for a list, as far as it is known now. */
export function useConfig(list: string): Lists[string] | undefined {
  if (session.get().info.user.id !== loadedFor) load().catch(() => undefined)
  return useSignal(kept).lists[list]
}
