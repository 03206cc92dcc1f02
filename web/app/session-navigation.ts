import type { RouterHistory } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { session } from '../api/session.ts'
import type { Move } from './startup.ts'
import { loginWith, placeLeft, startupMove, wayBack, withReturn } from './startup.ts'

/** The page's place as the start-up rules read it. */
const here = () => window.location.pathname + window.location.search + window.location.hash

const move = (): Move | null => {
  const { accountType } = session.get()
  return startupMove({
    location: here(),
    signedIn: session.isSignedIn(),
    accountType,
    waiting: session.isWaiting(),
  })
}

/** Asks the server who is signed in. Without an answer the stored state stands: the next call will tell. */
async function checkLogin(): Promise<void> {
  const before = session.get()
  const answer = await call('account/check_login', {}).catch(() => null)
  // Whoever has left or come meanwhile is not asked about any more.
  if (answer === null || session.get() !== before) return
  await session.accept(answer)
  const shown = before.info.user.id
  // Somebody else's screen stands there, with what he was writing: nothing of it stays.
  if (shown > 0 && session.isSignedIn() && session.get().info.user.id !== shown) window.location.reload()
}

let rechecking = false
/** Asks again who is signed in, once at a time. */
async function recheck(): Promise<void> {
  if (rechecking) return
  rechecking = true
  await checkLogin().finally(() => (rechecking = false))
}

/** Carries out what the rules say; true when the page is being left. */
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
 * The start: whoever is known from before is shown his screen at once while the server is asked; a stranger on a guarded
 * path waits for the answer, and one on the login page sees it and is taken on when he turns out to be signed in.
 */
export async function startNavigation(history: RouterHistory): Promise<boolean> {
  if (signingIn()) return false
  const known = session.isSignedIn()
  const checked = checkLogin()
  if (!known && move() !== null) await checked
  else if (!known) void checked.then(() => go(history))
  return go(history)
}

/** Follows the session for as long as the page lives. */
export function followSession(history: RouterHistory): void {
  session.onEnd((ending) => {
    if (signingIn()) return
    // Nobody is asked whether he wants to go: what is on the screen is no longer his.
    history.push(ending === 'closed' ? '/login' : loginWith(placeLeft(here())), undefined, { ignoreBlocker: true })
  })
  // Menu and buttons follow what the account may do now.
  session.onDoubt(() => void recheck())
  session.onBar((path) => {
    if (!window.location.pathname.includes(path))
      history.push(withReturn(path, wayBack(here())), undefined, { ignoreBlocker: true })
  })
  // A page taken out of the browser's back-forward store may show what its reader may no longer see.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) window.location.reload()
  })
}
