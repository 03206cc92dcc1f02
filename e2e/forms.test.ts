/** Unsaved forms, and network faults on submit. */
import { unique } from '../server/test/factories.ts'
import { expect, test } from './fixtures.ts'
import { ask } from './list-page.ts'
import { say } from './text.ts'
import { sentAgain } from './wire.ts'

test.describe('unsaved input', () => {
  test.use({ provoked: /ERR_FAILED|status of 401/ })
  test('is left after a confirmation only, sent once, never blocks signing out', async ({ page, context, enter }) => {
    await enter('admin@norte.test')
    const reason = `Portal en obras ${unique()}`
    const asks = page.getByRole('dialog', { name: say('form.leave.title') })
    const menu = page.getByRole('navigation', { name: 'Menú principal' })
    await page.goto('/vno/perfil')
    await page.getByLabel(say('account.name'), { exact: true }).fill('A medio escribir')
    await menu.getByRole('link', { name: 'Configuración' }).click()
    await asks.getByRole('button', { name: say('app.cancel') }).click()
    await expect(page).toHaveURL('/vno/perfil')
    await menu.getByRole('link', { name: 'Configuración' }).click()
    await asks.getByRole('button', { name: say('form.leave.yes') }).click()
    await expect(page).toHaveURL('/vno/configuracion/intervencion')

    await menu.getByRole('link', { name: say('menu.under.settings_reasons') }).click()
    await page.getByRole('button', { name: say('reasons.add') }).click()
    const form = page.getByRole('dialog', { name: say('reasons.add') })
    await form.getByRole('textbox').fill(reason)
    await page.goBack()
    await asks.getByRole('button', { name: say('app.cancel') }).click()
    await expect(page).toHaveURL('/vno/configuracion/motivos')
    await expect(form.getByRole('textbox')).toHaveValue(reason)

    const names: string[] = []
    await page.route('**/reasons/edit.json', async (route) => {
      names.push(/"client_request_id":"([^"]+)"/.exec(route.request().postData() ?? '')?.[1] ?? '')
      // The last one finds its session ended; another call may notice it first.
      if (names.length > 2) await context.clearCookies()
      if (names.length > 1) return route.continue()
      // The server commits, and the answer is lost.
      await route.fetch(sentAgain)
      await route.abort()
    })
    const send = form.getByRole('button', { name: say('reasons.add') })
    await send.click()
    await expect(form.getByRole('alert')).toHaveText(say('problem.UNAVAILABLE'))
    await send.click()
    await expect(form).toBeHidden()
    await expect(page.getByText(reason, { exact: true })).toHaveCount(1)
    expect(names).toEqual([names[0], names[0]])
    expect(names[0], 'a UUID of version 7').toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab]/)

    await page.getByRole('button', { name: say('reasons.add') }).click()
    await form.getByRole('textbox').fill('Portal sin llave')
    await send.click()
    await expect(page).toHaveURL('/login?return_to_url=%2Fvno%2Fconfiguracion%2Fmotivos')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test('is restored for its own author only', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await page.goto('/vno/soporte')
  const first = page.getByRole('textbox').first()
  await first.fill('Lo de Norte')
  await page.reload()
  await expect(first).toHaveValue('Lo de Norte')
  await enter('admin@sur.test')
  await page.goto('/vno/soporte')
  await expect(page.getByRole('button', { name: /^Tu cuenta: / })).not.toHaveAccessibleName(/Marta/)
  await expect(first).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Lo de Norte')
})

test('a pasted code is accepted by going on, restored after a reload, and sent', async ({ page, enter }) => {
  await enter('admin@norte.test')
  const { records } = await ask(page, 'admin_vno/accesses/get', { filter: { state: 'activo' }, limit: 1 })
  const code = String(records[0]?.['code'])
  const field = (name: string) => page.getByRole('combobox', { name: say(name), exact: true })
  await page.goto('/vno/ordenes/nueva')
  await field('order.field.access').fill(code.toLowerCase())
  await field('order.field.access').press('Tab')
  await expect(field('order.field.access')).toHaveValue(code)
  await field('order.field.cto').fill('VAL')
  await field('order.field.cto').press('Tab')
  await expect(page.getByText(say('field.choose'))).toBeVisible()
  await field('order.field.cto').fill('')
  await page.reload()
  await expect(field('order.field.access')).toHaveValue(code)
  await page.getByRole('button', { name: say('order.new.yes') }).click()
  await expect(page).toHaveURL(/\/vno\/ordenes\/\d+$/)
  await expect(page.getByRole('main').getByRole('link', { name: code })).toBeVisible()
})
