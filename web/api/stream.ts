import { useEffect, useSyncExternalStore } from 'react'
import { changeOf, type Change } from './change.ts'
import { apiBase, native } from './native.ts'

/** A client without the stream asks again this often, ms. */
const pollMs = 5000
/** Changes that come together are asked for once. */
const gatherMs = 150

/** Hears what changed, or null when anything may have. */
type Hearer = (changes: readonly Change[] | null) => void

const hearers = new Set<Hearer>()
const watchers = new Set<() => void>()
let source: EventSource | null = null
let users = 0
let live = false
let poll: ReturnType<typeof setInterval> | undefined
let gathered: Change[] = []
let gathering: ReturnType<typeof setTimeout> | undefined

function flush() {
  gathering = undefined
  const changes = gathered
  gathered = []
  for (const hearer of hearers) hearer(changes)
}

function heard(data: string) {
  const change = changeOf(data)
  if (change === null) return
  gathered.push(change)
  gathering ??= setTimeout(flush, gatherMs)
}

/** Something may have been missed: what is on the screen is asked for again. */
function resync() {
  if (!document.hidden) for (const hearer of hearers) hearer(null)
}

function say(now: boolean) {
  clearInterval(poll)
  poll = now || users === 0 ? undefined : setInterval(() => (resync(), open()), pollMs)
  if (live === now) return
  live = now
  for (const watcher of watchers) watcher()
}

function open() {
  // The native application's token cannot travel with an EventSource: it polls.
  if (native || (source !== null && source.readyState !== EventSource.CLOSED)) return
  source = new EventSource(`${apiBase}stream`)
  source.onopen = () => {
    say(true)
    resync()
  }
  source.onerror = () => say(false)
  source.addEventListener('change', ({ data }: MessageEvent<string>) => heard(data))
  source.addEventListener('resync', resync)
}

function close() {
  source?.close()
  source = null
  clearTimeout(gathering)
  gathering = undefined
  gathered = []
  say(false)
}

/** Keeps the stream open while somebody shows screens that live: one for the whole application. */
export function useLive(): void {
  useEffect(() => {
    users++
    if (users === 1) {
      say(false)
      open()
    }
    return () => {
      users--
      if (users === 0) close()
    }
  }, [])
}

/** True while changes arrive by themselves; false while the client asks every 5 s. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => live,
  )
}

/** Calls back with what changed, a few at a time; with null when something may have been missed, and at every poll. */
export function onChange(hearer: Hearer): () => void {
  hearers.add(hearer)
  return () => hearers.delete(hearer)
}
