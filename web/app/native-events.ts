import { safeReturnTo } from '@hilo/domain/return-to.ts'
import type { RouterHistory } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { session } from '../api/session.ts'
import { platform } from '../native/index.ts'
import { listenOutside } from '../native/outside.ts'
import { nativePush } from '../native/push.ts'

/** Entry screens, where the back button leaves the application. */
const doors = ['/login', '/tecnico', '/vno']

/** Closes the top overlay, as Escape does; false if there is none. */
function closeTop(): boolean {
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1)
  if (dialog === undefined) return false
  // A dialog with unsaved input cancels the event, and asks.
  if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close()
  return true
}

/**
 * The device's back button: closes the top overlay first, then goes back in the history; no effect on an entry screen.
 */
function back(history: RouterHistory): boolean {
  if (closeTop()) return true
  if (doors.includes(location.pathname)) return false
  // A screen opened by a notice has no history before it.
  if (history.canGoBack()) history.back()
  else history.replace(session.get().accountType === 'te' ? '/tecnico' : '/')
  return true
}

/** Registers the push token of the technician's device with the server. */
async function register(): Promise<void> {
  if (nativePush === null || session.get().accountType !== 'te') return
  const token = await nativePush.register()
  await call('admin_vno/devices/register', { push_token: token, platform, app_version: __HILO_VERSION__ })
}

/** Native application: subscribes to links, back button and push notices. */
export async function followNativeEvents(history: RouterHistory): Promise<void> {
  await listenOutside({
    returned: (query) => history.replace(`/oauth/user${query}`),
    back: () => back(history),
  })
  await nativePush?.follow((link) => {
    const safe = typeof link === 'string' ? safeReturnTo(link) : null
    if (safe !== null) history.push(safe)
  })
  let known = 0
  const follow = () => {
    const { id } = session.get().info.user
    if (id === known) return
    known = id
    // Without a response the next start registers again.
    if (id > 0) register().catch(() => undefined)
  }
  session.subscribe(follow)
  follow()
}
