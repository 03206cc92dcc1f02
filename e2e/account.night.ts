/** First entry, agreements, and password reset. */
import type { Page } from '@playwright/test'
import { randomBytes } from 'node:crypto'
import { hashPassword } from '../server/auth/passwords.ts'
import { makeAdmin, makeVno } from '../server/test/factories.ts'
import { serious } from './axe.ts'
import { invite, newAddress, phrase } from './entry.ts'
import { expect, signIn, test, type Owner } from './fixtures.ts'
import { press, say } from './text.ts'

const main = (page: Page) => page.getByRole('main')

/** The code of the newest mail to an address, as soon as it is written. */
async function codeFor({ owner }: Owner, email: string, than = ''): Promise<string> {
  const text = `select body from mail where recipient = $1 and kind = 'password_reset' order by id desc limit 1`
  let code = ''
  await expect(async () => {
    const { rows } = await owner.query<{ body: string | null }>(text, [email])
    code = /\b\d{8}\b/.exec(rows[0]?.body ?? '')?.[0] ?? ''
    expect(code).not.toBe('')
    expect(code).not.toBe(than)
  }).toPass({ timeout: 120_000 })
  return code
}

test('an invitation shows inviter and role; a sign-up accepts the agreements, and enters', async ({ page, db }) => {
  const vno = await makeVno(db)
  const { token, email } = await invite(db, vno)
  await page.goto(`/signup?token=${token}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('signup.invited', { operator: vno.name }))
  await expect(main(page).getByText('Marta Soler')).toBeVisible()
  await expect(page.getByLabel(say('account.email'))).toHaveValue(email)
  expect(await serious(page)).toEqual([])
  // Missing or invalid input is reported at its field, and nothing is sent.
  await page.getByLabel(say('account.tax_id')).fill('12345678A')
  await page.getByLabel(say('password.choose')).fill('lucia ferrer')
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await press(page, 'signup.create')
  await expect(page.getByText(say('account.check.tax_id'))).toBeVisible()
  await expect(page.getByText(say('validation.password_common'))).toBeVisible()
  await expect(page.getByText(say('signup.check.agreed'))).toBeVisible()
  await page.getByLabel(say('account.tax_id')).fill('12345678-z')
  await page.getByLabel(say('account.phone')).fill('600 112 233')
  await page.getByLabel(say('password.choose')).fill(phrase)
  await expect(page.getByText(say('password.strength.strong'))).toBeVisible()
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await press(page, 'signup.create')
  await expect(page).toHaveURL('/vno')
  await expect(page.getByRole('button', { name: 'Tu cuenta: Lucía Ferrer Amat' })).toBeVisible()
  await page.goto('/vno/perfil')
  await expect(page.getByLabel(say('account.phone'))).toHaveValue('+34600112233')
})

test.describe('an invitation that is no longer valid', () => {
  test.use({ provoked: /status of 4(09|10)/ })
  test('gives the reason, and a contact', async ({ page, db }) => {
    const used = await invite(db, await makeVno(db), { state: 3, used_at: new Date() })
    await page.goto(`/signup?token=${used.token}`)
    await expect(page.getByText(say('problem.INVITATION_USED'))).toBeVisible()
    await page.goto(`/signup?token=${randomBytes(32).toString('base64url')}`)
    await expect(page.getByText(say('problem.INVITATION_EXPIRED'))).toBeVisible()
    await page.getByRole('link', { name: say('help.link') }).click()
    await page.getByText(say('help.case.invitation')).click()
    await expect(page.getByText(say('help.case.invitation.text'))).toBeVisible()
    expect(await serious(page)).toEqual([])
  })
})

/** The link of the newest confirmation mail, as soon as it is written. */
async function linkFor({ owner }: Owner, email: string): Promise<string> {
  const text = `select body from mail where recipient = $1 and kind = 'signup_confirm' order by id desc limit 1`
  let link = ''
  await expect(async () => {
    const { rows } = await owner.query<{ body: string | null }>(text, [email])
    link = /\/signup\?token=[\w-]{43}/.exec(rows[0]?.body ?? '')?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass({ timeout: 120_000 })
  return link
}

test('a sign-up by code proves the address, accepts, waits, and enters once approved', async ({ page, db }) => {
  const { external_id: code } = await makeVno(db)
  const email = newAddress()
  await page.goto('/signup')
  await press(page, 'signup.ask')
  await expect(page.getByText(say('signup.check.vno_code'))).toBeVisible()
  await page.getByLabel(say('signup.vno_code')).fill(code.toLowerCase())
  await page.getByLabel(say('account.email')).fill(email)
  expect(await serious(page)).toEqual([])
  await press(page, 'signup.ask')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('signup.sent.title'))
  await expect(page.getByText(email)).toBeVisible()
  expect(await serious(page)).toEqual([])
  const accounts = 'select 1 from technical_account where email = $1'
  expect((await db.owner.query(accounts, [email])).rowCount).toBe(0)
  await page.goto(await linkFor(db, email))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('signup.confirmed'))
  await expect(page.getByLabel(say('account.email'))).toHaveValue(email)
  expect((await db.owner.query(accounts, [email])).rowCount).toBe(0)
  await page.getByLabel(say('account.name')).fill('Julio Mena')
  await page.getByLabel(say('password.choose')).fill(phrase)
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  expect(await serious(page)).toEqual([])
  await press(page, 'signup.ask')
  await expect(page).toHaveURL('/pendiente')
  await expect(page.getByText(say('pending.live'))).toBeVisible()
  expect(await serious(page)).toEqual([])
  // It cannot be bypassed.
  await page.goto('/tecnico')
  await expect(page).toHaveURL('/pendiente')
  await page.goto('/ayuda')
  await expect(page.getByLabel(say('support.subject'))).toBeVisible()
  await page.goto('/pendiente')
  await expect(page.getByText(say('pending.live'))).toBeVisible()
  const approve = 'update technical_account set status = 4, version = version + 1 where email = $1 returning user_id'
  const { rows } = await db.owner.query<{ user_id: number }>(approve, [email])
  await db.owner.query('update app_user set version = version + 1 where id = $1', [rows[0]?.user_id])
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page).toHaveURL('/tecnico')
})

test.describe('a suspended account', () => {
  test.use({ provoked: /status of 4\d\d/ })
  test('reads so when signing in, with a contact', async ({ page, db }) => {
    const { email } = await makeAdmin(db, { status: 3, passwordHash: await hashPassword('una clave bien larga') })
    await page.goto('/login')
    await signIn(page, email, 'una clave bien larga')
    await expect(page.getByText(say('suspended.person'))).toBeVisible()
    await page.getByRole('link', { name: say('help.link') }).click()
    await page.getByText(say('help.case.suspended')).click()
    await expect(page.getByText(say('help.case.suspended.text'))).toBeVisible()
  })
})

test.describe('mandatory agreements', () => {
  test.use({ provoked: /status of 403/ })
  test('block until accepted, and return to the requested page', async ({ page, db, enter }) => {
    const account = await makeAdmin(db)
    await db.owner.query('delete from agreement_acceptance where user_id = $1', [account.user_id])
    await enter(account)
    await page.goto('/vno/ctos?q=VAL')
    await expect(page).toHaveURL(/\/agreements\?/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('agreements.due.title'))
    const first = await main(page).getByRole('heading', { level: 2 }).innerText()
    expect(await serious(page)).toEqual([])
    await press(page, 'agreements.accept')
    await expect(main(page).getByRole('heading', { level: 2 })).not.toHaveText(first)
    await press(page, 'agreements.accept')
    await expect(page).toHaveURL('/vno/ctos?q=VAL')
    await expect(page.getByRole('grid')).toBeVisible()
    await page.goto('/agreements')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('agreements.title'))
    await expect(main(page).getByText(first)).toBeVisible()
  })
})

test.describe('a forgotten password', () => {
  test.use({ provoked: /status of 4(22|09|10)/ })
  test('is changed with the newest code from the mail; older codes and weak passwords are reported', async ({
    page,
    db,
  }) => {
    const passwordHash = await hashPassword('una clave bien larga')
    const { email } = await makeAdmin(db, { passwordHash })
    const ask = async (address: string) => {
      await page.getByLabel(say('account.email')).fill(address)
      await press(page, 'reset.send')
    }
    await page.clock.install()
    await page.goto('/password-reset/new')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('reset.late.title'))
    await page.goto('/login')
    await page.getByRole('link', { name: say('login.forgotten') }).click()
    await ask('ana')
    await expect(page.getByText(say('account.check.email'))).toBeVisible()
    await ask('nadie@prueba.test')
    await expect(page.getByText(say('reset.verify.lead_to', { email: 'nadie@prueba.test' }))).toBeVisible()
    await page.getByRole('link', { name: say('reset.other_address') }).click()
    await ask(email)
    await expect(page).toHaveURL('/password-reset/verify')
    const first = await codeFor(db, email)
    await page.clock.runFor(31_000)
    await press(page, 'reset.resend')
    await expect(page.getByText(say('reset.resent'))).toBeVisible()
    const code = await codeFor(db, email, first)
    const field = page.getByLabel(say('reset.code'))
    await field.fill(first)
    await expect(page.getByRole('alert')).toHaveText(say('problem.RESET_CODE_INVALID'))
    // As pasted with surrounding characters from the mail.
    await field.fill(` ${code.slice(0, 4)} ${code.slice(4)}.`)
    await expect(page).toHaveURL('/password-reset/new')
    const fresh = page.getByLabel(say('password.new'))
    await fresh.fill('corta')
    await press(page, 'reset.new.yes')
    await expect(page.getByText(say('validation.password_short'))).toBeVisible()
    await fresh.fill(phrase)
    await press(page, 'reset.new.yes')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('reset.done.title'))
    await page.goto('/login')
    await signIn(page, email, phrase)
    await expect(page).toHaveURL('/vno')
  })
})
