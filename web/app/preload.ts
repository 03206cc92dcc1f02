/**
 * Preload script: runs before the application has loaded and requests what every start needs, in parallel with the
 * scripts. The application takes the responses through api/preloaded.ts. Has no heavy imports on purpose.
 */
import { repeatedRequest } from '../api/first-request.ts'
import { screenOf, shell, technicianShell } from './screens.ts'

const path = location.pathname
/** A preloaded response not used by then is discarded as stale, ms. */
const freshMs = 10_000

const own = { credentials: 'same-origin' } as const

function askEarly() {
  const answers: NonNullable<Window['hiloEarly']> = {}
  const keep = (name: string, answer: Promise<Response>) => {
    // Prevents an unhandled rejection: the consumer sees the failure again.
    answer.catch(() => undefined)
    answers[name] = answer
  }
  const reference = fetch('/assets/api.json', own)
  keep('reference', reference)
  keep('texts', fetch('/assets/i18n/es.json', own))
  // Every call waits for the API reference, as in the application.
  const call = (name: string, url: string, init: RequestInit = {}) =>
    keep(
      name,
      reference.then(() => fetch(url, { ...own, ...init })),
    )
  if (!/^\/(?:oauth\/|loading-oauth)/.test(path))
    call('account/check_login?{}', '/api/v1/account/check_login.json?account_type=va')
  const asked = repeatedRequest()
  if (asked !== null) {
    const name = `${asked.path}?${asked.query}`
    const body = new FormData()
    body.set('query', asked.query)
    call(name, `/api/v1/${asked.path}.json`, { method: 'POST', body })
    setTimeout(() => delete answers[name], freshMs)
  }
  window.hiloEarly = answers
}

if (import.meta.env.VITE_NATIVE !== '1') askEarly()
if (path.startsWith('/vno')) {
  // A failed import is retried and reported by the router.
  Promise.all([shell(), screenOf(path)?.()]).catch(() => undefined)
}
if (path.startsWith('/tecnico')) technicianShell().catch(() => undefined)
