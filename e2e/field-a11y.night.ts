/** The protected intervention's accessibility: no serious axe findings, targets for a thumb, small pages. */
import { fieldSteps } from '@hilo/domain/status.ts'
import type { Page } from '@playwright/test'
import { check } from './axe.ts'
import { askToFinalize, expect, heading, phone, settle, stepPath, test, verdictPath } from './field.ts'
import { nodes } from './list-page.ts'
import { say } from './text.ts'

test.use({ viewport: phone })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.waitForLoadState('domcontentloaded')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/** Touch targets smaller than 48 × 48 px. */
const small = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const pressed =
      'button, a[href^="/"], summary, textarea, label:has(input), input:not([type=radio], [type=checkbox])'
    return [...document.querySelectorAll<HTMLElement>(pressed)].flatMap((one) => {
      const { width, height } = one.getBoundingClientRect()
      const hidden = width <= 1 || height <= 1 || one.closest('.hidden-visually') !== null
      return hidden || !one.checkVisibility() || (width >= 47.5 && height >= 47.5)
        ? []
        : [`${one.outerHTML.slice(0, 120)} ${Math.round(width)} × ${Math.round(height)}`]
    })
  })

/** Screens of the same parts together show each colour often enough. */
const byTurns = (index: number) => [index % 2 === 0 ? 'light' : 'dark'] as const

test('the steps of the technician', async ({ page, field }) => {
  const event = await field.open('alta')
  for (const [index, step] of fieldSteps.entries()) {
    await check(page, step, () => open(page, stepPath(event, step)), byTurns(index))
    expect.soft(await small(page), step).toEqual([])
  }
})

test('the alarm, and the light that is back', async ({ page, field }) => {
  const [port = 0] = field.box.sur
  const event = await field.open('mantenimiento')
  await page.goto(stepPath(event, 'report'))
  await field.act({ action: 'unplug', port })
  const alarm = heading(page, say('tech.alarm.what_one', { ports: port }))
  await expect(alarm).toBeVisible()
  await check(page, 'alarm', async () => {
    await page.reload()
    await expect(alarm).toBeVisible()
  })
  expect.soft(await small(page)).toEqual([])
  // Telephones upright and on their side, with the bars of a browser, and a desk.
  const sizes = [phone, { width: 844, height: 390 }, { width: 667, height: 320 }, { width: 1440, height: 900 }]
  for (const size of sizes) {
    await page.setViewportSize(size)
    const whole = [
      alarm,
      page.locator('[data-ring=harmed]'),
      page.getByRole('button', { name: say('tech.alarm.done') }),
    ]
    for (const one of whole) await expect.soft(one, JSON.stringify(size)).toBeInViewport({ ratio: 0.99 })
  }
  await page.setViewportSize(phone)
  await field.act({ action: 'plug', port })
  await field.pass(10)
  await expect(heading(page, say('tech.cleared.what_one', { ports: port }))).toBeVisible()
  expect.soft(await small(page)).toEqual([])
})

test('a verdict that is not clean', async ({ page, field }) => {
  const [port = 0] = field.box.sur
  const event = await field.open('mantenimiento')
  await field.work(event)
  await askToFinalize(page, field, event)
  await field.act({ action: 'unplug', port })
  await settle(field, event)
  await check(page, 'verdict', async () => {
    await page.goto(verdictPath(event))
    await expect(heading(page, say('tech.not_clean.title'))).toBeVisible()
    await expect(page.getByText(say('tech.not_clean.no_code'))).toBeVisible()
  })
  expect.soft(await small(page)).toEqual([])
})

test('a clean verdict', async ({ page, field }) => {
  const event = await field.open('mantenimiento')
  await field.work(event)
  await askToFinalize(page, field, event)
  await settle(field, event)
  await check(page, 'verdict', async () => {
    await page.goto(verdictPath(event))
    await expect(page.getByText(say('tech.clean.code'), { exact: true })).toBeVisible()
  })
  expect.soft(await small(page)).toEqual([])
})

test('the desk’s view of a neighbour without light', async ({ page, field, enter, another }) => {
  const [port = 0] = field.box.sur
  const event = await field.open('mantenimiento')
  await page.goto(stepPath(event, 'initial'))
  await field.act({ action: 'unplug', port })
  await expect(heading(page, say('tech.alarm.what_one', { ports: port }))).toBeVisible()
  await field.pass(130)
  const office = await another({ viewport: { width: 1440, height: 900 } })
  await enter('admin@norte.test', office)
  const desk = await office.newPage()
  await desk.goto('/vno/vecinos/desconectados')
  await expect(desk.getByRole('row').filter({ hasText: field.box.label })).toBeVisible()
  const pages = [
    `/vno/intervenciones/${event.id}`,
    `/vno/vecinos?caja=${field.box.code}`,
    '/vno/vecinos/desconectados',
    `/vno/vecinos/informes/${event.id}`,
  ]
  for (const [index, path] of pages.entries()) {
    await check(desk, path, () => open(desk, path), byTurns(index))
    expect.soft(await nodes(desk), path).toBeLessThanOrEqual(800)
  }
})
