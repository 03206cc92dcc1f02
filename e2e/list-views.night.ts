/** Saved and shared views with their own columns, in two tabs and with corrupt storage. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { colleague, firstRow, grid, nameOf, openList, settled, shownTotal } from './list-page.ts'
import { press, say } from './text.ts'

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: say('list.views') }).getByRole('button', { name })

async function saveView(page: Page, name: string, shared: boolean, columns = false): Promise<void> {
  await page.getByRole('button', { name: say('list.view.add') }).click()
  await page.getByLabel(say('list.view.name')).fill(name)
  if (shared) await page.getByLabel(say('list.view.shared')).check()
  if (columns) await page.getByLabel(say('list.view.columns')).check()
  const saved = page.waitForResponse('**/uiconfig/save.json')
  await page.getByRole('button', { name: say('list.view.save'), exact: true }).click()
  expect((await saved).status()).toBe(200)
}

test('a shared view is a colleague’s too; a list opens with the chosen one', async ({ page, enter, db, elsewhere }) => {
  const [ana, luis] = [await colleague(db), await colleague(db)]
  const name = `Libres ${ana.id}`
  await enter(ana)
  await openList(page, '/vno/puertos?state=1')
  await saveView(page, name, true)
  const total = await shownTotal(page)
  const his = await elsewhere(luis)
  await openList(his, '/vno/puertos')
  await tab(his, name).click()
  await expect(his).toHaveURL(/state=1/)
  await expect.poll(() => shownTotal(his)).toBe(total)
  await expect(tab(his, name)).toHaveAttribute('title', say('list.view.by', { by: ana.name }))

  await page.getByRole('button', { name: say('list.view.add') }).click()
  const saved = page.waitForResponse('**/uiconfig/save.json')
  await page.getByLabel(say('list.view.home')).selectOption({ label: name })
  await saved
  await openList(page, '/vno/puertos')
  await expect(page).toHaveURL(/vista=@.*state=1/)
  await expect(tab(page, name)).toHaveAttribute('aria-current', 'true')
  await tab(page, say('list.ports.view.all')).click()
  await expect(page).toHaveURL(/vista=todos/)
})

test('a view has its own columns, also for colleagues; the list has not', async ({ page, enter, db, elsewhere }) => {
  const [ana, luis] = [await colleague(db), await colleague(db)]
  const name = `Sin serie ${ana.id}`
  const head = (one: Page) => one.getByRole('columnheader', { name: 'Serie de la ONT', exact: true })
  const hide = async (one: Page) => {
    await one.getByRole('button', { name: say('list.columns'), exact: true }).click()
    const dialog = one.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: 'Mostrar Serie de la ONT' }).uncheck()
    await dialog.getByRole('button', { name: say('list.apply') }).click()
    await expect(head(one)).toHaveCount(0)
  }
  await enter(ana)
  await openList(page, '/vno/puertos')
  await saveView(page, name, true, true)
  await hide(page)
  await tab(page, say('list.ports.view.all')).click()
  await expect(head(page)).toBeVisible()
  await page.reload()
  await settled(page)
  await tab(page, name).click()
  await expect(head(page)).toHaveCount(0)

  const his = await elsewhere(luis)
  await openList(his, '/vno/puertos')
  await expect(head(his)).toBeVisible()
  await tab(his, name).click()
  await expect(head(his)).toHaveCount(0)
  // The colleague's changes affect neither the author's view nor the colleague's list.
  await his.getByRole('button', { name: say('list.columns'), exact: true }).click()
  await his.getByRole('dialog').getByRole('checkbox', { name: 'Mostrar Serie de la ONT' }).check()
  await press(his.getByRole('dialog'), 'list.apply')
  await expect(head(his)).toBeVisible()
  await expect(head(page)).toHaveCount(0)
})

test('corrupt storage shows the list with its defaults, and stores again', async ({ page, enter, db }) => {
  const account = await colleague(db)
  await enter(account)
  await page.addInitScript((key) => {
    if (sessionStorage.getItem('spoiled')) return
    sessionStorage.setItem('spoiled', '1')
    const list = {
      columns: [null, 7, { id: 'gone' }, { id: 'label', order: 'x', format: 3 }],
      views: [null, { name: 4 }],
    }
    localStorage.setItem(key, JSON.stringify({ lists: { 'admin_vno/ports/get': list }, pending: 'x', shared: 5 }))
  }, `userUIConfig_${account.user_id}`)
  await openList(page, '/vno/puertos')
  await expect(nameOf(firstRow(page))).toContainText('/')
  await page.reload()
  await settled(page)
  await expect(page.getByRole('columnheader', { name: 'Serie de la ONT', exact: true })).toBeVisible()
})

test('a tab’s column changes show in the other tab; defaults are restored', async ({ page, enter, db, context }) => {
  await enter(await colleague(db))
  const other = await context.newPage()
  await Promise.all([openList(page, '/vno/puertos'), openList(other, '/vno/puertos')])
  const head = (one: Page) => one.getByRole('columnheader', { name: 'Serie de la ONT', exact: true })
  await page.getByRole('button', { name: say('list.columns'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'Mostrar Serie de la ONT' }).uncheck()
  await dialog.getByRole('button', { name: say('list.apply') }).click()
  await expect(head(page)).toHaveCount(0)
  await expect(head(other)).toHaveCount(0)
  // The other tab saves another view: neither removes the other's.
  await saveView(other, 'De la otra', false)
  await expect(tab(page, 'De la otra')).toBeVisible()
  await page.getByRole('button', { name: say('list.columns'), exact: true }).click()
  await dialog.getByRole('button', { name: say('list.columns.restore') }).click()
  await dialog.getByRole('button', { name: say('list.apply') }).click()
  await expect(head(page)).toBeVisible()
  await expect(head(other)).toBeVisible()
  await expect(tab(other, 'De la otra')).toBeVisible()
  await expect(grid(other)).toBeVisible()
})

test('an address that names a removed state shows the list without it, and is not kept so', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await openList(page, '/vno/puertos')
  const all = await shownTotal(page)
  await openList(page, '/vno/puertos?state=99')
  expect(await shownTotal(page)).toBe(all)
  await openList(page, '/vno/puertos?state=99,1&last_read_at=nunca')
  expect(await shownTotal(page)).not.toBe(all)
  await expect(page.getByText('99', { exact: true })).toHaveCount(0)
})
