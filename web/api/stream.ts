import { useEffect, useSyncExternalStore } from 'react'
import { changeOf, type Change } from './change.ts'
import { deviceHeaders } from '../native/identity.ts'
import { apiBase, native } from '../native/index.ts'
import { LiveStream } from './live-stream.ts'
import { session } from './session.ts'

/** Polling interval without the stream, ms. */
const pollMs = 5000
/** Changes arriving together are handled once, ms. */
const gatherMs = 150

/** Receives changes, or null when any may have been missed. */
type ChangeListener = (changes: readonly Change[] | null) => void

const changeListeners = new Set<ChangeListener>()
const liveListeners = new Set<() => void>()
let stream: LiveStream | null = null
/** Mounted screens that need live data. */
let mounted = 0
let live = false
let poll: ReturnType<typeof setInterval> | undefined
let gathered: Change[] = []
let gathering: ReturnType<typeof setTimeout> | undefined

function flush() {
  gathering = undefined
  const changes = gathered
  gathered = []
  for (const listener of changeListeners) listener(changes)
}

function onChangeMessage(data: string) {
  const change = changeOf(data)
  if (change === null) return
  gathered.push(change)
  gathering ??= setTimeout(flush, gatherMs)
}

/** Changes may have been missed: refetch the visible data. */
function resync() {
  if (!document.hidden) for (const listener of changeListeners) listener(null)
}

function setLive(now: boolean) {
  if (now || mounted === 0) {
    clearInterval(poll)
    poll = undefined
  } else poll ??= setInterval(resync, pollMs)
  if (live === now) return
  live = now
  for (const listener of liveListeners) listener()
}

function open() {
  const source = {
    url: `${apiBase}stream`,
    init: async (): Promise<RequestInit> => ({
      headers: await deviceHeaders(session.get().token, session.get().accountType),
      credentials: native ? 'omit' : 'same-origin',
    }),
    shared: !native,
  }
  stream = new LiveStream(source, {
    opened: () => {
      setLive(true)
      resync()
    },
    lost: () => setLive(false),
    event: ({ name, data }) => (name === 'change' ? onChangeMessage(data) : resync()),
  })
}

/** While the page was hidden its data were not refetched, and a sleeping device hears nothing. */
function onFront() {
  if (document.hidden) return
  stream?.wake()
  resync()
}

function close() {
  stream?.close()
  stream = null
  clearTimeout(gathering)
  gathering = undefined
  gathered = []
  setLive(false)
}

/** Keeps the application's one stream open while any mounted screen needs live data. */
export function useLive(): void {
  useEffect(() => {
    mounted++
    if (mounted === 1) {
      setLive(false)
      open()
      document.addEventListener('visibilitychange', onFront)
      window.addEventListener('online', onFront)
    }
    return () => {
      mounted--
      if (mounted > 0) return
      document.removeEventListener('visibilitychange', onFront)
      window.removeEventListener('online', onFront)
      close()
    }
  }, [])
}

/** True while something arrives on the stream; false while polling every 5 s. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    (listener) => {
      liveListeners.add(listener)
      return () => liveListeners.delete(listener)
    },
    () => live,
  )
}

/** Calls back with batches of changes; with null when some may have been missed, and at every poll. */
export function onChange(listener: ChangeListener): () => void {
  changeListeners.add(listener)
  return () => changeListeners.delete(listener)
}
