/** What only the native application does: it has no cookie, so each request says who and from where. */
export const native = import.meta.env.VITE_NATIVE === '1'

/** Host of the API: the own origin on the web. */
export const apiBase = `${native ? import.meta.env.VITE_API_BASE : ''}/api/v1/`

/** Where the client runs, in the words of the releases. */
export const platform = !native ? 'web' : /iphone|ipad|ipod/i.test(navigator.userAgent) ? 'ios' : 'android'

function installation(): string {
  const key = 'installationId'
  const known = localStorage.getItem(key)
  if (known !== null) return known
  const made = crypto.randomUUID()
  localStorage.setItem(key, made)
  return made
}

/** Headers of every native request. They never grant anything by themselves but the bearer token. */
export function nativeHeaders(token: string, accountType: string): Record<string, string> {
  return {
    apiaf: `${platform}/${__HILO_VERSION__}/${installation()}`,
    ...(token !== '' && { Authorization: `Bearer ${token}` }),
    ...(accountType !== 'none' && { Account_type: accountType }),
  }
}

/** Where the system's browser returns to after signing in: the application's own scheme unless the build says otherwise. */
export const nativeRedirect = import.meta.env.VITE_NATIVE_REDIRECT ?? 'hilo://oauth/user'

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** A fresh PKCE pair (S256): the verifier stays on the device, the challenge travels. */
export async function pkce(): Promise<{ verifier: string; challenge: string }> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { verifier, challenge: base64url(new Uint8Array(digest)) }
}
