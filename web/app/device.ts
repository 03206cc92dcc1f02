import { safeReturnTo } from '@hilo/domain/return-to.ts'
import type { RouterHistory } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { session } from '../api/session.ts'
import { platform } from '../native/index.ts'
import { listenOutside } from '../native/outside.ts'
import { nativePush } from '../native/push.ts'

/** Where the way back leads out of the application. */
const doors = ['/login', '/tecnico', '/vno']

/** Closes what lies over the screen, as Escape does; false when nothing does. */
function closeTop(): boolean {
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1)
  if (dialog === undefined) return false
  // Whoever has something to lose says no to it, and asks.
  if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close()
  return true
}

/** The device's way back: what lies over the screen first, then the screen before; at the door there is none. */
function back(history: RouterHistory): boolean {
  if (closeTop()) return true
  if (doors.includes(location.pathname)) return false
  // Opened by a notice, the first screen has none before it.
  if (history.canGoBack()) history.back()
  else history.replace(session.get().accountType === 'te' ? '/tecnico' : '/')
  return true
}

/** Tells the server where notices reach the technician who works with this device. */
async function register(): Promise<void> {
  if (nativePush === null || session.get().accountType !== 'te') return
  const token = await nativePush.register()
  await call('admin_vno/devices/register', { push_token: token, platform, app_version: __HILO_VERSION__ })
}

/** The native application: what the device brings in from outside of the screens. */
export async function followDevice(history: RouterHistory): Promise<void> {
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
    // Without an answer the next start tells again.
    if (id > 0) register().catch(() => undefined)
  }
  session.subscribe(follow)
  follow()
}
