/** Common behaviour of every screen: language, texts, version, toasts. */
import { productVersion } from '../server/kernel/place.ts'
import { makeAdmin, makeSession } from '../server/test/factories.ts'
import { closeOthers, confirmClosing, expect, test } from './fixtures.ts'
import { expectSpanish } from './screen-checks.ts'
import { quiet } from './quiet.ts'

const open = ['/login', '/oauth/user?error=access_denied']
const closed = ['/vno', '/vno/perfil', '/vno/puertos', '/vno/ctos', '/vno/ctos/1', '/vno/intervenciones', '/vno/nada']

for (const path of [...open, ...closed, '/tecnico'])
  test(`${path} shows the version at the bottom left and only Spanish`, async ({ page, enter }) => {
    if (!open.includes(path)) await enter(path === '/tecnico' ? 'tecnico@norte.test' : 'admin@norte.test')
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await quiet(page)
    const badge = page.getByRole('contentinfo').getByText(productVersion, { exact: true })
    await expect(badge).toBeVisible()
    const box = await badge.boundingBox()
    expect(box?.x).toBeLessThan(40)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(900 - 40)
    await expectSpanish(page, path)
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('es')
  })

for (const locale of ['en-GB', 'ca-ES', 'ES-mx', 'fil-PH', 'es'])
  test(`a device in ${locale} gets Spanish, from assets/i18n/es.json`, async ({ another }) => {
    const page = await (await another({ locale })).newPage()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/i18n/')) asked.push(new URL(request.url()).pathname)
    })
    await page.goto('/login')
    await expect(page.getByText('Entra para ver tu red y los trabajos de hoy.')).toBeVisible()
    expect(new Set(asked)).toEqual(new Set(['/assets/i18n/es.json']))
  })

test('a toast is green and lives 2000 ms', async ({ page, db, enter }) => {
  const account = await makeAdmin(db)
  await enter(account)
  await makeSession(db, account)
  await page.clock.install()
  await closeOthers(page)
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000))
  await confirmClosing(page)
  const toast = page.getByRole('status').getByText('Sesión cerrada.')
  await expect(toast).toBeVisible()
  await expect(page.locator('[data-kind=success]')).toHaveText('Sesión cerrada.')
  await page.clock.runFor(1999)
  await expect(toast).toBeVisible()
  await page.clock.runFor(1)
  await expect(toast).toBeHidden()
})

test.describe('an error', () => {
  test.use({ provoked: /status of 403/ })
  test('is reported by a red toast, in the server’s words', async ({ page, db, enter }) => {
    const account = await makeAdmin(db)
    await enter(account)
    await makeSession(db, account)
    const body = {
      error: 'PRIVILEGE_DENIED',
      result: 'Solo la cierra quien la abrió.',
      msg: 'PRIVILEGE_DENIED',
      request_id: 'x',
    }
    await page.route('**/sessions/revoke.json', (route) => route.fulfill({ status: 403, json: body }))
    await page.clock.install()
    await closeOthers(page)
    await page.clock.pauseAt(new Date(Date.now() + 3_600_000))
    await confirmClosing(page)
    const toast = page.locator('[data-kind=error]')
    await expect(toast).toHaveText('Solo la cierra quien la abrió.')
    await page.clock.runFor(2000)
    await expect(toast).toBeHidden()
  })
})
