/** Notices to browsers, by the browser's own push service: encrypted for the browser (RFC 8291), signed by this server (RFC 8292). */
import { isAlarm } from '@hilo/domain/notice.ts'
import { post } from '../../net/send.ts'
import type { PushSubscription } from '../../net/push-subscription.ts'
import type { Reach } from '../../net/target.ts'

/** VAPID key pair, base64url. */
export interface WebPushKeys {
  public: string
  private: string
}

interface BrowserNotice {
  /** Id of the notice; shown once per id. */
  id: string
  kind: string
  title: string
  body: string
  /** Path of the application. */
  link: string
  /** A newer undelivered notice of the same topic replaces this one (RFC 8030, 5.4). */
  topic: string | null
  /** Age of the notice, ms. */
  age: number
}

/** How long a push service keeps a notice for a phone without coverage, s: an alarm that is older misleads. */
const lifetime = { alarm: 3_600, other: 86_400 } as const
/** Characters of up to four bytes; a message has at most 4096 bytes when it is encrypted (RFC 8291, 4). */
const longest = { title: 100, body: 600 } as const
const shortened = (text: string, most: number) => Array.from(text).slice(0, most).join('')

/** Remaining lifetime, s; 0 if the notice comes too late. */
const timeLeft = ({ kind, age }: BrowserNotice): number =>
  Math.max(0, lifetime[isAlarm(kind) ? 'alarm' : 'other'] - Math.floor(age / 1000))

/**
 * Sends a notice to one browser.
 * @returns the push service's status; null if the notice is too old to be sent
 * @throws TargetRefused for an internal address, the connection's error, or a timeout
 */
export async function sendToBrowser(
  subscription: PushSubscription,
  notice: BrowserNotice,
  keys: WebPushKeys,
  subject: string,
  reach: Reach,
): Promise<number | null> {
  const TTL = timeLeft(notice)
  if (TTL === 0) return null
  const { id, kind, title, body, link, topic } = notice
  const shown = { title: shortened(title, longest.title), body: shortened(body, longest.body) }
  const payload = JSON.stringify({ id, kind, ...shown, link })
  // Loaded with the first notice: most processes never send one.
  const { default: webPush } = await import('web-push')
  const made = webPush.generateRequestDetails(subscription, payload, {
    TTL,
    urgency: isAlarm(kind) ? 'high' : 'normal',
    ...(topic !== null && { topic }),
    vapidDetails: { subject, publicKey: keys.public, privateKey: keys.private },
  })
  const headers = Object.entries(made.headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const)
  return (await post(subscription.endpoint, made.body, Object.fromEntries(headers), reach)).status
}
