/** The start-up rules of the specification, section 2. */
import { productVersion } from '../server/kernel/place.ts'
import { expect, placeOf, signIn, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'
import { json } from './json.ts'
import { say } from './text.ts'
import { sentAgain } from './wire.ts'

test.describe('a stranger', () => {
  test('on the empty path is redirected to the login page, with the return path', async ({ page }) => {
    await page.goto('/')
    await expect(page).toHaveURL('/login')
    await page.goto('/?return_to_url=/vno/ctos')
    await expect(page).toHaveURL(/\/login\?return_to_url=/)
    expect(new URL(page.url()).searchParams.get('return_to_url')).toBe('/vno/ctos')
  })

  test('returns, after signing in, to the requested page', async ({ page }) => {
    await page.goto('/vno/perfil?x=1')
    await expect(page).toHaveURL(/\/login\?/)
    await signIn(page, 'gestor@norte.test')
    await expect(page).toHaveURL('/vno/perfil?x=1')
    await expect(page.getByRole('heading', { level: 1, name: 'Perfil y sesiones' })).toBeVisible()
    const left = await page.evaluate(() => Object.keys(sessionStorage))
    for (const key of ['return_to_url', 'oauthVerifier']) expect(left).not.toContain(key)
  })

  test('stays on the login page, on the waiting page and on the answer of the issuer', async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
    await page.goto('/oauth/user?error=access_denied')
    await expect(page.getByText('Has cancelado la entrada.')).toBeVisible()
    expect(placeOf(page)).toBe('/oauth/user?error=access_denied')
    await page.goto('/oauth/user')
    await expect(page.getByText('El intento de entrar ha caducado. Vuelve a empezar.')).toBeVisible()
    await page.getByRole('link', { name: 'Volver a la entrada' }).click()
    await expect(page).toHaveURL('/login')
  })
})

test.describe('a signed-in person', () => {
  test('goes to return_to_url before /vno, and the page reloads', async ({ page, enter }) => {
    await enter('admin@norte.test')
    let loads = 0
    page.on('domcontentloaded', () => loads++)
    await page.goto('/login?return_to_url=%2Fvno%2Fperfil%3Fa%3D1')
    await expect(page).toHaveURL('/vno/perfil?a=1')
    await expect(page.getByRole('heading', { level: 1, name: 'Perfil y sesiones' })).toBeVisible()
    expect(loads).toBe(2)
  })
})

test('no spelling of the area is a way past its door', async ({ page }) => {
  await page.goto('/VNO')
  await expect(page.getByText('Esta página no existe')).toBeVisible()
})

test.describe('without its texts', () => {
  test.use({ provoked: /status of 500/ })
  test('a screen shows their keys', async ({ page }) => {
    await page.route('**/assets/i18n/*.json', (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'login.enter' })).toBeVisible()
    await expect(page.getByText(productVersion)).toBeVisible()
  })
})

test.describe('an answer without `error`', () => {
  test.use({ provoked: /status of 500/ })
  test('is reported as a gateway’s, an unknown call as REQUEST_NOT_EXIST', async ({ page, enter }) => {
    await enter('admin@norte.test')
    await page.route('**/sessions/get.json', (route) => route.fulfill({ status: 500, body: 'x' }))
    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    await page.route('**/assets/api.json', async (route) => {
      const reference = json<Record<string, unknown>>(await (await route.fetch(sentAgain)).text())
      delete reference['admin_vno/devices/get']
      await route.fulfill({ json: reference })
    })
    await page.goto('/vno/perfil')
    await expect(page.getByText(say('problem.GATEWAY_ANSWER'))).toBeVisible()
    await expect(page.getByText('Esa petición no existe.').first()).toBeVisible()
    expect(asked.filter((url) => /devices\/get/.test(url))).toEqual([])
  })
})

test('requests wait for the API reference', async ({ page, enter }) => {
  await enter('admin@norte.test')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/')) asked.push(request.url())
  })
  const release = await holdRequests(page, '**/assets/api.json')
  const reference = page.waitForRequest('**/assets/api.json')
  const going = page.goto('/vno', { waitUntil: 'load' })
  await Promise.all([reference, page.waitForResponse('**/assets/i18n/es.json'), going])
  await page.waitForFunction(() => document.readyState === 'complete')
  expect(asked).toEqual([])
  release()
  await expect(page.getByRole('navigation', { name: 'Menú principal' })).toBeVisible()
  expect(asked.some((url) => url.includes('account/check_login'))).toBe(true)
})

test('login, logout and start calls carry account_type va', async ({ page }) => {
  const asked: URL[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/account/')) asked.push(new URL(request.url()))
  })
  await page.goto('/login')
  await signIn(page, 'tecnico@norte.test')
  await expect(page).toHaveURL('/tecnico')
  await page.getByRole('button', { name: 'Más' }).click()
  await page.getByRole('button', { name: 'Salir' }).click()
  await expect(page).toHaveURL('/login')
  const gets = asked.filter(({ pathname }) => !pathname.includes('oauth_login_complete'))
  for (const name of ['check_login', 'oauth_login_start', 'logout', 'oauth_logout_start'])
    expect(gets.map(({ pathname }) => pathname)).toContain(`/api/v1/account/${name}.json`)
  for (const url of gets) expect(url.searchParams.get('account_type'), url.pathname).toBe('va')
})

test('the web sends neither apiaf nor Authorization nor Account_type', async ({ page, enter }) => {
  await enter('admin@norte.test')
  const asked = page.waitForRequest('**/api/v1/admin_vno/**')
  await page.goto('/vno')
  const names = Object.keys(await (await asked).allHeaders())
  expect(names).toContain('cookie')
  for (const name of ['apiaf', 'authorization', 'account_type']) expect(names).not.toContain(name)
})
