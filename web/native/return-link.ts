/** The application's private URL scheme: always accepted as the sign-in redirect. */
export const privateLink = 'hilo://oauth/user'
/** Sign-in redirect: the build's claimed (universal) link, if it has one. */
export const nativeRedirect = import.meta.env?.VITE_NATIVE_REDIRECT ?? privateLink

/** OAuth response parameters; each at most once. Issuers add others, such as `scope` and `authuser`, which are dropped. */
const answers = ['code', 'state', 'iss', 'error', 'error_description']

/** The query of a sign-in redirect; null for any other link, and for a repeated parameter. Google ends it with `#`. */
export function returnQuery(address: string, redirect: string = nativeRedirect): string | null {
  const [link = ''] = address.split('#', 1)
  const mark = link.indexOf('?')
  const place = mark === -1 ? link : link.slice(0, mark)
  if (mark === -1 || (place !== redirect && place !== privateLink)) return null
  const pairs = [...new URLSearchParams(link.slice(mark))].filter(([name]) => answers.includes(name))
  if (pairs.length === 0 || new Set(pairs.map(([name]) => name)).size < pairs.length) return null
  return `?${new URLSearchParams(pairs).toString()}`
}
