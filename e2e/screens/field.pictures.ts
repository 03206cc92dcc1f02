/** Screenshots of every screen of the technician, on three devices, in both schemes, with large text. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { phone, test } from '../field.ts'
import { seeAlarm, seeBefore, seeOffline, seeSteps, seeVerdict, type Seen } from '../field-places.ts'
import { atRest } from '../screen-checks.ts'

test.use({ viewport: phone, provoked: /./, actionTimeout: 15_000 })
test.setTimeout(600_000)

const folder = process.env['HILO_PICTURES'] ?? ''
const sizes = [
  { name: 'small', width: 360, height: 740, letters: 100 },
  { name: 'phone', width: 390, height: 844, letters: 100 },
  { name: 'tablet', width: 820, height: 1180, letters: 100 },
  { name: 'large-letters', width: 390, height: 844, letters: 200 },
]

const taker =
  (page: Page): Seen =>
  async (place) => {
    for (const { name, width, height, letters } of sizes) {
      await page.setViewportSize({ width, height })
      await page.evaluate((percent) => (document.documentElement.style.fontSize = `${percent}%`), letters)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.locator(`html[data-color-scheme=${colorScheme}]`).waitFor()
        await atRest(page)
        const into = join(folder, `field-${name}-${colorScheme}`)
        mkdirSync(into, { recursive: true })
        await page.screenshot({ path: join(into, `tecnico-${place}.png`) })
      }
    }
    await page.evaluate(() => (document.documentElement.style.fontSize = ''))
    await page.setViewportSize(phone)
  }

test('before any work', async ({ page, field }) => seeBefore(page, field, taker(page)))
test('an installation', async ({ page, field }) => {
  const event = await field.open('alta')
  await seeSteps(page, field, event, taker(page))
  await seeOffline(page, event, taker(page))
})
test('an alarm', async ({ page, field }) => seeAlarm(page, field, await field.open('mantenimiento'), taker(page)))
for (const good of [true, false])
  test(good ? 'a clean end' : 'an end that is not clean', async ({ page, field }) =>
    seeVerdict(page, field, good, taker(page)),
  )
