import { PushNotifications } from './plugins.ts'

/** Push token of this installation; null without permission, or where the device has no push service. */
export async function register(): Promise<string | null> {
  const known = await PushNotifications.checkPermissions()
  const { receive } = known.receive.startsWith('prompt') ? await PushNotifications.requestPermissions() : known
  if (receive !== 'granted') return null
  let settle: (token: string | null) => void
  const answer = new Promise<string | null>((resolve) => (settle = resolve))
  const heard = await Promise.all([
    PushNotifications.addListener('registration', ({ value }) => settle(value)),
    PushNotifications.addListener('registrationError', () => settle(null)),
  ])
  await PushNotifications.register()
  const token = await answer
  await Promise.all(heard.map((listener) => listener.remove()))
  return token
}

export async function follow(opened: (link: unknown) => void): Promise<void> {
  await PushNotifications.addListener('pushNotificationActionPerformed', ({ notification }) => {
    const data: unknown = notification.data
    opened(typeof data === 'object' && data !== null && 'link' in data ? data.link : undefined)
  })
}
