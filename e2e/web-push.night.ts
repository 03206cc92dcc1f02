/**
 * Notices of the closed application: turned on and off by the technician, offered once there is work, delivered by a push service
 * of the test, shown by the real worker. Chromium subscribes with a service of Google only, which is not reachable here, so the
 * page's PushManager answers with the subscription of the test's service; a headless browser shows no permission prompt, so the
 * test sets the permission.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { writeNotice } from '../server/process/notices/notify.ts'
import { makeTechnician, type Account } from '../server/test/factories.ts'
import { startPushService, type PushService } from '../server/test/push-service.ts'
import { install } from './field.ts'
import { expect, test as base, type Served } from './fixtures.ts'
import { openEvent } from './kept-app.ts'
import { button, press, say } from './text.ts'

const test = base.extend<{ technician: Account }, { push: PushService }>({
  push: [
    async ({}, use) => {
      const service = await startPushService()
      await use(service)
      await service.close()
    },
    { scope: 'worker' },
  ],
  technician: async ({ db, enter }, use) => {
    const technician = await makeTechnician(db, { vno: { id: 1, name: '', external_id: '' } })
    await enter(technician)
    await use(technician)
  },
})
test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } })
test.describe.configure({ mode: 'default' })

type Answer = 'granted' | 'denied' | 'default'
/** The browser's answer to the question for permission, at first and once it was asked. */
async function permit(context: BrowserContext, first: Answer, asked: Answer = first): Promise<void> {
  if (first === 'granted') await context.grantPermissions(['notifications'])
  await context.addInitScript(
    ([before, after]) => {
      const now = () => (localStorage.getItem('test.asked') === null ? before : after)
      Object.defineProperty(Notification, 'permission', { get: now, configurable: true })
      Notification.requestPermission = async () => {
        localStorage.setItem('test.asked', '1')
        return now()
      }
    },
    [first, asked] as const,
  )
}

/** The page's PushManager subscribes at the test's service. */
async function subscribeAt(context: BrowserContext, subscription: string): Promise<void> {
  await context.addInitScript((json) => {
    const held = 'test.subscribed'
    const known = {
      options: { applicationServerKey: null },
      toJSON: () => JSON.parse(json) as PushSubscriptionJSON,
      unsubscribe: async () => {
        localStorage.removeItem(held)
        return true
      },
    } as unknown as PushSubscription
    PushManager.prototype.getSubscription = async () => (localStorage.getItem(held) === null ? null : known)
    PushManager.prototype.subscribe = async (options) => {
      localStorage.setItem(held, String(options?.applicationServerKey))
      return known
    }
  }, subscription)
}

/** In the worker: the headless shell of Chromium denies notifications whatever is granted, so the registration keeps them here. */
function keepNotifications(): void {
  const kept = new Map<string, Notification>()
  Object.assign(ServiceWorkerRegistration.prototype, {
    showNotification: async (title: string, options: NotificationOptions = {}) => {
      const key = options.tag || crypto.randomUUID()
      const close = () => kept.delete(key)
      kept.set(key, { ...options, title, close } as unknown as Notification)
    },
    getNotifications: async () => [...kept.values()],
  })
}

const row = (page: Page) => page.getByRole('region', { name: say('tech.push.title') })

const tokensOf = async (db: Served, { user_id }: Account) =>
  (
    await db.owner.query<{ push_token: string }>(
      'select push_token from device where user_id = $1 and push_token is not null',
      [user_id],
    )
  ).rows.map(({ push_token }) => push_token)

test('every start registers; notices are turned off and on', async ({ page, context, db, technician, push }) => {
  await permit(context, 'granted')
  const subscription = push.subscribe('ajustes')
  await subscribeAt(context, subscription)
  await install(page)
  const { expirationTime: _, ...stored } = JSON.parse(subscription) as Record<string, unknown>
  await expect
    .poll(async () => (await tokensOf(db, technician)).map((one) => JSON.parse(one) as object))
    .toEqual([stored])
  await page.goto('/tecnico/perfil')
  await expect(page.getByText(say('tech.push.on'))).toBeVisible()
  await press(page, 'tech.push.turn_off')
  await expect(page.getByText(say('tech.push.off'))).toBeVisible()
  await expect.poll(() => tokensOf(db, technician)).toEqual([])
  // What was turned off stays off.
  await page.reload()
  await expect(page.getByText(say('tech.push.off'))).toBeVisible()
  await press(page, 'tech.push.turn_on')
  await expect(page.getByText(say('tech.push.on'))).toBeVisible()
  await expect.poll(async () => (await tokensOf(db, technician)).length).toBe(1)
  const key = await page.evaluate(() => localStorage.getItem('test.subscribed'))
  const { rows } = await db.owner.query<{ key: string }>('select web_push_key() as key')
  expect(key).toBe(rows[0]?.key)
})

test('signing out ends the subscription and tells the server', async ({ page, context, db, technician, push }) => {
  await permit(context, 'granted')
  await subscribeAt(context, push.subscribe('salida'))
  await install(page)
  await expect.poll(async () => (await tokensOf(db, technician)).length).toBe(1)
  await page.getByRole('button', { name: say('menu.more') }).click()
  await page.getByRole('button', { name: say('shell.sign_out') }).click()
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  await expect.poll(() => tokensOf(db, technician)).toEqual([])
  await expect.poll(() => page.evaluate(() => localStorage.getItem('test.subscribed'))).toBeNull()
})

test('without notices the settings offer words, no button', async ({ page, context, another, enter, technician }) => {
  await permit(context, 'denied')
  await page.goto('/tecnico/perfil')
  await expect(page.getByText(say('tech.push.blocked'))).toBeVisible()
  await expect(button(page, 'tech.push.turn_on')).toHaveCount(0)
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
  for (const [userAgent, key] of [
    [safari, 'tech.push.install'],
    [undefined, 'tech.push.unsupported'],
  ] as const) {
    const other = await another({ viewport: { width: 390, height: 844 }, ...(userAgent && { userAgent }) })
    await other.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
    await enter(technician, other)
    const opened = await other.newPage()
    await opened.goto('/tecnico/perfil')
    await expect(opened.getByText(say(key))).toBeVisible()
    await expect(button(opened, 'tech.push.turn_on')).toHaveCount(0)
  }
})

test('offered at first work and after thirty days, on press', async ({ page, context, db, technician, push }) => {
  await permit(context, 'default', 'granted')
  await subscribeAt(context, push.subscribe('tarjeta'))
  await install(page)
  await expect(page.getByText(say('tech.new')).first()).toBeVisible()
  await expect(row(page)).toHaveCount(0)
  const event = await openEvent(db, technician)
  await page.reload()
  await expect(page.getByText(event.code).first()).toBeVisible()
  await expect(row(page).getByText(say('tech.push.question'))).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('test.asked'))).toBeNull()
  await press(page, 'tech.push.later')
  await expect(row(page)).toHaveCount(0)
  const after = async (days: number) => {
    await page.evaluate((ms) => localStorage.setItem('hilo.push.later', String(Date.now() - ms)), days * 86_400_000)
    await page.reload()
    await expect(page.getByText(event.code).first()).toBeVisible()
  }
  await after(29)
  await expect(row(page)).toHaveCount(0)
  await after(31)
  await press(row(page), 'tech.push.turn_on')
  await expect(row(page)).toHaveCount(0)
  await expect.poll(async () => (await tokensOf(db, technician)).length).toBe(1)
})

test('a dark neighbour rings; a press on it opens the work', async ({ page, context, db, technician, push }) => {
  await permit(context, 'granted')
  await subscribeAt(context, push.subscribe('alarma'))
  const event = await openEvent(db, technician)
  await install(page)
  await expect.poll(async () => (await tokensOf(db, technician)).length).toBe(1)
  const sql = { rows: async (text: string, values: unknown[]) => (await db.owner.query<object>(text, values)).rows }
  const payload = { cto_code: 'VAL01-1', port: 7, event_code: event.code }
  await writeNotice(sql as never, {
    vnoId: 1,
    technicalId: technician.id,
    kind: 'neighbour_out',
    eventId: event.id,
    caseId: null,
    payload,
  })
  await expect.poll(() => push.received.filter(({ to }) => to === 'alarma').length).toBe(1)
  const message = push.received.find(({ to }) => to === 'alarma')
  const cdp = await context.newCDPSession(page)
  const registrationId = await new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => one && resolve(one.registrationId))
    void cdp.send('ServiceWorker.enable')
  })
  const deliver = (data: string) =>
    cdp.send('ServiceWorker.deliverPushMessage', { origin: db.address, registrationId, data })
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(keepNotifications)
  const shown = async () =>
    (await worker?.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
      return (await registration.getNotifications()).map(({ title, body, tag, requireInteraction, data }) => ({
        title,
        body,
        tag,
        requireInteraction,
        data: data as unknown,
      }))
    })) ?? []
  for (const garbage of ['', '{', 'null', '{"title":{"x":1},"link":"https://malo.example/"}']) await deliver(garbage)
  await deliver(JSON.stringify(message?.payload))
  await deliver(JSON.stringify(message?.payload))
  const link = `/tecnico/intervencion/${event.id}`
  const tag = (message?.payload as { id: string }).id
  await expect
    .poll(async () => (await shown()).filter((one) => one.tag === tag))
    .toEqual([
      {
        title: 'Un vecino se ha quedado sin luz',
        body: `Caja VAL01-1, puerto 7: mira su fibra antes de seguir. ${event.code}`,
        tag,
        requireInteraction: true,
        data: { link },
      },
    ])
  for (const { title, data } of (await shown()).filter((one) => one.tag !== tag))
    expect([title, data]).toEqual(['Hilo', { link: '/tecnico' }])
  // The press itself cannot be made without a desktop: the worker gets its event.
  await worker?.evaluate(async (pressed) => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const [notification] = (await scope.registration.getNotifications()).filter((one) => one.tag === pressed)
    const event = Object.assign(new Event('notificationclick'), {
      notification,
      waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
    })
    globalThis.dispatchEvent(event)
  }, tag)
  await expect(page).toHaveURL(new RegExp(`${link}(?:/|$)`))
  await expect.poll(async () => (await shown()).filter((one) => one.tag === tag)).toEqual([])
})
