/**
 * The page's side of the service worker (web/sw), which opens the technician's application without coverage. A new
 * version waits until nobody is at work in any tab; nobody's work is ever reloaded away.
 */
import { useEffect, useSyncExternalStore } from 'react'
import { native } from '../native/index.ts'
import { ownScript } from '../native/own-script.ts'
import type { Message } from '../sw/message.ts'

/** Not in the native application, which is on the device already, nor while it is developed. */
const container = !native && import.meta.env.PROD && 'serviceWorker' in navigator ? navigator.serviceWorker : null
/** Held by every tab with work open. */
const working = 'hilo-working'
const everyMs = 3_600_000
const laterMs = 20_000
/** An update that has not come by then is not coming, ms. */
const patience = 20_000

let registration: ServiceWorkerRegistration | null = null
let waiting = false
let open = 0
/** Another version has taken over while this tab was at work. */
let stale = false
const listeners = new Set<() => void>()

const tell = (worker: ServiceWorker, message: Message) => worker.postMessage(message)

function look() {
  // The very first worker has nobody to wait for.
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

/** Puts away, with nothing open, is when a new version disturbs nobody. */
function whenHidden() {
  if (document.hidden && waiting && open === 0 && document.querySelector('dialog[open]') === null) void takeOver()
  if (!document.hidden) void registration?.update().catch(() => undefined)
}

interface Connection {
  type?: string
  saveData?: boolean
}
/** What reads labels is heavy: it follows when the screen has been up for a while, and not on somebody's own data. */
function fetchLater() {
  const { connection } = navigator as { connection?: Connection }
  const active = registration?.active
  if (active != null && connection?.saveData !== true && connection?.type !== 'cellular')
    tell(active, 'fetch later parts')
}

let begun = false
/** Keeps the application on the device from now on. */
function begin() {
  if (container === null || begun) return
  begun = true
  let controlled = container.controller !== null
  container.addEventListener('controllerchange', () => {
    stale = controlled
    controlled = true
    if (stale && open === 0) location.reload()
  })
  // A device that does not let it be kept goes on by the network.
  void container
    .register(ownScript('/sw.js'), { updateViaCache: 'none' })
    .then(follow)
    .catch(() => undefined)
  setTimeout(fetchLater, laterMs)
  setInterval(() => void registration?.update().catch(() => undefined), everyMs)
  document.addEventListener('visibilitychange', whenHidden)
}

/** Starts once the screen is up: what is kept must not hold back what is shown. */
export function useWorker(): void {
  useEffect(() => {
    const timer = setTimeout(begin, 1000)
    return () => clearTimeout(timer)
  }, [])
}

/** Says that work is open in this tab for as long as `now` lasts. */
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

/** True while a version newer than this page is on the device and waits. */
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

/** So long it is waited for what is just being sent or put away, ms. */
const handover = 2_000
const isLate = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

/** Brings the waiting version in, unless somebody is at work in some tab: then false, and nothing happens. */
export async function takeOver(): Promise<boolean> {
  const next = registration?.waiting
  if (next == null) return true
  const change = () => changes(next).then(() => true)
  return navigator.locks.request(working, { signal: AbortSignal.timeout(handover) }, change).catch((error: unknown) => {
    if (isLate(error)) return false
    throw error
  })
}

/** Resolves when a worker on its way has arrived, or is not going to. */
async function arrival(worker: ServiceWorker | null): Promise<void> {
  if (worker === null) return
  const { promise, resolve } = Promise.withResolvers<void>()
  worker.addEventListener('statechange', () => resolve())
  setTimeout(resolve, patience)
  await promise
}

/** Loads the newest version whatever it takes: the person has asked for it, and what he wrote is kept. */
export async function renew(): Promise<void> {
  const found = await container?.getRegistration()
  if (found !== undefined) {
    const fresh = await found.update().catch(() => null)
    await arrival(fresh?.installing ?? null)
    if (found.waiting) await changes(found.waiting)
    else if (fresh !== null) {
      // The kept one is the newest that the server gives, and not new enough: the page comes from the network again.
      await found.unregister()
      await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
    }
  }
  location.reload()
}
