/**
 * Page side of the service worker (web/sw), which opens the technician's application offline. A new version waits until
 * no tab has open work, so that no work is lost by a reload.
 */
import { useEffect, useSyncExternalStore } from 'react'
import { native } from '../native/index.ts'
import { ownScript } from '../native/own-script.ts'
import type { Message } from '../sw/message.ts'

/** Not in the native application, whose files are on the device, nor in development. */
const container = !native && import.meta.env.PROD && 'serviceWorker' in navigator ? navigator.serviceWorker : null
/** Web lock held by every tab with open work. */
const working = 'hilo-working'
const everyMs = 3_600_000
const laterMs = 20_000
/** Time limit for an update to install, ms. */
const patience = 20_000

let registration: ServiceWorkerRegistration | null = null
let waiting = false
let open = 0
/** Another version took over while this tab had open work. */
let stale = false
const listeners = new Set<() => void>()

const tell = (worker: ServiceWorker, message: Message) => worker.postMessage(message)

function look() {
  // The first worker takes over at once; only a successor waits.
  waiting = container?.controller != null && registration?.waiting != null
  for (const listener of listeners) listener()
}

function follow(found: ServiceWorkerRegistration) {
  registration = found
  const arriving = () => found.installing?.addEventListener('statechange', look)
  found.addEventListener('updatefound', arriving)
  arriving()
  look()
}

/** Hidden with no open work: a new version interrupts no work. */
function whenHidden() {
  if (document.hidden && waiting && open === 0 && document.querySelector('dialog[open]') === null) void takeOver()
  if (!document.hidden) void registration?.update().catch(() => undefined)
}

interface Connection {
  type?: string
  saveData?: boolean
}
/**
 * The OCR files are large: they are prefetched some time after the screen has loaded, and not on a metered connection.
 */
function fetchLater() {
  const { connection } = navigator as { connection?: Connection }
  const active = registration?.active
  if (active != null && connection?.saveData !== true && connection?.type !== 'cellular')
    tell(active, 'fetch later parts')
}

let begun = false
/** Registers the service worker. */
function begin() {
  if (container === null || begun) return
  begun = true
  let controlled = container.controller !== null
  container.addEventListener('controllerchange', () => {
    stale = controlled
    controlled = true
    if (stale && open === 0) location.reload()
  })
  // A device that refuses registration uses the network.
  void container
    .register(ownScript('/sw.js'), { updateViaCache: 'none' })
    .then(follow)
    .catch(() => undefined)
  setTimeout(fetchLater, laterMs)
  setInterval(() => void registration?.update().catch(() => undefined), everyMs)
  document.addEventListener('visibilitychange', whenHidden)
}

/** Registration starts after the first screen, so that precaching does not delay it. */
export function useWorker(): void {
  useEffect(() => {
    const timer = setTimeout(begin, 1000)
    return () => clearTimeout(timer)
  }, [])
}

/** Registers open work in this tab while `now` is true. */
export function useWorkOpen(now: boolean): void {
  useEffect(() => {
    if (!now || container === null) return
    const { promise, resolve } = Promise.withResolvers<void>()
    open++
    void navigator.locks.request(working, { mode: 'shared' }, () => promise)
    return () => {
      open--
      resolve()
      if (stale && open === 0) location.reload()
    }
  }, [now])
}

/** True while a newer version is installed and waiting. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting,
  )
}

async function changes(next: ServiceWorker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  container?.addEventListener('controllerchange', () => resolve(), { once: true })
  setTimeout(resolve, patience)
  if (registration?.active) tell(registration.active, 'stop fetching')
  tell(next, 'take over')
  await promise
}

/** Maximum wait for work that is being sent or closed, ms. */
const handover = 2_000
const isLate = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

/** Activates the waiting version, unless a tab has open work: then returns false without effect. */
export async function takeOver(): Promise<boolean> {
  const next = registration?.waiting
  if (next == null) return true
  const change = () => changes(next).then(() => true)
  return navigator.locks.request(working, { signal: AbortSignal.timeout(handover) }, change).catch((error: unknown) => {
    if (isLate(error)) return false
    throw error
  })
}

/** Resolves when a worker has been installed or has failed. */
async function arrival(worker: ServiceWorker | null): Promise<void> {
  if (worker === null) return
  const { promise, resolve } = Promise.withResolvers<void>()
  worker.addEventListener('statechange', () => resolve())
  setTimeout(resolve, patience)
  await promise
}

/** Loads the newest version unconditionally: the user asked for it, and drafts are stored. */
export async function loadNewest(): Promise<void> {
  const found = await container?.getRegistration()
  if (found !== undefined) {
    const fresh = await found.update().catch(() => null)
    await arrival(fresh?.installing ?? null)
    if (found.waiting) await changes(found.waiting)
    else if (fresh !== null) {
      // The cached version is the server's newest but still too old: reload the page from the network.
      await found.unregister()
      await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
    }
  }
  location.reload()
}
