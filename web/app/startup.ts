import { safeReturnTo } from '@hilo/domain/return-to.ts'
import type { AccountType } from '../api/account-type.ts'

/**
 * Where the application goes at start and after the session has changed. Pure: the specification's start-up rules, with
 * `/tecnico` in the place of `/vno` for technicians.
 */
export interface StartState {
  /** Path, query and hash of the page. */
  location: string
  signedIn: boolean
  accountType: AccountType
  /** The account waits for its approval: nothing is open to it but the screen that says so, and help. */
  waiting?: boolean
}
export interface Move {
  to: string
  /** The specification reloads after taking somebody into his area. */
  reload: boolean
}

/** Paths that nobody is taken away from. */
const free = ['password-reset', 'agreements', 'llave-de-acceso', 'oauth', 'verificar']
const areas = { va: 'vno', ad: 'vno', te: 'tecnico' } as const
/** Where an account is that waits. */
const waitingRoom = ['pendiente', 'ayuda']

/** Path and query; a way back that nobody encoded may bring a question mark of its own. */
const split = (location: string): [string, URLSearchParams] => {
  const [before = ''] = location.split('#', 1)
  const [path = ''] = before.split('?', 1)
  return [path, new URLSearchParams(before.slice(path.length))]
}

/** A page, with the way back when there is one worth keeping. */
export function withReturn(path: string, returnTo: unknown): string {
  const safe = safeReturnTo(returnTo)
  return safe === null ? path : `${path}?return_to_url=${encodeURIComponent(safe)}`
}
export const loginWith = (returnTo: unknown): string => withReturn('/login', returnTo)

/** The way back that a page at this place stands for: what it carries already, else itself unless it is the area's door. */
export function wayBack(location: string): string | null {
  const [path, query] = split(location)
  const carried = safeReturnTo(query.get('return_to_url'))
  if (carried !== null) return carried
  return /^\/(?:vno|tecnico)\/?$/.test(path) ? null : safeReturnTo(location)
}

/** The way back to where a session ended: whatever screen it was, the area's door too. */
export const placeLeft = (location: string): string | null => wayBack(location) ?? safeReturnTo(location)

function areaOf(accountType: AccountType): 'vno' | 'tecnico' | null {
  return accountType === 'none' ? null : areas[accountType]
}

/** Where somebody with this account goes after signing in: the way back inside his area, else its door. */
export function homeOf(accountType: AccountType, returnTo: unknown): string | null {
  const area = areaOf(accountType)
  if (area === null) return null
  const safe = safeReturnTo(returnTo)
  const belongs = safe !== null && [area, ...free].some((word) => split(safe)[0].includes(word))
  return belongs ? safe : `/${area}`
}

export function startupMove({ location, signedIn, accountType, waiting = false }: StartState): Move | null {
  const [path, query] = split(location)
  if (!signedIn) {
    const guarded = path.includes('vno') || path.includes('tecnico')
    return guarded ? { to: loginWith(wayBack(location)), reload: false } : null
  }
  const area = areaOf(accountType)
  const open = waiting ? waitingRoom : [area ?? '']
  if (area === null || [...open, ...free].some((word) => path.includes(word))) return null
  if (waiting) return { to: '/pendiente', reload: false }
  const to = homeOf(accountType, query.get('return_to_url'))
  return to === null ? null : { to, reload: true }
}
