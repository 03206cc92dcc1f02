/** An operator's own page: editable by its administrator, and where it shows. */
import { setTimeout } from 'node:timers/promises'
import { makeAdmin, makeVno } from '../server/test/factories.ts'
import { drawing } from '../server/test/pictures.ts'
import { serious } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { openList, panel } from './list-page.ts'
import { say } from './text.ts'

test.describe('its logo', () => {
  test.use({ provoked: /422/ })

  test('is chosen, shown at once wherever the operator is, and removed', async ({ page, db, enter }) => {
    const vno = await makeVno(db)
    await enter(await makeAdmin(db, { vno }))
    await openList(page, '/vno/operadores')
    await page.getByRole('row').filter({ hasText: vno.external_id }).click()
    const form = page.getByRole('dialog')
    const open = () =>
      panel(page)
        .getByRole('button', { name: say('people.edit'), exact: true })
        .click()
    const save = () => form.getByRole('button', { name: say('people.save') }).click()
    const logo = form.getByRole('group', { name: /^Logotipo/ })
    await open()
    const choose = logo.getByLabel(say('profile.picture.choose'))
    await choose.setInputFiles({ name: 'mal.png', mimeType: 'image/png', buffer: Buffer.from('nada') })
    await save()
    await expect(logo.getByRole('alert')).toBeVisible()
    const buffer = await drawing({ width: 400, height: 100 }).png().toBuffer()
    await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
    await expect(logo.getByRole('img', { name: say('operators.logo.chosen') })).toBeVisible()
    expect(await serious(page)).toEqual([])
    await save()
    await expect(form).toBeHidden()
    const bar = page.getByRole('button', { name: /^Tu cuenta: / })
    await expect(panel(page).locator('img[src^="blob:"]')).toBeVisible()
    await expect(bar.locator('img[src^="blob:"]')).toBeVisible()
    await open()
    await logo.getByRole('button', { name: say('operators.logo.remove') }).click()
    await save()
    await expect(form).toBeHidden()
    await expect(panel(page).locator('img[src^="blob:"]')).toHaveCount(0)
    await expect(bar.locator('img[src^="blob:"]')).toHaveCount(0)
  })
})

test('an address for its notices is saved with the secret that signs them', async ({ page, db, enter }) => {
  const vno = await makeVno(db)
  await enter(await makeAdmin(db, { vno }))
  await openList(page, '/vno/operadores')
  await page.getByRole('row').filter({ hasText: vno.external_id }).click()
  const form = page.getByRole('dialog')
  const edit = panel(page).getByRole('button', { name: say('people.edit'), exact: true })
  const save = form.getByRole('button', { name: say('people.save') })
  await edit.click()
  await form.getByLabel(say('operators.webhook')).fill('https://avisos.ejemplo.example/hilo')
  await save.click()
  await expect(form.getByText(say('validation.webhook_secret'))).toBeVisible()
  await form.getByLabel(say('operators.secret')).fill('un-secreto-de-prueba-0123')
  // The panel reads the record again late; an edit of the version before would be a conflict with oneself.
  await page.route('**/admin_vno/vno/get.json', async (route) => {
    await setTimeout(1000)
    await route.continue()
  })
  await save.click()
  await expect(form).toBeHidden()
  // A stored value is neither shown nor asked for again.
  await edit.click()
  await form.getByLabel(/^Descripción/).fill('Con avisos')
  await save.click()
  await expect(form).toBeHidden()
})
