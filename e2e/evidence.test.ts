/** A picture is bound to its figure and port: the phone reports at once when it no longer matches. */
import type { Page } from '@playwright/test'
import { expect, heading, phone, photo, stepPath, test } from './field.ts'
import { say } from './text.ts'

test.use({ viewport: phone, hasTouch: true, isMobile: true })

async function type(page: Page, figure: string): Promise<void> {
  const pad = page.getByRole('group', { name: say('tech.power.entry') }).last()
  for (const key of figure)
    await pad.getByRole('button', { name: key === ',' ? say('tech.power.comma') : key, exact: true }).tap()
}

const main = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last()
const meter = (page: Page) => page.locator('[data-field="picture.meter"]')

async function shoot(page: Page): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await main(page, say('tech.act.picture')).tap()
  await (await chooser).setFiles(await photo())
}

test('another figure needs another picture, and the server keeps each binding', async ({ page, field }) => {
  const event = await field.open('averia')
  await page.goto(stepPath(event, 'power'))
  await expect(heading(page, say('tech.title.power'))).toBeVisible()
  await type(page, '19,5')
  await shoot(page)
  await expect(meter(page)).toContainText(say('tech.picture.kept'))
  await page
    .getByRole('button', { name: say('tech.power.back') })
    .last()
    .tap()
  await type(page, '9')
  await expect(meter(page)).toContainText(say('tech.picture.stale'))
  await shoot(page)
  await expect(meter(page)).toContainText(say('tech.picture.kept'))
  await main(page, say('tech.act.confirm')).tap()
  const saved = await field.until(
    event.id,
    ({ steps }) => steps?.find(({ step }) => step === 'power')?.status === 'done',
  )
  const step = saved.steps?.find((one) => one.step === 'power')
  expect(step?.data['power_dbm']).toBe(-19.9)
  expect(step?.pictures.map(({ bound }) => (bound as { value: number }).value)).toEqual([-19.5, -19.9])
})
