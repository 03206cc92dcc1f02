/**
 * Runs before the application has arrived: asks for what every start needs, so that the answers travel together with
 * the scripts. Whoever needs one takes it from there (api/early.ts). Has no imports of weight on purpose.
 */
import { askedBefore } from '../api/asked.ts'
import { screenOf, shell, technicianShell } from './screens.ts'

const path = location.pathname
/** An answer that nobody has taken by then is no longer what its page would be told, ms. */
const freshMs = 10_000

const own = { credentials: 'same-origin' } as const

function askEarly() {
  const answers: NonNullable<Window['hiloEarly']> = {}
  const keep = (name: string, answer: Promise<Response>) => {
    // Nobody may be there yet to hear of a failure; whoever takes the answer sees it again.
    answer.catch(() => undefined)
    answers[name] = answer
  }
  const reference = fetch('/assets/api.json', own)
  keep('reference', reference)
  keep('texts', fetch('/assets/i18n/es.json', own))
  // No call before the API reference has arrived, not even the first.
  const call = (name: string, url: string, init: RequestInit = {}) =>
    keep(
      name,
      reference.then(() => fetch(url, { ...own, ...init })),
    )
  if (!/^\/(?:oauth\/|loading-oauth)/.test(path))
    call('account/check_login?{}', '/api/v1/account/check_login.json?account_type=va')
  const asked = askedBefore()
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
  // A part that does not arrive is asked for again by the router, which also says so.
  Promise.all([shell(), screenOf(path)?.()]).catch(() => undefined)
}
if (path.startsWith('/tecnico')) technicianShell().catch(() => undefined)
