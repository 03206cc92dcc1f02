/** Signing in by a foreign issuer with its own pages. */
import { makeAdmin, makeVno } from '../server/test/factories.ts'
import { invite } from './entry.ts'
import { expect, signOut } from './fixtures.ts'
import { answerIssuer, test } from './foreign-server.ts'
import { say } from './text.ts'

// One worker for the file, so that its servers start once.
test.describe.configure({ mode: 'default' })

test.beforeEach(({ page }) => page.route(/fonts\.(googleapis|gstatic)/, (route) => route.abort()))

/** Errors of the issuer's own pages are ignored. */
test.use({ provoked: /console: .*(fonts\.|Content Security Policy|ERR_|status of (403|422))/ })

test('a linked identity signs in, returns to the requested page, and signs out', async ({ page, foreign }) => {
  const account = await makeAdmin(foreign)
  const sub = `persona-${account.user_id}`
  const linked = 'insert into user_identity (user_id, iss, sub) values ($1, $2, $3)'
  await foreign.owner.query(linked, [account.user_id, foreign.issuer, sub])
  await page.goto(`${foreign.address}/vno/perfil?x=1`)
  await expect(page).toHaveURL((url) => url.pathname === '/login')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await answerIssuer(page, foreign, sub)
  await expect(page).toHaveURL(`${foreign.address}/vno/perfil?x=1`)
  await expect(page.getByRole('button', { name: `Tu cuenta: ${account.name}` })).toBeVisible()
  await signOut(page)
  // The issuer asks on its own page whether to end its session as well.
  await expect(page).toHaveURL((url) => url.origin === foreign.issuer)
  await page.locator('button[type=submit]').first().click()
  await expect(page).toHaveURL(`${foreign.address}/login`)
  await page.goto(`${foreign.address}/vno`)
  await expect(page).toHaveURL(`${foreign.address}/login`)
})

test('an unknown identity gets an error in Spanish and no access', async ({ page, foreign }) => {
  await page.goto(`${foreign.address}/login`)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await answerIssuer(page, foreign, 'nadie')
  await expect(
    page.getByText('Tu identidad no está unida a ninguna cuenta de Hilo. Pide una invitación a tu administrador.'),
  ).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('userInfo'))).toBeNull()
  await page.goto(`${foreign.address}/vno`)
  await expect(page).toHaveURL(`${foreign.address}/login`)
})

test('a person who gives no consent is told so, and may try again', async ({ page, foreign }) => {
  await page.goto(`${foreign.address}/login`)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await answerIssuer(page, foreign, 'nadie', false)
  await expect(page.getByText(say('login.refused.denied'))).toBeVisible()
  await page.getByRole('button', { name: say('app.retry') }).click()
  await expect(page).toHaveURL((url) => url.origin === foreign.issuer)
})

test('an invitation links its bearer’s identity, without a local password', async ({ page, foreign }) => {
  const { token } = await invite(foreign, await makeVno(foreign))
  await page.goto(`${foreign.address}/signup?token=${token}`)
  await expect(page.getByLabel(say('password.choose'))).toHaveCount(0)
  await page.getByRole('button', { name: say('login.enter_company') }).click()
  await answerIssuer(page, foreign, 'lucia')
  await expect(page).toHaveURL(`${foreign.address}/vno`)
  await expect(page.getByRole('button', { name: 'Tu cuenta: Lucía Ferrer Amat' })).toBeVisible()
  await page.goto(`${foreign.address}/vno/perfil`)
  await expect(page.getByText(say('profile.password.foreign'))).toBeVisible()
})
