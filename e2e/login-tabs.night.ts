/** Signing in and out in several tabs at once. */
import { makeAdmin, makeSession } from '../server/test/factories.ts'
import { closeOthers, confirmClosing, expect, password, signOut, test } from './fixtures.ts'
import { sentAgain } from './wire.ts'
import { quiet } from './quiet.ts'

test.describe('signing out', () => {
  test.use({ provoked: /status of 401/ })

  test('in one tab reaches the other', async ({ page, context, enter }) => {
    await enter('admin@norte.test')
    const second = await context.newPage()
    await page.goto('/vno')
    await second.goto('/vno/perfil')
    await expect(second.getByRole('heading', { level: 1, name: 'Perfil y sesiones' })).toBeVisible()
    await signOut(page)
    await expect(page).toHaveURL('/login')
    await expect(second).toHaveURL('/login')
  })

  test('is no expired session for another tab that the server refuses first', async ({ page, context, enter }) => {
    await enter('admin@norte.test')
    const second = await context.newPage()
    await page.goto('/vno')
    await second.goto('/vno/perfil')
    await expect(second.getByRole('heading', { level: 1, name: 'Perfil y sesiones' })).toBeVisible()
    let answer = () => {}
    const refused = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/account/logout*', async (route) => {
      const response = await route.fetch(sentAgain)
      await refused
      await route.fulfill({ response })
    })
    await signOut(page)
    await expect(second).toHaveURL('/login')
    answer()
    await expect(page).toHaveURL('/login')
  })
})

test('another person signing in reloads the other tabs', async ({ page, context, db, enter }) => {
  const [one, other] = await Promise.all([makeAdmin(db), makeAdmin(db)])
  await enter(one)
  await page.goto('/vno')
  await expect(page.getByRole('button', { name: `Tu cuenta: ${one.name}` })).toBeVisible()
  const second = await context.newPage()
  await enter(other)
  await second.goto('/vno')
  await expect(second.getByRole('button', { name: `Tu cuenta: ${other.name}` })).toBeVisible()
  await expect(page.getByRole('button', { name: `Tu cuenta: ${other.name}` })).toBeVisible()
})

test.describe('two tabs sign in at the same time', () => {
  test.use({ provoked: /status of 401/ })

  test('and neither breaks the other', async ({ page, context }) => {
    const second = await context.newPage()
    for (const tab of [page, second]) {
      await tab.goto('/login')
      await tab.getByRole('button', { name: 'Entrar' }).click()
      await expect(tab.getByLabel('Correo electrónico')).toBeVisible()
    }
    for (const tab of [page, second]) {
      await tab.getByLabel('Correo electrónico').fill('admin@norte.test')
      await tab.getByLabel('Contraseña', { exact: true }).fill(password)
      await tab.getByRole('button', { name: 'Entrar' }).click()
      await expect(tab).toHaveURL('/vno')
    }
    for (const tab of [page, second]) await expect(tab.getByRole('button', { name: /^Tu cuenta: / })).toBeVisible()
  })

  test('and a first call, refused with the ended session, is retried with the new one', async ({ page, enter }) => {
    await enter('admin@norte.test')
    await page.goto('/vno/perfil')
    await expect(page.getByText('Esta sesión')).toBeVisible()
    const refused = { status: 401, json: { error: 'YOU_ARE_NOT_LOGGED_IN' } }
    let asked = 0
    await page.route('**/ctos/get*', (route) => (++asked === 1 ? route.fulfill(refused) : route.continue()))
    await page
      .getByRole('navigation', { name: 'Menú principal' })
      .getByRole('link', { name: 'CTO', exact: true })
      .click()
    await expect(page.getByRole('row', { name: /^28079-/ }).first()).toBeVisible()
    expect(asked).toBeGreaterThan(1)
    await expect(page).toHaveURL(/\/vno\/ctos/)
  })

  test('and a call of one person is never retried with another person’s session', async ({ page, db, enter }) => {
    const [one, other] = await Promise.all([makeAdmin(db), makeAdmin(db)])
    await enter(one)
    await makeSession(db, one)
    // The last call of the page's start: a later one would notice the other person before the dialog's does.
    const counted = page.waitForResponse('**/orders/get.json')
    await closeOthers(page)
    await expect(page.getByRole('dialog')).toBeVisible()
    await counted
    await quiet(page)
    await enter(other)
    let asked = 0
    await page.route('**/sessions/revoke*', (route) => {
      asked += 1
      return route.fulfill({ status: 401, json: { error: 'YOU_ARE_NOT_LOGGED_IN' } })
    })
    await confirmClosing(page)
    await expect(page.getByRole('button', { name: `Tu cuenta: ${one.name}` })).toBeHidden()
    expect(asked).toBe(1)
  })
})

test.describe('a proxy that answers 401 to everything', () => {
  test.use({ provoked: /status of 401/ })

  test('is asked for a newer session of the user a few times, not without end', async ({ page, enter }) => {
    await enter('admin@norte.test')
    await page.goto('/vno/puertos')
    await expect(page.getByRole('heading', { level: 1, name: 'Puertos' })).toBeVisible()
    await quiet(page)
    const asked: string[] = []
    await page.route('**/api/v1/**', async (route) => {
      asked.push(new URL(route.request().url()).pathname)
      await route.fulfill({ status: 401, contentType: 'text/html', body: '<h1>401</h1>' })
    })
    await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Mapa' }).click()
    await expect.poll(() => asked.filter((path) => !path.includes('check_login')).length).toBeGreaterThan(0)
    await page.waitForTimeout(3000)
    const calls = asked.filter((path) => !path.includes('check_login')).length
    expect(asked.length - calls).toBeLessThanOrEqual(4 * calls)
  })
})
