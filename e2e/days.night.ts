/** Dates and times: Spanish, and weeks from Monday, whatever the browser's language. */
import type { BrowserContext, Page } from '@playwright/test'
import { check } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { grid, openList, settled } from './list-page.ts'
import { still } from './screen-checks.ts'
import { press, say } from './text.ts'

const choose = (page: Page) => page.getByRole('button', { name: say('field.day.choose') })
const calendar = (page: Page) => page.getByRole('dialog', { name: say('field.day.choose') })
const day = (page: Page) => page.getByLabel(say('order.field.day'))
const wanted = (page: Page) => page.getByLabel(say('order.field.requested_date'))

async function newOrder(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/vno/ordenes/nueva')
  await expect(day(page)).toBeVisible()
  return page
}

test('a date and a time are written in Spanish, in an English browser', async ({ enter, another }) => {
  const context = await another({ locale: 'en-US' })
  await enter('admin@norte.test', context)
  const page = await newOrder(context)
  const [from, to] = [page.getByLabel(say('order.field.from')), page.getByLabel(say('order.field.to'))]
  await day(page).fill('5/12/27')
  await from.fill('16')
  await to.fill('6:30 p. m.')
  await wanted(page).fill('31/2/2027')
  await page.getByLabel(say('order.field.street')).click()
  await expect(day(page)).toHaveValue('05/12/2027')
  await expect(page.getByText('domingo, 5 de diciembre de 2027')).toBeVisible()
  await expect(from).toHaveValue('4:00 p. m.')
  await expect(to).toHaveValue('6:30 p. m.')
  await expect(wanted(page), 'what is no day stays as it was written').toHaveValue('31/2/2027')
  await expect(wanted(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText(say('field.day.wrong'))).toBeVisible()
  await wanted(page).fill('')
  await page.getByLabel(say('order.field.street')).click()
  await expect(page.getByText(say('field.day.wrong'))).toBeHidden()
})

test('an appointment on an impossible day is refused, and no input is lost', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await page.goto('/vno/ordenes/nueva')
  await day(page).fill('31/6/2027')
  await page.getByLabel(say('order.field.from')).fill('10')
  await page.getByLabel(say('order.field.to')).fill('12')
  let sent = 0
  page.on('request', (request) => void (sent += request.url().includes('orders/create') ? 1 : 0))
  await day(page).press('Enter')
  await expect(page.getByText(say('order.wrong.day'))).toBeVisible()
  await expect(day(page)).toHaveValue('31/6/2027')
  expect(sent).toBe(0)
})

test('a half-typed day is no unsaved change for Escape', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await page.goto('/vno/bajas')
  await page.getByRole('button', { name: say('unsubscription.new') }).click()
  const last = page.getByLabel(say('column.unsubscriptions.requested_date'))
  await last.fill('5/12/2027')
  await last.press('Escape')
  await expect(page.getByText(say('form.leave.title'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(last).toHaveValue('05/12/2027')
})

test('a calendar hangs from its field, begins on Monday and is used with the keys', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await page.goto('/vno/ordenes/nueva')
  await check(page, 'the calendar', async () => {
    await page.reload()
    await wanted(page).fill('1/12/2027')
    await choose(page).nth(1).focus()
    await page.keyboard.press('Enter')
    await expect(calendar(page).getByRole('combobox', { name: say('calendar.year') })).toHaveValue('2027')
    await expect(calendar(page).getByRole('button', { name: '1 de diciembre', exact: true })).toBeFocused()
  })
  await expect(calendar(page).getByRole('columnheader').first()).toHaveText(/^lu/i)
  await page.keyboard.press('Escape')
  await expect(calendar(page)).toBeHidden()
  await expect(wanted(page), 'Escape changes nothing').toHaveValue('01/12/2027')
  await choose(page).nth(1).click()
  await expect(calendar(page).getByRole('button', { name: '1 de diciembre', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(calendar(page)).toBeHidden()
  await expect(wanted(page)).toHaveValue('08/12/2027')
  await choose(page).nth(1).click()
  await press(calendar(page), 'calendar.none')
  await expect(wanted(page)).toHaveValue('')
})

test('where there is no room below its field, a calendar opens above it', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await page.goto('/vno/ordenes/nueva')
  const low = ((await wanted(page).boundingBox())?.y ?? 0) + 80
  await page.setViewportSize({ width: 1280, height: Math.round(low) })
  await choose(page).nth(1).click()
  await expect(calendar(page).getByRole('button', { name: '15 de', exact: false }).first()).toBeVisible()
  const [field, shown] = [await wanted(page).boundingBox(), await calendar(page).boundingBox()]
  expect(shown && field && shown.y >= 0 && shown.y + shown.height <= field.y).toBe(true)
})

test('a list is filtered from a day of the calendar, which leaves the filter open', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await openList(page, '/vno/intervenciones?vista=todas&created_at=2026-01-01..')
  await page
    .getByRole('button', { name: /^Inicio/ })
    .first()
    .click()
  const from = page.getByLabel(say('list.filter.from'))
  await expect(from).toHaveValue('01/01/2026')
  await choose(page).first().click()
  await calendar(page).getByRole('button', { name: '15 de enero' }).click()
  await expect(page).toHaveURL(/created_at=2026-01-15\.\./)
  await expect(from).toHaveValue('15/01/2026')
  await settled(page)
  await expect(grid(page)).toBeVisible()
})

test('on a phone the calendar is centred, with days large enough for a finger', async ({ enter, another }) => {
  const context = await another({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  await enter('admin@norte.test', context)
  const page = await newOrder(context)
  await choose(page).first().tap()
  await expect(calendar(page)).toBeVisible()
  await still(page)
  const box = await calendar(page).boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= 360).toBe(true)
  const one = await calendar(page)
    .getByRole('button', { name: /^15 de / })
    .boundingBox()
  expect(Math.min(one?.width ?? 0, one?.height ?? 0)).toBeGreaterThanOrEqual(42)
})
