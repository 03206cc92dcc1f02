import type { UserInfo } from '@hilo/contract/account/account.ts'
import { mayWork } from '@hilo/domain/account.ts'
import { allows, withholds, type PartPrivilege, type Privilege } from '@hilo/domain/privilege.ts'
import { accountStatus } from '@hilo/domain/status.ts'
import { useSyncExternalStore } from 'react'
import type { AccountType } from './account-type.ts'
import { accountTypeOf } from './account-type.ts'
import { firstRequestsKey, infoKey } from './first-request.ts'
import { native } from '../native/index.ts'
import { secrets } from '../native/secrets.ts'
import { readUserInfo } from './user-info.ts'

/** The signed-in user. One store: the keys `authToken` (native only), `userInfo` and `currentUIConfigKey`. */
interface Session {
  info: UserInfo
  accountType: AccountType
  /** Empty on the web, where the session is an HttpOnly cookie. */
  token: string
}

/** `expired`: ended by the server; `closed`: the user signed out, here or in another tab. */
type Ending = 'expired' | 'closed'

const nobody: UserInfo = {
  user: { id: 0, name: '', email: '', tax_id: null, phone: null, picture: null },
  vno_admin_account: null,
  technical_account: null,
  admin_account: null,
}
const keys = { token: 'authToken', info: infoKey, uiConfig: 'currentUIConfigKey', leaving: 'leaving' } as const

/** Development build that shows every screen regardless of privileges; the server still checks them. */
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

/** The session has ended and the page is being left: its content stays unchanged until then. */
let left = false
/** Resolved normally; pending during a sign-out, resolved again if that fails. */
let staying = Promise.resolve()

const removeStored = () =>
  Promise.all([keys.info, keys.token, keys.uiConfig, firstRequestsKey].map((key) => secrets.remove(key)))

/** Resolves once the stored state is loaded; every request waits for it. */
export const sessionLoaded: Promise<void> = load()

export const session = {
  get: (): Session => current,
  isSignedIn: (): boolean => current.info.user.id > 0,
  /** Administers for the neutral operator, who sees every operator's. */
  isNeutral: (): boolean => current.accountType === 'ad',
  isLeft: (): boolean => left,
  /** Resolves when calls are allowed: never again after a completed sign-out. */
  callsAllowed: (): Promise<void> => staying,
  /** The account is not approved yet. */
  isPendingApproval: (): boolean => !mayWork(accountOf(current.info)?.status ?? accountStatus.is.active),
  /** Has the privilege and, if given, the sub-item of its area. */
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
  /** Calls back with the screen of a pending obligation that blocks the account. */
  onObligation(listener: (path: string) => void): () => void {
    bars.add(listener)
    return () => bars.delete(listener)
  },
  bar(path: string): void {
    for (const listener of bars) listener(path)
  },
  /** Calls back when the server refused an action that the stored privileges allow: they may have changed. */
  onPrivilegeDoubt(listener: () => void): () => void {
    doubts.add(listener)
    return () => doubts.delete(listener)
  },
  doubt(): void {
    for (const listener of doubts) listener()
  },
  /** Stores the response of check_login or of a completed sign-in. */
  async accept(answer: UserInfo): Promise<void> {
    if (left) return
    const { app_token: app, ...info } = readUserInfo(answer)
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
   * Runs the sign-out. Other tabs are told before the server is, so that their refused calls do not count as an expired
   * session. @param away the page is left afterwards: no listeners are called here and no more calls are made
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
  /** Resets to user id 0 and an empty token; notifies listeners once. */
  async end(ending: Ending): Promise<void> {
    if (left) return
    const was = session.isSignedIn()
    change(nobody, '')
    const [leaving] = await Promise.all([secrets.get(keys.leaving), removeStored()])
    if (was) for (const listener of endings) listener(leaving ? 'closed' : ending)
  },
}

/** The account in use, of any type. */
const accountOf = (info: UserInfo) => info.vno_admin_account ?? info.admin_account ?? info.technical_account

/** Privileges of the account in use. */
export const privilegesOf = (info: UserInfo) => accountOf(info)?.privileges

/** Tabs are synchronized: a sign-out applies to all, and another user signing in reloads the others. */
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
