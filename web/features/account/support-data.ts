import { text } from '../../ui/text.ts'
import { deviceOf } from '@hilo/domain/device.ts'

/** Facts of the installation for support, as lines of text; nothing personal. */
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
