/** The application's private URL scheme: always accepted as the sign-in redirect. */
export const privateLink = 'hilo://oauth/user'
/** Sign-in redirect: the build's claimed (universal) link, if it has one. */
export const nativeRedirect = import.meta.env?.VITE_NATIVE_REDIRECT ?? privateLink

/** OAuth response parameters; each at most once. */
const answers = ['code', 'state', 'iss', 'error', 'error_description', 'session_state']

/** The query of a sign-in redirect; null for any other link, for a repeated parameter, and for an unknown one. */
export function returnQuery(link: string, redirect: string = nativeRedirect): string | null {
  const mark = link.indexOf('?')
  const place = mark === -1 ? link : link.slice(0, mark)
  if ((place !== redirect && place !== privateLink) || link.includes('#')) return null
  const names = [...new URLSearchParams(link.slice(place.length)).keys()]
  const known = names.length > 0 && names.every((name) => answers.includes(name))
  return known && new Set(names).size === names.length ? link.slice(place.length) : null
}
