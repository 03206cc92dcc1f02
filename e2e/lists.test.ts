/** Common behaviour of every list: rows, total, order, filter, search, keys, panel, address. */
import { expect, placeOf, test } from './fixtures.ts'
import { ask, firstRow, grid, lists, nameOf, openList, panel, rows, settled, shownTotal } from './list-page.ts'

for (const { route, title, path, sortHead, sortField } of lists) {
  test.describe(title, () => {
    test.beforeEach(async ({ enter }) => void (await enter('admin@norte.test')))

    test('shows its first rows and how many there are', async ({ page }) => {
      await openList(page, route)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      const filter = path.endsWith('events') ? { filter: { type: 1 } } : {}
      // Other tests work for the same operator: a new row may be on its way to the list.
      await expect(async () => {
        const { total } = await ask(page, `${path}/get`, { ...filter, limit: 1, count: true })
        expect(await shownTotal(page)).toBe(total?.value)
        expect(await grid(page).getAttribute('aria-rowcount')).toBe(String((total?.value ?? 0) + 1))
      }).toPass({ timeout: 120_000 })
      expect(await rows(page).count()).toBeGreaterThan(10)
    })

    test('sorts by a heading, both ways, with the order in the address', async ({ page }) => {
      await openList(page, route)
      const head = page.getByRole('columnheader', { name: sortHead, exact: true })
      const seen: string[] = []
      for (const way of ['first', 'second']) {
        const before = page.url()
        await head.getByRole('button').click()
        await expect(page, way).not.toHaveURL(before)
        await expect(page, way).toHaveURL(/orden=/)
        await settled(page)
        const direction = new URL(page.url()).searchParams.get('orden')?.split('.')[1] ?? ''
        await expect(head).toHaveAttribute('aria-sort', direction === 'asc' ? 'ascending' : 'descending')
        const filter = path.endsWith('events') ? { filter: { type: 1 } } : {}
        await expect(async () => {
          const { records } = await ask(page, `${path}/get`, { ...filter, sort: [[sortField, direction]], limit: 1 })
          await expect(nameOf(firstRow(page))).toHaveText(String(records[0]?.[sortField]), { timeout: 5000 })
        }).toPass({ timeout: 120_000 })
        seen.push(direction)
      }
      expect(seen.toSorted()).toEqual(['asc', 'desc'])
    })

    test('goes by keys from row to row, to both ends and into the panel', async ({ page }) => {
      await openList(page, route)
      const total = await shownTotal(page)
      await firstRow(page).focus()
      await page.keyboard.press('ArrowDown')
      await expect(rows(page).and(page.locator('[data-index="1"]'))).toBeFocused()
      await page.keyboard.press('ArrowUp')
      await expect(firstRow(page)).toBeFocused()
      await page.keyboard.press('PageDown')
      await expect(firstRow(page)).not.toBeFocused()
      await page.keyboard.press('End')
      const last = grid(page).locator(`[role=row][data-index="${total - 1}"]`)
      await expect(last).toBeFocused()
      await expect(nameOf(last)).not.toBeEmpty()
      await page.keyboard.press('Home')
      await expect(firstRow(page)).toBeFocused()
      const name = await nameOf(firstRow(page)).innerText()
      await page.keyboard.press('Enter')
      await expect(panel(page).getByRole('heading', { level: 2, name })).toBeVisible()
      await expect(page).toHaveURL(/abierto=\d+/)
      await page.keyboard.press('ArrowDown')
      const next = await nameOf(grid(page).locator('[role=row][data-index="1"]')).innerText()
      await expect(panel(page).getByRole('heading', { level: 2, name: next })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(panel(page)).toBeHidden()
      await expect(page).not.toHaveURL(/abierto=/)
    })

    test('keeps everything in the address: reload and back restore it', async ({ page }) => {
      await openList(page, route)
      await page.getByRole('columnheader', { name: sortHead, exact: true }).getByRole('button').click()
      await expect(page).toHaveURL(/orden=/)
      await settled(page)
      await page.getByRole('button', { name: 'Filtro', exact: true }).click()
      await page.getByRole('button', { name: 'Estado', exact: true }).click()
      await page.getByRole('checkbox').first().check()
      await expect(page).toHaveURL(/state=/)
      await page.keyboard.press('Escape')
      await settled(page)
      const name = await nameOf(firstRow(page)).innerText()
      await firstRow(page).getByRole('gridcell').nth(1).click()
      await expect(panel(page).getByRole('heading', { level: 2, name })).toBeVisible()
      const [place, total] = [placeOf(page), await shownTotal(page)]
      await page.reload()
      await settled(page)
      expect(placeOf(page)).toBe(place)
      await expect.poll(() => shownTotal(page)).toBe(total)
      await expect(nameOf(firstRow(page))).toHaveText(name)
      await expect(panel(page).getByRole('heading', { level: 2, name })).toBeVisible()
      await expect(page.getByRole('button', { name: /^Estado / })).toBeVisible()
      await page.goBack()
      await expect(panel(page)).toBeHidden()
      await page.goForward()
      await expect(panel(page).getByRole('heading', { level: 2, name })).toBeVisible()
    })

    test('opens the page of a record from its panel', async ({ page }) => {
      await openList(page, route)
      const name = await nameOf(firstRow(page)).innerText()
      await firstRow(page).getByRole('gridcell').nth(1).click()
      await panel(page).getByRole('link', { name: 'Abrir en su página' }).click()
      await expect(page).toHaveURL(/\/vno\/(puertos|ctos|intervenciones)\/\d+$/)
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    })
  })
}

test('a filter is a chip, narrows the rows and can be taken away', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await openList(page, '/vno/puertos')
  const all = await shownTotal(page)
  await page.getByRole('button', { name: 'Filtro', exact: true }).click()
  await page.getByRole('button', { name: 'Estado', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Asignado' }).check()
  await expect(page).toHaveURL(/state=2/)
  await page.keyboard.press('Escape')
  await settled(page)
  const { total } = await ask(page, 'admin_vno/ports/get', { filter: { state: 2 }, limit: 1, count: true })
  await expect.poll(() => shownTotal(page)).toBe(total?.value)
  expect(total?.value).toBeLessThan(all)
  const states = await rows(page).getByRole('gridcell').nth(1).allInnerTexts()
  expect(new Set(states.map((text) => text.trim()))).toEqual(new Set(['Asignado']))
  await page.getByRole('button', { name: 'Quitar Estado' }).click()
  await expect.poll(() => shownTotal(page)).toBe(all)
})

test('search narrows while typing and reports an empty result', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await openList(page, '/vno/ctos')
  const code = (await nameOf(firstRow(page)).innerText()).trim()
  const box = page.getByRole('searchbox', { name: 'Buscar en CTO' })
  await box.fill(code)
  await expect(page).toHaveURL(/q=/)
  await settled(page)
  await expect.poll(() => shownTotal(page)).toBe(1)
  await expect(nameOf(firstRow(page))).toHaveText(code)
  await box.fill('zzz no hay nada así')
  await expect(page.getByRole('heading', { level: 2, name: 'Nada con estos filtros' })).toBeVisible()
  await page.getByRole('status').getByRole('button', { name: 'Quitar filtros' }).click()
  await settled(page)
  await expect(box).toHaveValue('')
  await expect.poll(() => shownTotal(page)).toBeGreaterThan(1)
})

test('views are tabs with their figures', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await openList(page, '/vno/ctos')
  const views = page.getByRole('navigation', { name: 'Vistas' })
  await views.getByRole('button', { name: /^Copadas/ }).click()
  await expect(page).toHaveURL(/vista=copadas/)
  await settled(page)
  const { total } = await ask(page, 'admin_vno/ctos/get', { filter: { state: 2 }, limit: 1, count: true })
  await expect.poll(() => shownTotal(page)).toBe(total?.value)
  await expect(views.getByRole('button', { name: /^Copadas/ })).toHaveAttribute('aria-current', 'true')
})
