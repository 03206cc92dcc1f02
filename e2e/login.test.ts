import { makeAdmin, makeSession } from '../server/test/factories.ts'
import {
  closeOthers,
  confirmClosing,
  expect,
  expectToast,
  password,
  placeOf,
  signIn,
  signOut,
  test,
} from './fixtures.ts'
import { json } from './json.ts'
import { address } from './place.ts'
import { say } from './text.ts'

test('signs in by the embedded issuer and lands in the own area', async ({ page, context }) => {
  await page.goto('/login')
  await signIn(page, 'admin@norte.test')
  await expect(page).toHaveURL('/vno')
  await expect(page.getByRole('navigation', { name: 'Menú principal' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Tu cuenta: Marta Soler Ibáñez' })).toBeVisible()
  const kept = await page.evaluate(() => ({ ...localStorage }))
  const info = json<{ user: { id: number; email: string } }>(kept['userInfo'] ?? null)
  expect(info.user.email).toBe('admin@norte.test')
  expect(kept['currentUIConfigKey']).toBe(`userUIConfig_${info.user.id}`)
  const cookies = await context.cookies(address)
  expect(cookies.find(({ name }) => name.endsWith('hilo_session'))).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
  })
})

test.describe('after signing in', () => {
  test.use({ provoked: /status of 422/ })
  test('the back button shows no sign-in page, whatever was mistyped', async ({ page }) => {
    await page.goto('/ayuda')
    await page.goto('/login')
    await signIn(page, 'gestor@norte.test', 'otra cosa')
    await expect(page.getByRole('alert')).toContainText('no son correctos')
    await page.reload()
    await expect(page.getByRole('alert')).toBeEmpty()
    await page.getByLabel('Correo electrónico').fill('gestor@norte.test')
    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Entrar' }).click()
    const menu = page.getByRole('navigation', { name: 'Menú principal' })
    await expect(menu).toBeVisible()
    for (let back = 0; back < 2; back++) {
      await page.goBack()
      await expect(menu).toBeVisible()
      await expect(page).toHaveURL('/vno')
    }
  })
})

test('S14 no script can read a token', async ({ page, context }) => {
  await page.goto('/login')
  await signIn(page, 'gestor@norte.test')
  await expect(page).toHaveURL('/vno')
  const token = (await context.cookies(address)).find(({ name }) => name === 'hilo_session')?.value ?? ''
  expect(token.length).toBeGreaterThan(20)
  const readable = await page.evaluate(() => ({
    cookie: document.cookie,
    names: Object.keys(localStorage),
    stored:
      JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }) + document.documentElement.outerHTML,
  }))
  expect(readable.cookie).not.toContain('session')
  expect(readable.names).not.toContain('authToken')
  expect(readable.stored).not.toContain(token)
})

test.describe('a wrong password', () => {
  test.use({ provoked: /status of 422/ })
  test('gets an error in Spanish, and the address stays', async ({ page }) => {
    await page.goto('/login')
    await signIn(page, 'admin@norte.test', 'no es esta')
    await expect(page.getByRole('alert')).toHaveText('El correo o la contraseña no son correctos.')
    await expect(page.getByLabel('Correo electrónico')).toHaveValue('admin@norte.test')
    await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue('')
    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await expect(page).toHaveURL('/vno')
  })
})

test('an account picked on the demonstration page only needs "Entrar"', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('link', { name: 'Técnico Sur' }).click()
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page).toHaveURL('/tecnico')
})

test.describe('signing out', () => {
  // A pending count of the menu may be answered after the session has ended.
  test.use({ provoked: /status of 401/ })

  test('ends the session, also for a copied cookie', async ({ page, context }) => {
    await page.goto('/login')
    await signIn(page, 'admin@sur.test')
    await expect(page).toHaveURL('/vno')
    const kept = await context.cookies(address)
    await signOut(page)
    await expect(page).toHaveURL('/login')
    expect(await page.evaluate(() => localStorage.getItem('userInfo'))).toBeNull()
    await context.addCookies(kept)
    await page.goto('/vno')
    await expect(page).toHaveURL('/login')
    // The issuer's session ended as well: it asks again.
    await page.getByRole('button', { name: 'Entrar' }).click()
    await expect(page.getByLabel('Contraseña', { exact: true })).toBeVisible()
  })

  test('shows the login page once, without asking about unsaved input', async ({ page, enter }) => {
    await enter('admin@norte.test')
    await page.goto('/vno/perfil')
    await page.getByLabel(say('account.name'), { exact: true }).fill('A medio escribir')
    await page.evaluate(() =>
      addEventListener('pagehide', () => sessionStorage.setItem('left', document.querySelector('h1')?.innerText ?? '')),
    )
    // An unanswered dialog would block the page.
    page.on('dialog', (dialog) => dialog.dismiss())
    await signOut(page)
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
    const left = await page.evaluate(() => sessionStorage.getItem('left'))
    expect(left, 'what was shown until the end').toBe('Perfil y sesiones')
  })
})

test.describe('a session closed elsewhere', () => {
  test.use({ provoked: /status of 401/ })

  test('leads to the login page and back to where one was', async ({ page, db, enter }) => {
    const { id } = await enter('admin@norte.test')
    await page.goto('/vno/puertos?state=3')
    await expect(page.getByRole('heading', { level: 1, name: /^Puertos/ })).toBeVisible()
    await db.owner.query('update session set revoked_at = now() where id = $1', [id])
    // Any call may notice it first: this one, or a background call of the screen.
    const menu = page.getByRole('navigation', { name: 'Menú principal' })
    await Promise.all([
      expect(page).toHaveURL(/\/login\?return_to_url=/),
      menu
        .getByRole('link', { name: 'CTO' })
        .click({ timeout: 3000 })
        .catch(() => undefined),
    ])
    expect(new URL(page.url()).searchParams.get('return_to_url')).toMatch(/^\/vno\/(ctos|puertos)/)
    const kept = await page.evaluate(() => Object.keys(localStorage))
    for (const key of ['userInfo', 'currentUIConfigKey']) expect(kept).not.toContain(key)
    const way = new URL(page.url()).searchParams.get('return_to_url') ?? ''
    await signIn(page, 'admin@norte.test')
    await expect(page).toHaveURL(way)
  })

  test('from the profile ends every other one at once', async ({ page, db, enter, elsewhere }) => {
    const account = await makeAdmin(db)
    await enter(account)
    await makeSession(db, account)
    const other = await elsewhere(account)
    await other.goto('/vno/perfil')
    await expect(other.getByText('Esta sesión')).toBeVisible()
    await closeOthers(page)
    await confirmClosing(page)
    await expectToast(page, '2 sesiones cerradas.')
    await expect(page.getByRole('button', { name: say('sessions.revoke_others') })).toBeHidden()
    await other.reload()
    await expect(other).toHaveURL(/\/login/)
    expect(placeOf(page)).toBe('/vno/perfil')
  })
})
