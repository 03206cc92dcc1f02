/** A begun intervention of the desk is not lost without a word. */
import { ask } from './agenda-page.ts'
import { expect, test } from './fixtures.ts'
import { say } from './text.ts'

test('leaving a begun intervention asks first, and staying keeps what was chosen', async ({ page, enter }) => {
  await enter('admin@norte.test')
  const { records } = await ask(page, 'ctos/get', { limit: 1 })
  const label = String(records[0]?.['label'])
  const agenda = page
    .getByRole('navigation')
    .getByRole('link', { name: say('menu.events') })
    .first()
  await page.goto('/vno/intervenciones/nueva')
  await expect(page.getByRole('heading', { level: 1, name: say('event.new') })).toBeVisible()
  await agenda.click()
  await expect(page, 'nothing is chosen yet').not.toHaveURL(/nueva$/)

  await page.goto('/vno/intervenciones/nueva')
  const box = page.getByRole('combobox', { name: say('event.new.box') })
  await box.fill(label)
  await expect(page.getByRole('option').first()).toContainText(label)
  await box.press('Enter')
  await agenda.click()
  const question = page.getByRole('dialog', { name: say('form.leave.title') })
  await question.getByRole('button', { name: say('app.cancel') }).click()
  await expect(page).toHaveURL(/nueva$/)
  await expect(box).toHaveValue(label)
  await agenda.click()
  await question.getByRole('button', { name: say('form.leave.yes') }).click()
  await expect(page).not.toHaveURL(/nueva$/)
})
