/** Queries of many accesses by a file, and the answer to a case. */
import { ask } from './agenda-page.ts'
import { expect, test } from './fixtures.ts'
import { nodes } from './list-page.ts'
import { say } from './text.ts'

test('five thousand accesses of a file end with their result, without the page', async ({ page, enter }) => {
  await enter('admin@sur.test')
  const { records } = await ask(page, 'accesses/get', { filter: { state: 'activo' }, limit: 2 })
  const [one, other] = records.map(({ code }) => code)
  const unknown = Array.from({ length: 4999 }, (_, n) => `AC99-${String(n).padStart(8, '0')}-0`)
  await page.goto('/vno/vecinos/masiva')
  const file = (lines: readonly string[]) => ({
    name: 'accesos.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`acceso\n${lines.join('\n')}\n`),
  })
  const chooser = page.locator('input[type="file"]')
  await chooser.setInputFiles({ ...file(['x']), name: 'accesos.pdf' })
  await expect(page.getByRole('alert')).toContainText('accesos.pdf')
  await chooser.setInputFiles(file([one ?? '', ...unknown]))
  await page.getByRole('button', { name: say('massive.ask') }).click()
  await expect(page).toHaveURL(/masiva\/\d+$/)
  // It goes on without the page.
  await page.getByRole('link', { name: say('massive.back') }).click()
  await expect(page.getByText(say('massive.done', { done: '5.000', total: '5.000' }))).toBeVisible({ timeout: 600_000 })
  await page
    .getByRole('region', { name: say('massive.jobs') })
    .getByRole('link')
    .first()
    .click()
  await page.getByRole('button', { name: new RegExp(`^${say('massive.face.failed')}`) }).click()
  await expect(page).toHaveURL(/estado=failed/)
  await expect(page.getByText(say('massive.page', { from: '1', to: '30', total: '4.999' }))).toBeVisible()
  expect(await nodes(page)).toBeLessThanOrEqual(800)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: say('massive.download.csv') }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/)

  await page.goto('/vno/vecinos/masiva')
  await page.getByLabel(say('massive.paste')).fill(`${other}, ${other}\nAC99-00000000-0`)
  await page.getByRole('button', { name: say('massive.ask') }).click()
  const read = page.getByRole('region', { name: say('massive.now_one') })
  await expect(read).toContainText(other ?? '?')
  await expect(read).toContainText(say('massive.missing_one'))
})

test('the operator of a customer without light answers; the report prints without menus', async ({ page, enter }) => {
  await enter('admin@norte.test')
  const { records } = await ask(page, 'events/cev/get', { filter: { role: 'victima', state: 'abierto' }, limit: 20 })
  const open = records.find(({ answer }) => answer === null)
  expect(open, 'the demonstration has an open case').toBeDefined()
  await page.goto(`/vno/vecinos/desconectados?vista=clientes&abierto=${open?.id}`)
  const panel = page.getByRole('complementary').filter({ has: page.getByRole('heading', { level: 2 }) })
  await expect(panel.getByText(/^Sin luz desde hace/)).toBeVisible()
  await panel.getByRole('button', { name: say('cev.seen') }).click()
  await expect(panel.getByText(say('cev.answered'))).toBeVisible()
  await expect(panel.getByRole('button', { name: say('cev.seen') })).toHaveCount(0)
  await panel.getByRole('button', { name: say('cev.answer') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(say('cev.action')).selectOption('pedir_reparacion')
  await dialog.getByLabel(new RegExp(`^${say('cev.comment')}`)).fill('Llevan sin servicio desde las ocho.')
  await dialog.getByRole('button', { name: say('cev.yes') }).click()
  await expect(panel.getByText('Llevan sin servicio desde las ocho.')).toBeVisible()

  await panel.getByRole('link', { name: say('event.report') }).click()
  await expect(page.getByRole('heading', { level: 1, name: say('report.title') })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(page.getByRole('button', { name: say('report.print') })).toBeHidden()
})
