import type { ListConfig, UiConfig } from '@hilo/contract/settings/uiconfig.ts'
import { call } from '../../api/call.ts'
import { CallProblem } from '../../api/problem.ts'
import { session } from '../../api/session.ts'
import { signal, useSignal } from '../signal.ts'
import { cleanLists, cleanShared, mergeConfigs, type Lists, type SharedViews } from './stored-config.ts'

interface StoredConfigs {
  lists: Lists
  /** Views shared by other users, by list. */
  shared: SharedViews
  /** Lists with changes that are not saved on the server yet. */
  pending: string[]
}

/**
 * The user's list configuration: read first from browser storage (`userUIConfig_{userId}`), then from the server, so
 * that it follows the user across devices. Concurrent changes are merged setting by setting.
 */
const nothing: StoredConfigs = { lists: {}, shared: {}, pending: [] }
const kept = signal<StoredConfigs>(nothing)
let loadedFor = 0
/** Last configuration received from the server: the base of the three-way merge. */
let synced: Lists = {}
/** Saves run one after another: each needs the version returned by the one before. */
let turn: Promise<void> = Promise.resolve()

const storageKey = () => `userUIConfig_${session.get().info.user.id}`
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function readLocal(text: string | null): StoredConfigs {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (!isObject(stored)) return nothing
    const { lists, shared, pending } = stored
    const names = Array.isArray(pending) ? pending.filter((one) => typeof one === 'string') : []
    return { lists: cleanLists(lists), shared: cleanShared(shared), pending: names }
  } catch {
    return nothing
  }
}

function keep(next: StoredConfigs): void {
  kept.set(next)
  try {
    localStorage.setItem(storageKey(), JSON.stringify({ key: storageKey(), ...next }))
  } catch {
    // Storage is full or blocked; the server still keeps the configuration.
  }
}

/** Follow changes made in another tab. */
window.addEventListener('storage', ({ key, newValue }) => {
  if (loadedFor !== 0 && key === storageKey()) kept.set(readLocal(newValue))
})

function configOf(list: string): ListConfig | null {
  const stored = kept.get().lists[list]
  if (!stored) return null
  const { columns, density, sort, views, default_view } = stored
  return {
    columns,
    ...(density && { density }),
    ...(sort && { sort }),
    ...(views && { views }),
    ...(default_view && { default_view }),
  }
}

/** The server's current configuration, from a version conflict; version 0 means none is stored. */
function inConflict(error: unknown, list: string): Lists[string] | null {
  if (!(error instanceof CallProblem) || error.code !== 'VERSION_CONFLICT') return null
  const { record } = error.body
  return cleanLists(isObject(record) ? record['lists'] : null)[list] ?? { columns: [], version: 0 }
}

async function send(list: string, config: ListConfig | null, version: number | undefined): Promise<UiConfig> {
  const query = { list, config, ...(version !== undefined && { version }) }
  const { record } = await call('admin_vno/uiconfig/save', query)
  return record
}

async function push(list: string): Promise<void> {
  const config = configOf(list)
  const version = kept.get().lists[list]?.version
  const sent = { config }
  const record = await send(list, config, version).catch((error: unknown) => {
    const theirs = inConflict(error, list)
    if (theirs === null) throw error
    sent.config = config && mergeConfigs(synced[list], config, theirs)
    return send(list, sent.config, theirs.version)
  })
  synced = record.lists
  // The response carries the new version; changes made while the save was in flight stay.
  const { lists, pending, shared } = kept.get()
  const saved = record.lists[list]
  const own = lists[list]
  const untouched = JSON.stringify(configOf(list)) === JSON.stringify(config)
  const next = own && saved ? { ...lists, [list]: { ...(untouched ? saved : own), version: saved.version } } : lists
  keep({ lists: next, shared, pending: pending.filter((one) => one !== list) })
}

/** Loads once per user, then retries the saves that failed before. */
async function load(): Promise<void> {
  const user = session.get().info.user.id
  if (user === loadedFor) return
  loadedFor = user
  synced = {}
  kept.set(user === 0 ? nothing : readLocal(localStorage.getItem(storageKey())))
  if (user === 0) return
  const { record } = await call('admin_vno/uiconfig/get', {})
  const { lists, pending } = kept.get()
  synced = record.lists
  const own = Object.fromEntries(Object.entries(lists).filter(([name]) => pending.includes(name)))
  keep({ lists: { ...record.lists, ...own }, shared: record.shared, pending })
  await Promise.all(pending.map(push))
}

/**
 * Saves a list's configuration; null restores the declaration. Resolves false when it is stored in this browser only so
 * far.
 */
export async function saveConfig(list: string, config: ListConfig | null): Promise<boolean> {
  const { lists, shared, pending } = kept.get()
  const rest = Object.fromEntries(Object.entries(lists).filter(([name]) => name !== list))
  const version = lists[list]?.version ?? 0
  const next = config ? { ...rest, [list]: { ...config, version } } : rest
  keep({ lists: next, shared, pending: [...new Set([...pending, list])] })
  const pushed = turn.then(() => push(list))
  turn = pushed.catch(() => undefined)
  return pushed.then(
    () => true,
    () => false,
  )
}

function useStoredConfigs(): StoredConfigs {
  if (session.get().info.user.id !== loadedFor) load().catch(() => undefined)
  return useSignal(kept)
}

/** The user's stored configuration of every list, as far as it is loaded. */
export const useConfigs = (): Lists => useStoredConfigs().lists

/** The user's stored configuration of one list. */
export const useConfig = (list: string): Lists[string] | undefined => useConfigs()[list]

/** The views of one list shared by other users. */
export const useShared = (list: string): SharedViews[string] | undefined => useStoredConfigs().shared[list]
