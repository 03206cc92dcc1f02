/** Push notices in the worker, while no page of the application may be open. */
import { openLink } from './message.ts'
import { installPath, pushCache } from './push-cache.ts'
import { isWithin, linkWithin, noticeOf } from './push-notice.ts'

declare const self: ServiceWorkerGlobalScope

async function show(event: PushEvent): Promise<void> {
  const { title, options } = noticeOf(event.data?.text(), self.origin)
  await self.registration.showNotification(title, options)
}

/** Shows the link's screen in an open page of the application, else in a new one. */
async function open({ notification }: NotificationEvent): Promise<void> {
  notification.close()
  const data: unknown = notification.data
  const link = linkWithin(typeof data === 'object' && data !== null && 'link' in data ? data.link : null, self.origin)
  const pages = await self.clients.matchAll({ type: 'window' })
  const page = pages.find(({ url }) => isWithin(new URL(url), self.origin))
  if (page === undefined) return void (await self.clients.openWindow(link))
  // The page navigates by itself: it asks before unsaved input is left.
  page.postMessage(openLink(link))
  await page.focus()
}

/** Fields that TypeScript's library does not declare for the worker's event. */
interface SubscriptionChange extends ExtendableEvent {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

/** The browser replaced the subscription: the server is notified. Without a session it is notified at the next start of a page. */
async function renew({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  const installation = await (await caches.open(pushCache)).match(installPath)
  if (installation === undefined) return
  const options = oldSubscription?.options
  const subscription =
    newSubscription ??
    (options?.applicationServerKey
      ? await self.registration.pushManager.subscribe({
          userVisibleOnly: true,
          applicationServerKey: options.applicationServerKey,
        })
      : null)
  if (subscription === null) return
  const query = {
    install_id: await installation.text(),
    push_token: JSON.stringify(subscription),
    platform: 'web',
    client_request_id: crypto.randomUUID(),
  }
  await fetch('/api/v1/admin_vno/devices/register.json', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  })
}

/** Adds the worker's handlers of push events. */
export function followPush(): void {
  self.addEventListener('push', (event) => event.waitUntil(show(event)))
  self.addEventListener('notificationclick', (event) => event.waitUntil(open(event)))
  self.addEventListener('pushsubscriptionchange', (event) => {
    const change = event as SubscriptionChange
    change.waitUntil(renew(change).catch(() => undefined))
  })
}
