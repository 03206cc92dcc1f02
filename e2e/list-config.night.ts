/** A person's column configuration applies to that list only, and follows the person to other devices. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { colleague, firstRow, openList, panel, settled } from './list-page.ts'
import { press, say } from './text.ts'

async function openColumns(page: Page) {
  await page.getByRole('button', { name: say('list.columns'), exact: true }).click()
  return page.getByRole('dialog')
}
const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const entry = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}`) })

test('lists of one call keep separate panels and columns', async ({ page, enter, db }) => {
  await enter(await colleague(db))
  await openList(page, '/vno/intervenciones?vista=todas')
  await firstRow(page).click()
  await expect(panel(page).getByRole('link', { name: say('list.events.open') })).toBeVisible()
  await press(panel(page), 'list.close')
  const dialog = await openColumns(page)
  await dialog.getByRole('checkbox', { name: 'Mostrar Contrata' }).uncheck()
  await dialog.getByRole('button', { name: say('list.apply') }).click()
  await expect(head(page, 'Contrata')).toHaveCount(0)

  await entry(page, say('menu.finalizations')).click()
  await expect(head(page, 'Contrata')).toBeVisible()
  await entry(page, say('menu.events')).click()
  await expect(heading(page)).toContainText(say('list.events.title'))
  await settled(page)
  await expect(head(page, 'Contrata')).toHaveCount(0)
  await entry(page, say('menu.finalizations')).click()
  await expect(heading(page)).toContainText(say('list.finalizations.title'))
  await settled(page)
  const parent = await firstRow(page).getByRole('gridcell').first().innerText()
  await page.getByRole('row').filter({ hasText: parent }).first().click()
  await panel(page)
    .getByRole('link', { name: say('list.events.open') })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(parent)
})

test('a format follows its person; corrupt storage still shows the list', async ({ page, enter, db, elsewhere }) => {
  const person = await colleague(db)
  await enter(person)
  await openList(page, '/vno/ctos')
  const value = await firstRow(page).getByRole('gridcell').first().innerText()
  const dialog = await openColumns(page)
  await dialog.getByRole('button', { name: 'Código', exact: true }).click()
  await dialog.getByRole('combobox', { name: say('list.columns.addStep') }).selectOption({ label: 'Delante' })
  await dialog.getByRole('textbox', { name: 'Delante' }).fill('Caja ')
  await expect(dialog.getByRole('table')).toContainText(`Caja ${value}`)
  await expect(firstRow(page).getByRole('gridcell').first()).toHaveText(value)
  const saved = page.waitForResponse('**/uiconfig/save.json')
  await dialog.getByRole('button', { name: say('list.apply') }).click()
  expect((await saved).status()).toBe(200)
  await expect(firstRow(page).getByRole('gridcell').first()).toHaveText(`Caja ${value}`)

  const second = await elsewhere(person)
  await openList(second, '/vno/ctos')
  await expect(firstRow(second).getByRole('gridcell').first()).toHaveText(`Caja ${value}`)

  const key = `userUIConfig_${person.user_id}`
  await page.evaluate((name) => {
    const stored = localStorage.getItem(name) ?? ''
    localStorage.setItem(
      name,
      stored.replaceAll('"prefix"', '"__proto__"').replace('"component":"code"', '"component":"script"'),
    )
  }, key)
  await page.reload()
  await settled(page)
  await expect(firstRow(page).getByRole('gridcell').first()).toHaveText(`Caja ${value}`)
  await page.evaluate((name) => localStorage.setItem(name, '{"lists":'), key)
  await page.reload()
  await settled(page)
  await expect(firstRow(page).getByRole('gridcell').first()).toHaveText(`Caja ${value}`)

  const again = await openColumns(page)
  await again.getByRole('button', { name: say('list.columns.restore') }).click()
  await again.getByRole('button', { name: say('list.apply') }).click()
  await expect(firstRow(page).getByRole('gridcell').first()).toHaveText(value)
})

test('a view is deleted after a confirmation', async ({ page, enter, db }) => {
  await enter(await colleague(db))
  await openList(page, '/vno/puertos?state=1')
  const tab = page.getByRole('navigation', { name: say('list.views') }).getByRole('button', { name: 'Mis libres' })
  await page.getByRole('button', { name: say('list.view.add') }).click()
  await page.getByLabel(say('list.view.name')).fill('Mis libres')
  await page.getByRole('button', { name: say('list.view.save'), exact: true }).click()
  await expect(tab).toBeVisible()
  const ask = async () => {
    await page.getByRole('button', { name: say('list.view.add') }).click()
    await page.getByRole('button', { name: say('list.view.delete', { name: 'Mis libres' }) }).click()
    return page.getByRole('dialog', { name: say('list.view.delete', { name: 'Mis libres' }) })
  }
  await (await ask()).getByRole('button', { name: say('app.cancel') }).click()
  await expect(tab).toBeVisible()
  await (await ask()).getByRole('button', { name: say('list.view.delete.yes') }).click()
  await expect(tab).toHaveCount(0)
})
