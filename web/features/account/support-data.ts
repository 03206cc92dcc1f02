import { text } from '../../ui/text.ts'
import { deviceOf } from './device-name.ts'

/** What somebody who helps wants to know of this installation, as lines of words; nothing of the person. */
export function supportData(): readonly string[] {
  const { browser, system } = deviceOf(navigator.userAgent)
  return [
    text('support.data.version', { version: __HILO_VERSION__ }),
    browser && system ? text('sessions.device', { browser, system }) : navigator.userAgent,
    text('support.data.screen', { width: window.innerWidth, height: window.innerHeight }),
    text('support.data.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
    text(navigator.onLine ? 'support.data.online' : 'support.data.offline'),
  ]
}
