/**
 * Notices of this browser while the application is closed (Web Push): subscribed with the server's key, registered as a device
 * of the signed-in technician, and forgotten at sign-out.
 */
import { useSyncExternalStore } from 'react'
import { native } from '../native/index.ts'
import { installPath, pushCache } from '../sw/push-cache.ts'
import { call } from './call.ts'
import { session } from './session.ts'

/** `blocked`: by the user in the browser, which asks no more; `unsupported`: no Web Push in this browser, or not installed. */
export type BrowserPush = 'on' | 'off' | 'blocked' | 'unsupported'

const container = !native && import.meta.env.PROD && 'serviceWorker' in navigator ? navigator.serviceWorker : null
const supported = () => container !== null && 'PushManager' in window && 'Notification' in window

/** Stored in this browser; without storage nothing is remembered. */
const memory = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  set(key: string, value: string | null): void {
    try {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
    } catch {
      // Asked again at the next start.
    }
  },
}

/** Set while the signed-in user has turned the notices off here. */
const refusedKey = () => `hilo.push.off.${session.get().info.user.id}`
const installKey = 'hilo.installation'
let unstored: string | null = null
/** Name of this browser as a device; random, the same for all its users. */
function installation(): string {
  const known = memory.get(installKey) ?? unstored
  if (known !== null) return known
  unstored = crypto.randomUUID()
  memory.set(installKey, unstored)
  return unstored
}

let state: BrowserPush | null = null
const listeners = new Set<() => void>()

async function subscription(): Promise<PushSubscription | null> {
  return (await (await container?.getRegistration())?.pushManager?.getSubscription()) ?? null
}

async function read(): Promise<BrowserPush> {
  if (!supported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  if (Notification.permission !== 'granted') return 'off'
  return (await subscription().catch(() => null)) === null ? 'off' : 'on'
}

async function look(): Promise<void> {
  state = await read()
  for (const listener of listeners) listener()
}

/** State in this browser; null while it is read. Read again when the user returns, maybe from the browser's settings. */
export function useBrowserPush(): BrowserPush | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      const again = () => void look()
      document.addEventListener('visibilitychange', again)
      if (state === null) again()
      return () => {
        listeners.delete(listener)
        document.removeEventListener('visibilitychange', again)
      }
    },
    () => state,
  )
}

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Subscribes with the server's present key, and says the subscription to the server. */
async function subscribe(): Promise<void> {
  if (container === null) return
  const { web_push_key: key } = await call('admin_vno/notifications/preferences/get', {})
  if (key === null) throw new Error('the server has no key for Web Push')
  const { pushManager } = await container.ready
  const known = await pushManager.getSubscription()
  const bound = known?.options.applicationServerKey
  // A subscription for another key would be refused by the push service.
  if (known && bound && base64url(bound) !== key) await known.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const install_id = installation()
  await (await caches.open(pushCache)).put(installPath, new Response(install_id))
  const push_token = JSON.stringify(made)
  await call('admin_vno/devices/register', { install_id, push_token, platform: 'web', app_version: __HILO_VERSION__ })
}

let last: Promise<unknown> = Promise.resolve()
/** One change at a time: a renewal that is under way must not undo what the user turns off meanwhile. */
function inTurn<T>(change: () => Promise<T>): Promise<T> {
  const turn = last.then(change)
  last = turn.catch(() => undefined)
  return turn
}

/** Ends the subscription in this browser. If the call to the server fails, the push service tells the server at the next notice. */
async function unsubscribe(): Promise<boolean> {
  const known = await subscription().catch(() => null)
  await caches.delete(pushCache).catch(() => false)
  await known?.unsubscribe().catch(() => false)
  await look()
  return known !== null
}

/** Asks for permission: only on a press. @throws if the browser or the server cannot be reached */
export async function turnPushOn(): Promise<void> {
  try {
    if ((await Notification.requestPermission()) !== 'granted') return
    await inTurn(subscribe)
    memory.set(refusedKey(), null)
  } finally {
    await look()
  }
}

/** @throws {CallProblem} if the server did not answer; notices stop arriving in any case */
export async function turnPushOff(): Promise<void> {
  memory.set(refusedKey(), '1')
  await inTurn(async () => {
    await unsubscribe()
    await call('admin_vno/devices/register', { install_id: installation(), push_token: null, platform: 'web' })
  })
}

/** Registers again where permission was given: a subscription may have expired, or the server's copy been deleted. */
export async function renewPush(): Promise<void> {
  const wanted = () =>
    session.isSignedIn() && Notification.permission === 'granted' && memory.get(refusedKey()) === null
  if (!supported()) return
  await inTurn(async () => (wanted() ? subscribe() : undefined)).catch(() => undefined)
  await look()
}

/** Longest delay of a sign-out, ms. */
const patience = 2_000

/** Before a sign-out: nothing about this user's work is shown here afterwards. Never throws. */
export async function forgetPush(): Promise<void> {
  if (!supported()) return
  const query = { install_id: installation(), push_token: null, platform: 'web' } as const
  const done = inTurn(async () => {
    if (await unsubscribe()) await call('admin_vno/devices/register', query, { once: true, keepalive: true })
  }).catch(() => undefined)
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, patience))])
}

/** The session was revoked or expired: this browser shows no notices until the next sign-in. */
session.onEnd(() => {
  if (supported()) void inTurn(unsubscribe)
})

const laterKey = 'hilo.push.later'
/** After „not now", the question is not repeated for this time, ms. */
const rest = 30 * 86_400_000

/** True if the question about notices may be shown: neither refused nor put off recently. */
export const mayAskForPush = (now: number): boolean =>
  memory.get(refusedKey()) === null && now - Number(memory.get(laterKey) ?? 0) > rest
export const askForPushLater = (now: number): void => memory.set(laterKey, String(now))
