import { useEffect, useSyncExternalStore } from 'react'
import { changeOf, type Change } from './change.ts'
import { deviceHeaders } from '../native/identity.ts'
import { apiBase, native } from '../native/index.ts'
import { openEvents } from './event-stream.ts'
import { session } from './session.ts'

/** A client without the stream asks again this often, ms. */
const pollMs = 5000
/** Changes that come together are asked for once. */
const gatherMs = 150

/** Hears what changed, or null when anything may have. */
type Hearer = (changes: readonly Change[] | null) => void

const hearers = new Set<Hearer>()
const watchers = new Set<() => void>()
let source: { close: () => void } | null = null
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
  if (now || users === 0) {
    clearInterval(poll)
    poll = undefined
  } else poll ??= setInterval(() => (resync(), open()), pollMs)
  if (live === now) return
  live = now
  for (const watcher of watchers) watcher()
}

function open() {
  source ??= native ? openByFetch() : openSource()
}

function opened() {
  say(true)
  resync()
}

function openSource() {
  const events = new EventSource(`${apiBase}stream`)
  events.onopen = opened
  events.onerror = () => {
    // What has given up is opened anew at the next poll.
    if (events.readyState === EventSource.CLOSED && source === events) source = null
    say(false)
  }
  events.addEventListener('change', ({ data }: MessageEvent<string>) => heard(data))
  events.addEventListener('resync', resync)
  return events
}

/** The native application's token cannot travel with an EventSource. */
function openByFetch() {
  const headers = () => deviceHeaders(session.get().token, session.get().accountType)
  const close = openEvents(`${apiBase}stream`, headers, {
    opened,
    lost: () => say(false),
    event: ({ name, data }) => (name === 'change' ? heard(data) : resync()),
  })
  return { close }
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
