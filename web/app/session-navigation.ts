import type { RouterHistory } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { session } from '../api/session.ts'
import type { Move } from './startup.ts'
import { loginWith, returnPathAfterEnd, startupMove, returnPathOf, withReturn } from './startup.ts'

/** The page's location as the start-up rules read it. */
const here = () => window.location.pathname + window.location.search + window.location.hash

const move = (): Move | null => {
  const { accountType } = session.get()
  return startupMove({
    location: here(),
    signedIn: session.isSignedIn(),
    accountType,
    waiting: session.isPendingApproval(),
  })
}

/** Confirms the session with the server. Without a response the stored state is used: the next call will tell. */
async function checkLogin(): Promise<void> {
  const before = session.get()
  const answer = await call('account/check_login', {}).catch(() => null)
  // The session changed meanwhile: the response is outdated.
  if (answer === null || session.get() !== before) return
  await session.accept(answer)
  const shown = before.info.user.id
  // The screen belongs to another user, possibly with unsaved input: reload to drop all of it.
  if (shown > 0 && session.isSignedIn() && session.get().info.user.id !== shown) window.location.reload()
}

let rechecking = false
/** Confirms the session again, one request at a time. */
async function recheck(): Promise<void> {
  if (rechecking) return
  rechecking = true
  await checkLogin().finally(() => (rechecking = false))
}

/** Applies the start-up rules; true when the page is being left. */
function go(history: RouterHistory): boolean {
  const next = move()
  if (next === null) return false
  if (next.reload) {
    window.location.replace(next.to)
    return true
  }
  history.replace(next.to)
  return false
}

const signingIn = () => window.location.pathname.includes('oauth')

/**
 * Start: with a stored session the screen is shown at once while the server is asked; without one, a guarded path waits
 * for the response, and the login page is shown at once and left if a session turns out to exist.
 */
export async function startNavigation(history: RouterHistory): Promise<boolean> {
  if (signingIn()) return false
  const known = session.isSignedIn()
  const checked = checkLogin()
  if (!known && move() !== null) await checked
  else if (!known) void checked.then(() => go(history))
  return go(history)
}

/** Follows session changes for the life of the page. */
export function followSession(history: RouterHistory): void {
  session.onEnd((ending) => {
    if (signingIn()) return
    // No confirmation of unsaved input: the screen no longer belongs to the session.
    history.push(ending === 'closed' ? '/login' : loginWith(returnPathAfterEnd(here())), undefined, {
      ignoreBlocker: true,
    })
  })
  // Menu and buttons follow the account's current privileges.
  session.onPrivilegeDoubt(() => void recheck())
  session.onObligation((path) => {
    if (!window.location.pathname.includes(path))
      history.push(withReturn(path, returnPathOf(here())), undefined, { ignoreBlocker: true })
  })
  // A page restored from the back-forward cache may show data that its reader may no longer see.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) window.location.reload()
  })
}
