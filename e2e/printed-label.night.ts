/** The printed label of a box is read in its picture: with the real engine, in the browser, without third-party requests. */
import type { Picture } from '@hilo/contract/enrollments/enrollments.ts'
import type { Page } from '@playwright/test'
import { fulfils } from './fulfils.ts'
import { expect, phone, stepPath, test } from './field.ts'
import { say } from './text.ts'

test.use({
  viewport: phone,
  hasTouch: true,
  isMobile: true,
  // The network is cut deliberately.
  provoked: /ERR_INTERNET_DISCONNECTED/,
})

/** Camera angles: bad at first, better with each further picture. */
const held = [
  { tilt: 0.03, near: 1 },
  { tilt: 0, near: 1.25 },
  { tilt: -0.015, near: 1.1 },
] as const
type Held = (typeof held)[number]

/** A photo of a plate with this text, in the product's font. */
async function plate(page: Page, label: string, how: Held) {
  const url = await page.evaluate(
    async ({ words, tilt, near }) => {
      await document.fonts.load('700 140px "Inter Variable"')
      const canvas = Object.assign(document.createElement('canvas'), { width: 1600, height: 1200 })
      const paint = canvas.getContext('2d')
      if (!paint) throw new Error('no canvas')
      const fill = (colour: string, ...box: [number, number, number, number]) => {
        paint.fillStyle = colour
        paint.fillRect(...box)
      }
      fill('#8d9692', 0, 0, 1600, 1200)
      // Noise, so that no two photos are equal and none is plain.
      for (let at = 0; at < 4000; at++)
        fill(at % 2 ? '#858e8a' : '#959e9a', Math.random() * 1600, Math.random() * 1200, 9, 9)
      paint.translate(800, 600)
      paint.rotate(tilt)
      paint.scale(near, near)
      fill('#fdfdfa', -560, -190, 1120, 380)
      paint.fillStyle = '#141414'
      paint.font = '500 60px "Inter Variable"'
      paint.fillText('CTO fachada', -500, -90)
      paint.font = '700 120px "Inter Variable"'
      paint.fillText(words, -500, 60, 1000)
      paint.font = '500 50px "Inter Variable"'
      paint.fillText('16 puertos', -500, 150)
      return canvas.toDataURL('image/jpeg', 0.9)
    },
    { words: label, ...how },
  )
  return { name: 'placa.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(url.split(',')[1] ?? '', 'base64') }
}

async function shoot(page: Page, name: string, label: string, how: Held = held[0]): Promise<void> {
  const picture = await plate(page, label, how)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name, exact: true }).tap()
  await (await chooser).setFiles(picture)
}

/** Lets the time of a page whose clock is paused pass twenty times slower than the machine's, for a minute, until it holds. */
async function inSlowTime(page: Page, holds: () => Promise<void>): Promise<void> {
  for (let left = 300; !(await fulfils(holds())); left--) {
    if (left === 0) throw new Error('not within three seconds of the page')
    await page.clock.runFor(10)
  }
}

test('a label in a picture fills an empty field, never overwrites typed text', async ({ page, field, db }) => {
  const asked: URL[] = []
  page.on('request', (request) => asked.push(new URL(request.url())))
  const event = await field.open('mantenimiento')
  // Recognition rates: decision 0021. This test shows what follows a recognized label.
  const label = 'VAL12-0342-17'
  await db.owner.query('update cto set label = $2 where id = $1', [field.box.id, label])
  // Behind, so that no file is older than the page.
  await page.clock.install({ time: Date.now() - 600_000 })
  await page.goto(stepPath(event, 'cto_enrollment'))
  const written = page.locator('[data-field="label_read"]').getByRole('textbox')
  await expect(written).toHaveValue('')
  // Sometimes the engine is unsure: then another picture is taken.
  let shots = 0
  for (const how of held) {
    await shoot(page, say(shots === 0 ? 'tech.label.picture' : 'tech.label.picture_again'), label, how)
    shots++
    const isRead = expect(written).toHaveValue(label, { timeout: shots === 1 ? 120_000 : 60_000 })
    if (await fulfils(isRead)) break
  }
  await expect(written).toHaveValue(label)
  await expect(page.getByText(say('tech.label.ocr'))).toBeVisible()
  await expect(page.getByText(say('tech.label.ok'))).toBeVisible()

  await written.fill('VAL99-0000-01')
  // Shown before the step closes, without the server.
  await page.context().setOffline(true)
  const other = page.getByRole('dialog', { name: say('tech.picture.other_label') })
  for (const how of held) {
    // The question is asked if the engine reads within four seconds.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 20_000)
    await shoot(page, say('tech.label.picture_again'), label, how)
    shots++
    const isAsked = await fulfils(inSlowTime(page, () => expect(other).toBeVisible({ timeout: 200 })))
    await page.clock.resume()
    if (isAsked) break
  }
  await expect(
    other.getByText(say('tech.picture.other_label.text', { read: label, due: 'VAL99-0000-01' })),
  ).toBeVisible()
  await other.getByRole('button', { name: say('tech.picture.use') }).tap()
  await page.context().setOffline(false)
  const pictures = async () => {
    const answer = (await field.ask('admin_vno/enrollments/pictures/get', { event_id: event.id })) as {
      records: Picture[]
    }
    return answer.records.map(({ ocr }) => ocr?.value)
  }
  // The first picture was taken before the engine had loaded; the second has the engine's result.
  await expect.poll(async () => (await pictures()).length, { timeout: 120_000 }).toBe(shots)
  expect(await pictures()).toContain(label)
  await expect(written).toHaveValue('VAL99-0000-01')
  const { host } = new URL(page.url())
  expect(asked.filter((one) => /^https?:$/.test(one.protocol) && one.host !== host).map(String)).toEqual([])
})
