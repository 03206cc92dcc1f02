/** Pages of a browser whose translator or reading aid wraps every text in elements of its own. */
import { fieldSteps } from '@hilo/domain/status.ts'
import type { Page } from '@playwright/test'
import { expect, heading, phone, stepPath, test as fieldTest } from './field.ts'
import { test } from './fixtures.ts'
import { atRest } from './screen-checks.ts'
import { placesOf, moveTo } from './menu.ts'
import { say } from './text.ts'

const failed = (page: Page) => page.getByText(say('app.error.title'))

/** Wraps each text node where it is, as soon as it appears. */
const wrapTexts = (page: Page) =>
  page.addInitScript(() => {
    const wrap = () => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      for (let node = texts.nextNode(); node; node = texts.nextNode())
        if (node.nodeValue?.trim() && !node.parentElement?.closest('font, script, style, textarea, select, svg'))
          found.push(node as Text)
      for (const one of found) {
        const font = document.createElement('font')
        one.replaceWith(font)
        font.append(one)
      }
    }
    addEventListener('DOMContentLoaded', () => {
      wrap()
      new MutationObserver(wrap).observe(document.body, { childList: true, subtree: true })
    })
  })

test('the whole menu of a desk', async ({ page, enter }) => {
  await enter('operador@hilo.test')
  await wrapTexts(page)
  await page.goto('/vno')
  for (const place of await placesOf(page)) {
    await moveTo(page, place)
    await atRest(page)
    expect.soft(await failed(page).count(), place).toBe(0)
  }
})

fieldTest.describe('in the field', () => {
  fieldTest.use({ viewport: phone })

  fieldTest(
    'every step of an alta, each filled in and emptied; the alarm whose seconds run',
    async ({ page, field }) => {
      await wrapTexts(page)
      const [port = 0] = field.box.sur
      const event = await field.open('alta')
      for (const step of fieldSteps) {
        await page.goto(stepPath(event, step))
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        await atRest(page)
        for (const figure of await page.locator('[data-field="power_dbm"]').all()) {
          for (const key of ['1', '9', '3']) await figure.getByRole('button', { name: key, exact: true }).click()
          await figure.getByRole('button', { name: say('tech.power.clear') }).click()
          await figure.getByRole('button', { name: '2', exact: true }).click()
        }
        for (const input of await page.locator('main input:is([type=text], [inputmode]):visible').all()) {
          await input.fill('7')
          await input.fill('')
          await input.fill('12')
        }
        for (const choice of await page.locator('main label:has(:is([type=radio], [type=checkbox])):visible').all())
          await choice.click()
        expect.soft(await failed(page).count(), step).toBe(0)
      }
      await field.act({ action: 'unplug', port })
      await expect(heading(page, say('tech.alarm.what_one', { ports: port }))).toBeVisible()
      const said = () => page.locator('body').innerText()
      const before = await said()
      await expect.poll(said).not.toBe(before)
      expect(await failed(page).count()).toBe(0)
    },
  )
})
