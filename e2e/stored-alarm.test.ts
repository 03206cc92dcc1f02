/** An alarm that the device has stored, in a tab that is opened later. */
import type { Page } from '@playwright/test'
import { alarmsOf, countAlarms } from './alarm-count.ts'
import { keptAlarms } from './chaos/device.ts'
import { expect, heading, phone, stepPath, test, type Field } from './field.ts'
import { holdRequests } from './hold-requests.ts'
import { say } from './text.ts'

test.use({ viewport: phone, provoked: /ERR_FAILED/ })

/** Calls that say whether an alarm is over. */
const answers = /\/(?:events\/get|sync\/pull)\.json/

/** A tab that has stored the alarm of a neighbour's port. */
async function alarmed(page: Page, field: Field): Promise<{ path: string; port: number }> {
  await countAlarms(page.context())
  const path = stepPath(await field.open('mantenimiento'), 'initial')
  await page.goto(path)
  await expect(heading(page, say('tech.title.initial'))).toBeVisible()
  const [port = 3] = field.box.sur
  await field.act({ action: 'unplug', port })
  await expect(heading(page, say('tech.alarm.what_one', { ports: port }))).toBeVisible()
  await expect.poll(() => keptAlarms(page)).toBe(1)
  return { path, port }
}

test('is not shown if the light came back before the tab was opened', async ({ page, context, field }) => {
  const { path, port } = await alarmed(page, field)
  await page.goto('about:blank')
  await field.act({ action: 'plug', port })
  await field.pass(10)
  const later = await context.newPage()
  const answer = await holdRequests(later, answers)
  await later.goto(path)
  await expect(heading(later, say('tech.title.initial'))).toBeVisible()
  answer()
  await expect.poll(() => keptAlarms(later)).toBe(0)
  expect(await alarmsOf(later)).toBe(0)
  await expect(heading(later, say('tech.title.initial'))).toBeVisible()
})

const withoutAnswer = {
  fails: (tab: Page) => tab.route(answers, (route) => route.abort()),
  'says nothing': (tab: Page) => holdRequests(tab, answers),
}
for (const [name, prepare] of Object.entries(withoutAnswer))
  test(`is shown if the server ${name}`, async ({ page, context, field }) => {
    const { path, port } = await alarmed(page, field)
    const later = await context.newPage()
    await prepare(later)
    await later.goto(path)
    await expect(heading(later, say('tech.alarm.what_one', { ports: port }))).toBeVisible()
  })
