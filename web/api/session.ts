import type { UserInfo } from '@hilo/contract/account.ts'
import { mayWork } from '@hilo/domain/account.ts'
import { allows, withholds, type PartPrivilege, type Privilege } from '@hilo/domain/privilege.ts'
import { accountStatus } from '@hilo/domain/status.ts'
import { useSyncExternalStore } from 'react'
import type { AccountType } from './account-type.ts'
import { accountTypeOf } from './account-type.ts'
import { askedKey, infoKey } from './asked.ts'
import { native } from '../native/index.ts'
import { secrets } from '../native/secrets.ts'

/** Who is signed in. One store: the stored keys `authToken` (native only), `userInfo` and `currentUIConfigKey`. */
export interface Session {
  info: UserInfo
  accountType: AccountType
  /** Empty on the web, where the session is a cookie that scripts cannot read. */
  token: string
}

/** `expired`: the server no longer knows the session; `closed`: the person left, here or in another tab. */
export type Ending = 'expired' | 'closed'

const nobody: UserInfo = {
  user: { id: 0, name: '', email: '', tax_id: null, phone: null, picture: null },
  vno_admin_account: null,
  technical_account: null,
  admin_account: null,
}
const keys = { token: 'authToken', info: infoKey, uiConfig: 'currentUIConfigKey', leaving: 'leaving' } as const

/** A build for looking at every screen shows them whatever the privileges; the server asks for them all the same. */
const checksOff = import.meta.env.VITE_PRIVILEGE_CHECKS === 'off'

let current: Session = { info: nobody, accountType: 'none', token: '' }
const listeners = new Set<() => void>()
const endings = new Set<(ending: Ending) => void>()
const bars = new Set<(path: string) => void>()
const doubts = new Set<() => void>()

function change(info: UserInfo, token: string) {
  current = { info, accountType: accountTypeOf(info), token }
  for (const listener of listeners) listener()
}

function isUserInfo(value: unknown): value is UserInfo {
  return typeof value === 'object' && value !== null && 'user' in value && 'vno_admin_account' in value
}

function parse(stored: string | null): UserInfo {
  try {
    const value: unknown = JSON.parse(stored ?? 'null')
    return isUserInfo(value) ? value : nobody
  } catch {
    return nobody
  }
}

async function load(): Promise<void> {
  const [info, token] = await Promise.all([secrets.get(keys.info), native ? secrets.get(keys.token) : null])
  change(native && !token ? nobody : parse(info), token ?? '')
}

/** The page is on its way out, its session ended: what it shows stays as it is. */
let left = false
/** Resolved while its person stays; while he leaves, once it is clear that he could not. */
let staying = Promise.resolve()

const removeStored = () =>
  Promise.all([keys.info, keys.token, keys.uiConfig, askedKey].map((key) => secrets.remove(key)))

/** Resolves once the stored state is known; every request waits for it. */
export const sessionLoaded: Promise<void> = load()

export const session = {
  get: (): Session => current,
  isSignedIn: (): boolean => current.info.user.id > 0,
  isLeft: (): boolean => left,
  /** Resolves when something may be asked: never again in a page whose person has left it. */
  stays: (): Promise<void> => staying,
  /** Has an account, which nobody has approved yet. */
  isWaiting: (): boolean => !mayWork(accountOf(current.info)?.status ?? accountStatus.is.active),
  /** With the privilege, and the part of an area that it needs as well. */
  can(this: void, privilege: Privilege, part?: PartPrivilege): boolean {
    const has = privilegesOf(current.info)
    return checksOff || (allows(has, privilege) && (part === undefined || !withholds(has, part)))
  },
  subscribe(this: void, listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  onEnd(listener: (ending: Ending) => void): () => void {
    endings.add(listener)
    return () => endings.delete(listener)
  },
  /** Calls back with the screen to go to when the server answers nothing before its person has done what is due there. */
  onBar(listener: (path: string) => void): () => void {
    bars.add(listener)
    return () => bars.delete(listener)
  },
  bar(path: string): void {
    for (const listener of bars) listener(path)
  },
  /** Calls back when the server refused what the account was thought to be allowed: it may have changed. */
  onDoubt(listener: () => void): () => void {
    doubts.add(listener)
    return () => doubts.delete(listener)
  },
  doubt(): void {
    for (const listener of doubts) listener()
  },
  /** Takes what check_login or a completed sign-in answered. */
  async accept(answer: UserInfo): Promise<void> {
    if (left) return
    const { app_token: app, ...info } = answer
    if (info.user.id === 0) return session.end('expired')
    const token = native ? (app?.oauth_token.token ?? current.token) : ''
    change(info, token)
    await Promise.all([
      secrets.set(keys.info, JSON.stringify(info)),
      secrets.set(keys.uiConfig, `userUIConfig_${info.user.id}`),
      native ? secrets.set(keys.token, token) : null,
      secrets.remove(keys.leaving),
    ])
  },
  /**
   * Does what ends the session because its person wants it to end. Every tab knows before the server does: a call that
   * is refused from then on is no expired session.
   * @param away the page itself is left afterwards: here nobody is told, and nothing is asked any more
   */
  async leave<T>(act: () => Promise<T>, { away = false } = {}): Promise<T> {
    let stay = () => {}
    if (away) staying = new Promise((resolve) => (stay = resolve))
    await secrets.set(keys.leaving, 'true')
    try {
      const done = await act()
      left = away
      if (away) await removeStored()
      else await session.end('closed')
      return done
    } catch (error) {
      stay()
      await secrets.remove(keys.leaving)
      throw error
    }
  },
  /** Back to user id 0 and an empty token; tells whoever shows screens, once. */
  async end(ending: Ending): Promise<void> {
    if (left) return
    const was = session.isSignedIn()
    change(nobody, '')
    const [leaving] = await Promise.all([secrets.get(keys.leaving), removeStored()])
    if (was) for (const listener of endings) listener(leaving ? 'closed' : ending)
  },
}

/** The account in use, of whatever type. */
export const accountOf = (info: UserInfo) => info.vno_admin_account ?? info.admin_account ?? info.technical_account

/** The privileges of the account in use. */
export const privilegesOf = (info: UserInfo) => accountOf(info)?.privileges

/** Tabs agree: leaving in one leaves in all; another person signing in starts the others anew. */
secrets.watch(keys.info, (stored) => {
  const info = parse(stored)
  if (info.user.id === current.info.user.id) return
  if (info.user.id === 0) {
    change(nobody, '')
    for (const listener of endings) listener('closed')
  } else window.location.reload()
})

export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.get)
}
