/** A notice that the server pushed (server/process/notices/web-push.ts), as the browser shows it. */
import { isAlarm } from '@hilo/domain/notice.ts'

/** Fields that TypeScript's library does not declare yet. */
interface ShownOptions extends Omit<NotificationOptions, 'data'> {
  data: { link: string }
  vibrate?: readonly number[]
  renotify?: boolean
}
interface ShownNotice {
  title: string
  options: ShownOptions
}

const home = '/tecnico'
const icon = '/assets/icons/icon-192.png'
/** ms on, off, on…: to be felt in a pocket. */
const alarmPattern = [400, 150, 400, 150, 400] as const

/** A page of the technician's application. */
export const isWithin = (url: URL, origin: string): boolean =>
  url.origin === origin && (url.pathname === home || url.pathname.startsWith(`${home}/`))

/** The path of a link within the technician's application; any other link becomes its first screen. */
export function linkWithin(link: unknown, origin: string): string {
  const url = typeof link === 'string' ? URL.parse(link, origin) : null
  return url !== null && url.username === '' && isWithin(url, origin) ? url.pathname + url.search : home
}

function fieldsOf(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What to show for a message; for one that says nothing still a notice, because a browser demands one for every message. */
export function noticeOf(text: string | undefined, origin: string): ShownNotice {
  const { id, kind, title, body, link } = fieldsOf(text)
  const tag = textOf(id)
  return {
    title: textOf(title) || 'Hilo',
    options: {
      body: textOf(body),
      icon,
      lang: 'es',
      ...(tag !== '' && { tag }),
      ...(isAlarm(textOf(kind)) && { requireInteraction: true, vibrate: alarmPattern }),
      data: { link: linkWithin(link, origin) },
    },
  }
}
