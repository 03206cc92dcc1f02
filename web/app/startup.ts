import { safeReturnTo } from '@hilo/domain/return-to.ts'
import type { AccountType } from '../api/account-type.ts'

/**
 * Redirects at start and after a session change. Pure: the specification's start-up rules, with `/tecnico` in place of
 * `/vno` for technicians.
 */
interface StartState {
  /** Path, query and hash of the page. */
  location: string
  signedIn: boolean
  accountType: AccountType
  /** The account is pending approval: only the pending screen and help are open. */
  waiting?: boolean
}
export interface Move {
  to: string
  /** The specification reloads after redirecting a user into the own area. */
  reload: boolean
}

/** Paths without redirects. */
const free = ['password-reset', 'agreements', 'llave-de-acceso', 'oauth', 'verificar', 'codigo']
const areas = { va: 'vno', ad: 'vno', te: 'tecnico' } as const
/** Paths of an account pending approval. */
const waitingRoom = ['pendiente', 'ayuda']

/** Path and query; an unencoded return path may contain a second question mark. */
const split = (location: string): [string, URLSearchParams] => {
  const [before = ''] = location.split('#', 1)
  const [path = ''] = before.split('?', 1)
  return [path, new URLSearchParams(before.slice(path.length))]
}

/** A path with the return path, if there is one to keep. */
export function withReturn(path: string, returnTo: unknown): string {
  const safe = safeReturnTo(returnTo)
  return safe === null ? path : `${path}?return_to_url=${encodeURIComponent(safe)}`
}
export const loginWith = (returnTo: unknown): string => withReturn('/login', returnTo)

/** Return path of a location: the one it carries, else itself unless it is the area's root. */
export function returnPathOf(location: string): string | null {
  const [path, query] = split(location)
  const carried = safeReturnTo(query.get('return_to_url'))
  if (carried !== null) return carried
  return /^\/(?:vno|tecnico)\/?$/.test(path) ? null : safeReturnTo(location)
}

/** Return path after a session ended: any screen, including the area's root. */
export const returnPathAfterEnd = (location: string): string | null => returnPathOf(location) ?? safeReturnTo(location)

function areaOf(accountType: AccountType): 'vno' | 'tecnico' | null {
  return accountType === 'none' ? null : areas[accountType]
}

/** True if the path is within an area. */
const isWithin = (path: string, area: string) => new RegExp(`^/${area}(?:/|$)`).test(path)

/** Where an account goes after signing in: the return path unless it is in another account type's area, else its area's root. */
export function homeOf(accountType: AccountType, returnTo: unknown): string | null {
  const area = areaOf(accountType)
  if (area === null) return null
  const safe = safeReturnTo(returnTo)
  const isForeign = safe !== null && Object.values(areas).some((one) => one !== area && isWithin(split(safe)[0], one))
  return safe === null || isForeign ? `/${area}` : safe
}

export function startupMove({ location, signedIn, accountType, waiting = false }: StartState): Move | null {
  const [path, query] = split(location)
  if (!signedIn) {
    const guarded = path.includes('vno') || path.includes('tecnico')
    return guarded ? { to: loginWith(returnPathOf(location)), reload: false } : null
  }
  const area = areaOf(accountType)
  const open = waiting ? waitingRoom : [area ?? '']
  if (area === null || [...open, ...free].some((word) => path.includes(word))) return null
  if (waiting) return { to: '/pendiente', reload: false }
  const to = homeOf(accountType, query.get('return_to_url'))
  return to === null ? null : { to, reload: true }
}
