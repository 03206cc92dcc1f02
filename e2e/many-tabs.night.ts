/** Eight tabs over HTTP/1.1, where a browser opens six connections to a server: one stream serves them all. */
import type { BrowserContext, Page } from '@playwright/test'
import { expect, heading, phone, stepPath, test } from './field.ts'
import { rows } from './list-page.ts'
import { say } from './text.ts'

const tabsOfBrowser = 8
/** Longest wait of another tab's list beside a slow upload, ms. */
const longestMs = 5000

/** Streams of a context that are open now. */
function streamsOf(context: BrowserContext): () => number {
  const open = new Set()
  context.on('request', (request) => request.url().endsWith('/api/v1/stream') && open.add(request))
  for (const end of ['requestfinished', 'requestfailed'] as const)
    context.on(end as 'requestfinished', (request) => open.delete(request))
  return () => open.size
}

/** Sends so many bytes at 100 kB/s. */
async function sendSlowly(page: Page, bytes: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const line = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 }
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', line)
  await page.evaluate((length) => {
    const form = new FormData()
    form.set('query', JSON.stringify({ client_request_id: crypto.randomUUID() }))
    form.set('file', new Blob([new Uint8Array(length)]), 'altas.xlsx')
    const sent = fetch('/api/v1/admin_vno/enrollments/upload.json', { method: 'POST', body: form })
    Object.assign(window, { sent: sent.then(({ status }) => status) })
  }, bytes)
}
const hasEnded = (page: Page) =>
  page.evaluate(() => Promise.race([Reflect.get(window, 'sent') as Promise<number>, Promise.resolve(null)]))

test.describe('at the desk', () => {
  test.use({ provoked: /status of 4\d\d/ })

  test('a ninth tab opens its list within five seconds beside a slow upload', async ({ context, enter, page }) => {
    await enter('admin@norte.test')
    const streams = streamsOf(context)
    const tabs = [page]
    while (tabs.length < tabsOfBrowser) tabs.push(await context.newPage())
    for (const tab of tabs) {
      await tab.goto('/vno')
      await expect(tab.getByRole('button', { name: /^Tu cuenta: / })).toBeVisible()
    }
    await expect.poll(streams).toBe(1)
    await sendSlowly(page, 3_000_000)
    const another = await context.newPage()
    const began = performance.now()
    await another.goto('/vno/ctos')
    await expect(rows(another).first()).toBeVisible()
    expect(performance.now() - began).toBeLessThan(longestMs)
    expect(await hasEnded(page), 'the upload is still under way').toBeNull()
  })
})

test.describe('on the phone', () => {
  test.use({ viewport: phone })

  test('an alarm comes up in every tab', async ({ context, field, page }) => {
    const streams = streamsOf(context)
    const path = stepPath(await field.open('mantenimiento'), 'initial')
    const tabs = [page]
    while (tabs.length < tabsOfBrowser) tabs.push(await context.newPage())
    for (const tab of tabs) {
      await tab.goto(path)
      await expect(heading(tab, say('tech.title.initial'))).toBeVisible()
    }
    await expect.poll(streams).toBe(1)
    const [port = 3] = field.box.sur
    await field.act({ action: 'unplug', port })
    for (const tab of tabs) await expect(heading(tab, say('tech.alarm.what_one', { ports: port }))).toBeVisible()
    await page.close()
    await field.act({ action: 'plug', port })
    await field.pass(10)
    for (const tab of tabs.slice(1))
      await expect(tab.getByRole('button', { name: say('tech.cleared.on', { step: '' }).trim() })).toBeVisible()
  })
})
