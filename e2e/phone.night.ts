/** Lists on a phone: 390 by 844. */
import { productVersion } from '../server/kernel/place.ts'
import { expect, placeOf, test } from './fixtures.ts'
import { ask, nodes, shownTotal } from './list-page.ts'
import { say } from './text.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
test.beforeEach(async ({ enter }) => void (await enter('admin@norte.test')))

for (const { route, title, path } of [
  { route: '/vno/puertos', title: 'Puertos', path: 'ports' },
  { route: '/vno/ctos', title: 'CTO', path: 'ctos' },
  { route: '/vno/intervenciones?vista=todas', title: 'Intervenciones', path: 'events' },
])
  test(`${title} are cards that open over the whole screen`, async ({ page }) => {
    await page.goto(route)
    const list = page.getByRole('region', { name: title })
    const cards = list.getByRole('listitem')
    const first = cards.first().getByRole('button')
    await expect(first).toBeVisible()
    await expect(page.getByRole('grid')).toHaveCount(0)
    const filter = path === 'events' ? { filter: { type: 1 } } : {}
    // Other tests work for the same operator: a new row may be on its way to the list.
    await expect(async () => {
      const { total } = await ask(page, `admin_vno/${path}/get`, { ...filter, limit: 1, count: true })
      expect(await shownTotal(page)).toBe(total?.value)
    }).toPass({ timeout: 120_000 })
    expect(await nodes(page)).toBeLessThanOrEqual(800)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide, 'nothing is wider than the screen').toBeLessThanOrEqual(390)
    const box = await first.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    const code = await first.locator('.code').first().innerText()
    await first.tap()
    const sheet = page.getByRole('dialog', { name: code })
    await expect(sheet.getByRole('heading', { level: 2, name: code })).toBeVisible()
    await expect(page).toHaveURL(/abierto=\d+/)
    const size = await sheet.boundingBox()
    expect(size?.width).toBe(390)
    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(first).toBeVisible()
  })

test('scrolling far loads cards and keeps the page small', async ({ page }) => {
  await page.goto('/vno/puertos')
  const cards = page.getByRole('region', { name: 'Puertos' }).getByRole('listitem')
  await expect(cards.first().getByRole('button')).toBeVisible()
  const scroller = page.getByRole('region', { name: 'Puertos' }).locator('[aria-busy]').first()
  await scroller.evaluate((element) => (element.scrollTop = element.scrollHeight / 2))
  await expect(cards.first()).not.toHaveAttribute('data-index', '0')
  await expect(cards.first().getByRole('button')).toBeVisible()
  expect(await nodes(page)).toBeLessThanOrEqual(800)
})

test.describe('the bottom bar', () => {
  // A pending count of the menu may be answered after the session has ended.
  test.use({ provoked: /status of 401/ })

  test('takes one from screen to screen and holds the way out', async ({ page }) => {
    await page.goto('/vno')
    const bar = page.getByRole('navigation', { name: 'Menú', exact: true })
    await bar.getByRole('link', { name: 'Puertos' }).tap()
    await expect(page).toHaveURL('/vno/puertos')
    await bar.getByRole('link', { name: 'CTO' }).tap()
    await expect(page).toHaveURL('/vno/ctos')
    await bar.getByRole('button', { name: 'Más' }).tap()
    const sheet = page.getByRole('dialog', { name: 'Más' })
    await sheet.getByRole('button', { name: 'Perfil y sesiones' }).tap()
    await expect(page).toHaveURL('/vno/perfil')
    await bar.getByRole('button', { name: 'Más' }).tap()
    await sheet.getByRole('button', { name: 'Salir' }).tap()
    await expect(page).toHaveURL('/login')
  })
})

test('filters are at the thumb and stay in the address', async ({ page }) => {
  await page.goto('/vno/puertos')
  await page.getByRole('button', { name: 'Filtros', exact: true }).tap()
  const menu = page.getByRole('dialog', { name: 'Filtros', exact: true })
  await menu.getByRole('button', { name: 'Estado', exact: true }).tap()
  await page.getByRole('checkbox', { name: 'Asignado' }).tap()
  await expect(page).toHaveURL(/state=2/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Filtros: 1' })).toBeVisible()
  const place = placeOf(page)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Filtros: 1' })).toBeVisible()
  expect(placeOf(page)).toBe(place)
})

test('the controls for choosing fit on the smallest phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { records } = await ask(page, 'admin_vno/roles/get', { filter: { base: 'technician' }, limit: 1 })
  await page.goto('/vno/informes')
  await expect(page.getByRole('button', { name: say('reports.period.rango') })).toBeInViewport({ ratio: 1 })
  await page.goto(`/vno/roles/${records[0]?.id}`)
  await expect(page.getByLabel(say('roles.compare'))).toBeInViewport({ ratio: 1 })
})

test('the version stays at the bottom left, uncovered', async ({ page }) => {
  for (const path of ['/vno', '/vno/puertos', '/vno/perfil']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    const badge = page.getByRole('contentinfo').getByText(productVersion, { exact: true })
    const box = await badge.boundingBox()
    expect(box?.x, path).toBeLessThan(40)
    expect(box?.y, path).toBeGreaterThan(844 / 2)
    const onTop = await badge.evaluate((element) => {
      const at = element.getBoundingClientRect()
      const found = document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2)
      return found === element || getComputedStyle(element).pointerEvents === 'none' || element.parentElement === found
    })
    expect(onTop, path).toBe(true)
  }
})

test.describe('an agenda that cannot be read', () => {
  test.use({ provoked: /status of 500/ })
  test('is not shown as a day without visits, and offers a retry', async ({ page }) => {
    // The page retries by itself as well: until the click every answer is the same.
    const orders = '**/admin_vno/orders/get.json'
    const isPressed = () => page.evaluate(() => document.documentElement.hasAttribute('data-pressed'))
    await page.route(orders, async (route) =>
      (await isPressed())
        ? route.fallback()
        : route.fulfill({ status: 500, json: { error: 'SYSTEM_ERROR', result: '', msg: '', request_id: '' } }),
    )
    await page.goto('/vno/agenda')
    const again = page.getByRole('alert').getByRole('button', { name: say('list.retry') })
    await expect(again).toBeVisible()
    await expect(page.getByText(say('agenda.free'))).toHaveCount(0)
    await page.evaluate(() =>
      addEventListener('click', () => document.documentElement.toggleAttribute('data-pressed', true), true),
    )
    await again.tap()
    await expect(again).toBeHidden()
    await expect(page.getByRole('group').filter({ hasText: say('agenda.tray') })).toContainText(/\d/)
    await expect(page.getByText(/^\d+ visitas?$|^Una visita$/).first()).toBeVisible()
  })
})
