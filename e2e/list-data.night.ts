/** Long, failing and empty lists; files; a person's own columns. */
import type { Download, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { readXlsx } from '../server/load/xlsx.ts'
import { makeAdmin, makeVno } from '../server/test/factories.ts'
import { expect, expectToast, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'
import { ask, colleague, firstRow, grid, nameOf, nodes, openList, rows, settled, shownTotal } from './list-page.ts'
import { json } from './json.ts'
import { sentAgain } from './wire.ts'

test('a million rows use fewer than 800 nodes, at any scroll position', async ({ page, enter }) => {
  await enter('admin@norte.test')
  const million = 1_000_000
  await page.route('**/admin_vno/ports/get.json', async (route) => {
    const answer = await route.fetch(sentAgain)
    const body = json<{ next_cursor: string | null; total?: object }>(await answer.text())
    const total = body.total && { total: { value: million, exact: true } }
    await route.fulfill({ response: answer, json: { ...body, next_cursor: body.next_cursor ?? 'x', ...total } })
  })
  await openList(page, '/vno/puertos')
  await expect.poll(() => shownTotal(page)).toBe(million)
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(million + 1))
  const most = [await nodes(page)]
  await firstRow(page).focus()
  await page.keyboard.press('End')
  await expect(grid(page).locator(`[role=row][data-index="${million - 1}"]`)).toBeFocused()
  most.push(await nodes(page))
  for (const part of [0.5, 0.25]) {
    await grid(page).evaluate((element, share) => (element.scrollTop = element.scrollHeight * share), part)
    const about = grid(page).locator(`[role=row][data-index^="${Math.floor(part * 100)}"]`)
    await expect(about.first()).toBeAttached()
    most.push(await nodes(page))
  }
  await firstRow(page).or(rows(page)).first().focus()
  await page.keyboard.press('Home')
  await expect(firstRow(page)).toBeFocused()
  expect(Math.max(...most)).toBeLessThanOrEqual(800)
})

test('scrolling brings the rows in between, in order and without holes', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await openList(page, '/vno/puertos')
  const { records } = await ask(page, 'admin_vno/ports/get', { sort: [['label', 'asc']], limit: 200 })
  await firstRow(page).focus()
  let at = 0
  while (at < 150) {
    await page.keyboard.press('PageDown')
    const focused = grid(page).locator('[role=row]:focus')
    await expect(focused).not.toHaveAttribute('data-index', String(at))
    at = Number(await focused.getAttribute('data-index'))
    if (at < 200) await expect(nameOf(focused)).toHaveText(String(records[at]?.['label']))
  }
})

test.describe('a list that fails', () => {
  test.use({ provoked: /ERR_FAILED|status of 500/ })
  test('reports it, and shows its rows on retry, also for bare rows', async ({ page, enter }) => {
    await enter('admin@norte.test')
    await page.route('**/admin_vno/ports/get.json', (route) => route.abort())
    await page.goto('/vno/puertos')
    const face = page.getByRole('main').getByRole('alert')
    await expect(face.getByRole('heading', { name: 'No se ha podido cargar la lista' })).toBeVisible()
    await expect(face).toContainText('El servicio no está disponible en este momento.')
    await page.unroute('**/admin_vno/ports/get.json')
    await page.route('**/admin_vno/ports/get.json', async (route) => {
      const { records } = json<{ records: unknown[] }>(await (await route.fetch(sentAgain)).text())
      await route.fulfill({ json: records })
    })
    await face.getByRole('button', { name: 'Reintentar' }).click()
    await settled(page)
    await expect(face).toBeHidden()
    await expect(page.getByRole('gridcell').first()).toContainText('/')
  })
})

test('a list that is on its way shows its skeleton', async ({ page, enter }) => {
  await enter('admin@norte.test')
  const release = await holdRequests(page, '**/admin_vno/ports/get.json')
  await page.goto('/vno/puertos')
  await expect(grid(page)).toHaveAttribute('aria-busy', 'true')
  await expect(firstRow(page)).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('heading', { level: 1, name: 'Puertos' })).toBeVisible()
  release()
  await settled(page)
  await expect(firstRow(page)).not.toHaveAttribute('aria-busy')
})

test('an operator without interventions sees what will be there', async ({ page, db, enter }) => {
  await enter(await makeAdmin(db, { vno: await makeVno(db) }))
  await page.goto('/vno/intervenciones?vista=todas')
  await expect(page.getByRole('heading', { level: 2, name: 'Aún no hay intervenciones' })).toBeVisible()
  await expect(page.getByText('Cuando un técnico abra una intervención en una caja')).toBeVisible()
})

/** Downloads the list on screen. */
async function download(
  page: Page,
  format: 'CSV para programas' | 'CSV para hojas de cálculo' | 'Excel (XLSX)',
): Promise<Download> {
  await page.getByRole('button', { name: 'Descargar', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Descargar' })
  await expect(menu.getByRole('radio', { name: 'Excel (XLSX)' })).toBeChecked()
  await menu.getByText(format, { exact: true }).click()
  const file = page.waitForEvent('download')
  await menu.getByRole('button', { name: 'Descargar' }).click()
  return file
}

test('the CSV holds every row of the filter, under the wire names', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await openList(page, '/vno/puertos?vista=asignados')
  const [total, name] = [await shownTotal(page), await nameOf(firstRow(page)).innerText()]
  const file = await download(page, 'CSV para programas')
  expect(file.suggestedFilename()).toMatch(/^Puertos \d{4}-\d\d-\d\d\.csv$/)
  const content = readFileSync(await file.path(), 'utf8')
  expect(content.startsWith('\ufeff')).toBe(true)
  const lines = content.slice(1).trimEnd().split('\r\n')
  const [head = '', first = ''] = lines
  expect(head.split(',').slice(0, 3)).toEqual(['label', 'state', 'cto.label'])
  expect(lines.length - 1).toBe(total)
  expect(first.startsWith(`${name},2,`)).toBe(true)
  await expectToast(page, 'Puertos: descarga terminada.')
})

test('the CSV for spreadsheets holds what the screen shows, under its heads', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await openList(page, '/vno/puertos?vista=asignados')
  const [total, name] = [await shownTotal(page), await nameOf(firstRow(page)).innerText()]
  const file = await download(page, 'CSV para hojas de cálculo')
  expect(file.suggestedFilename()).toMatch(/^Puertos \d{4}-\d\d-\d\d\.csv$/)
  const [head = '', first = '', ...rest] = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(head.split(';').slice(0, 3)).toEqual(['\ufeff"Puerto"', '"Estado"', '"CTO"'])
  expect(first).toMatch(new RegExp(`^${name};Asignado;`))
  expect(rest.length).toBe(total - 1)
})

test('the XLSX opens and has Spanish heads', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await openList(page, '/vno/ctos?vista=copadas')
  const [total, name] = [await shownTotal(page), (await nameOf(firstRow(page)).innerText()).trim()]
  const file = await download(page, 'Excel (XLSX)')
  expect(file.suggestedFilename()).toMatch(/^CTO \d{4}-\d\d-\d\d\.xlsx$/)
  const { heads, rows: table } = await readXlsx(await file.path())
  const names: string[] = []
  for await (const { values } of table) names.push(values['Código'] ?? '')
  expect(heads).toEqual(expect.arrayContaining(['Código', 'Estado']))
  expect(names).toContain(name)
  expect(names).toHaveLength(total)
})

test('columns hide and move, and stay so after a reload and elsewhere', async ({ page, db, enter, elsewhere }) => {
  const account = await colleague(db)
  await enter(account)
  await openList(page, '/vno/puertos')
  const heads = (on: Page) => on.getByRole('columnheader').allInnerTexts()
  const before = await heads(page)
  expect(before.slice(0, 3)).toEqual(['Puerto', 'Estado', 'CTO'])
  await page.getByRole('button', { name: 'Columnas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Columnas de Puertos' })
  await dialog.getByRole('checkbox', { name: 'Mostrar Serie de la ONT' }).uncheck()
  await dialog.getByRole('button', { name: 'Mover CTO' }).press('ArrowUp')
  const saved = page.waitForResponse('**/uiconfig/save.json')
  await dialog.getByRole('button', { name: 'Aplicar' }).click()
  expect((await saved).status()).toBe(200)
  await expect.poll(async () => (await heads(page)).slice(0, 3)).toEqual(['Puerto', 'CTO', 'Estado'])
  const after = await heads(page)
  await expect(page.getByRole('columnheader', { name: 'Serie de la ONT' })).toHaveCount(0)
  expect(after.length).toBe(before.length - 1)
  await page.reload()
  await settled(page)
  await expect.poll(() => heads(page)).toEqual(after)
  const other = await elsewhere(account)
  await openList(other, '/vno/puertos')
  await expect.poll(() => heads(other)).toEqual(after)
  await other.getByRole('button', { name: 'Columnas' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Restaurar por defecto' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Aplicar' }).click()
  await expect.poll(() => heads(other)).toEqual(before)
})
