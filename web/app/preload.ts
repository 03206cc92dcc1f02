/**
 * Runs before the application has arrived: asks for what every start needs, so that the answers travel together with
 * the scripts. Whoever needs one takes it from there (api/early.ts). Has no imports of weight on purpose.
 */
import { screenOf, shell, technicianShell } from './screens.ts'

const path = location.pathname

function askEarly() {
  const answers: NonNullable<Window['hiloEarly']> = {}
  const ask = (name: string, url: string) => {
    const answer = fetch(url, { credentials: 'same-origin' })
    // Nobody may be there yet to hear of a failure; whoever takes the answer sees it again.
    answer.catch(() => undefined)
    answers[name] = answer
  }
  ask('reference', '/assets/api.json')
  ask('texts', '/assets/i18n/es.json')
  if (!/^\/(?:oauth\/|loading-oauth)/.test(path)) {
    // No call before the API reference has arrived, not even the first.
    const checked = answers['reference']?.then(() =>
      fetch('/api/v1/account/check_login.json?account_type=va', { credentials: 'same-origin' }),
    )
    checked?.catch(() => undefined)
    if (checked) answers['account/check_login?{}'] = checked
  }
  window.hiloEarly = answers
}

if (import.meta.env.VITE_NATIVE !== '1') askEarly()
if (path.startsWith('/vno')) {
  // A part that does not arrive is asked for again by the router, which also says so.
  Promise.all([shell(), screenOf(path)?.()]).catch(() => undefined)
}
if (path.startsWith('/tecnico')) technicianShell().catch(() => undefined)
