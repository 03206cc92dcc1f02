/** The application's private scheme: always a way back from signing in. */
export const privateLink = 'hilo://oauth/user'
/** Where the system's browser returns to: the claimed link of the build, where there is one. */
export const nativeRedirect = import.meta.env?.VITE_NATIVE_REDIRECT ?? privateLink

/** What an issuer answers with; each of them once. */
const answers = ['code', 'state', 'iss', 'error', 'error_description', 'session_state']

/**
 * The query of a link that brings somebody back from signing in; null for every other link that the device hands over,
 * and for one that says something twice or says anything else.
 */
export function returnQuery(link: string, redirect: string = nativeRedirect): string | null {
  const mark = link.indexOf('?')
  const place = mark === -1 ? link : link.slice(0, mark)
  if ((place !== redirect && place !== privateLink) || link.includes('#')) return null
  const names = [...new URLSearchParams(link.slice(place.length)).keys()]
  const known = names.length > 0 && names.every((name) => answers.includes(name))
  return known && new Set(names).size === names.length ? link.slice(place.length) : null
}
