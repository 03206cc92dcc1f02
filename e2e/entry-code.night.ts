/** The page where a printed code is typed: what the code is for, and where it leads. */
import type { Page } from '@playwright/test'
import { makeEntryCode } from '../server/auth/entry-code.ts'
import { makeAdmin, makeTechnician, makeVno } from '../server/test/factories.ts'
import { serious } from './axe.ts'
import { invite, newAddress, phrase } from './entry.ts'
import { expect, type Owner } from './fixtures.ts'
import { answerIssuer, test as base } from './foreign-server.ts'
import { bare, lasting, useOwn, type Own } from './own-server.ts'
import { press, say } from './text.ts'

const test = base.extend<object, { own: Own }>({
  own: [({ db }, use) => useOwn(db, use, { env: bare }), lasting],
})

// One worker for the file, so that its servers start once.
test.describe.configure({ mode: 'default' })

/** Errors of the issuer's own pages are ignored; refused codes and sign-ins are provoked. */
test.use({ provoked: /console: .*(fonts\.|Content Security Policy|ERR_|status of 4(03|09|29))/ })

const field = (page: Page) => page.getByLabel(say('code.code'))
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function type(page: Page, code: string): Promise<void> {
  await field(page).fill(code)
  await press(page, 'code.go')
}

const linkOf = async (db: Owner, userId: number) => {
  const { rows } = await db.owner.query<{ sub: string }>('select sub from user_identity where user_id = $1', [userId])
  return rows.map(({ sub }) => sub)
}

test.describe('with a foreign issuer', () => {
  test.beforeEach(({ page }) => page.route(/fonts\.(googleapis|gstatic)/, (route) => route.abort()))

  test('a typed code shows its person; entry by the company account', async ({ page, another, foreign }) => {
    const vno = await makeVno(foreign)
    const person = await makeTechnician(foreign, { vno, name: 'Marta Ruiz' })
    const code = await makeEntryCode(foreign.owner, 'link', person.user_id)
    await page.goto(`${foreign.address}/login`)
    await page.getByRole('link', { name: say('login.code') }).click()
    await expect(field(page)).toBeFocused()
    expect(await serious(page)).toEqual([])
    await field(page).pressSequentially(code.toLowerCase().replaceAll('-', ' '))
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(say('code.link'))
    await expect(heading(page)).toBeFocused()
    const main = page.getByRole('main')
    await expect(main).toContainText('a la cuenta de Hilo de Marta Ruiz')
    await expect(main.getByText(vno.name, { exact: true })).toBeVisible()
    expect(await serious(page)).toEqual([])
    expect(page.url(), 'the code is not in the address').toBe(`${foreign.address}/codigo`)
    await page.reload()
    await expect(field(page)).toHaveValue('')
    await type(page, `  ${code}\n`)
    await press(page, 'code.again')
    await expect(field(page)).toBeFocused()
    await type(page, code)
    await press(page, 'login.enter_company')
    await answerIssuer(page, foreign, 'marta')
    await expect(page).toHaveURL(`${foreign.address}/tecnico`)
    expect(await linkOf(foreign, person.user_id)).toEqual(['marta'])
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(code)
    const stranger = await (await another()).newPage()
    await stranger.goto(`${foreign.address}/codigo`)
    await type(stranger, code)
    await expect(stranger.getByRole('alert').filter({ hasText: say('code.used') })).toBeVisible()
    await expect(field(stranger)).toHaveValue(code)
  })

  test('a code that was typed is not sent with a later sign-in without one', async ({ page, foreign }) => {
    const person = await makeTechnician(foreign)
    await page.goto(`${foreign.address}/codigo`)
    await type(page, await makeEntryCode(foreign.owner, 'link', person.user_id))
    await press(page, 'login.enter_company')
    await expect(page).toHaveURL((url) => url.origin === foreign.issuer)
    await page.goto(`${foreign.address}/login`)
    await press(page, 'login.enter_company')
    await answerIssuer(page, foreign, 'otra-persona')
    await expect(page.getByText(say('problem.ACCOUNT_NOT_LINKED'))).toBeVisible()
    expect(await linkOf(foreign, person.user_id)).toEqual([])
  })

  test('another person’s company account is refused in words, and the code stays', async ({ page, foreign }) => {
    const [person, known] = [await makeTechnician(foreign), await makeAdmin(foreign)]
    const linked = 'insert into user_identity (user_id, iss, sub) values ($1, $2, $3)'
    await foreign.owner.query(linked, [known.user_id, foreign.issuer, 'conocida'])
    const code = await makeEntryCode(foreign.owner, 'link', person.user_id)
    await page.goto(`${foreign.address}/codigo`)
    await type(page, code)
    await press(page, 'login.enter_company')
    await answerIssuer(page, foreign, 'conocida')
    await expect(page.getByText(say('code.identity_taken'))).toBeVisible()
    await press(page, 'login.other')
    await expect(page.locator('input[name=login]'), 'the issuer asks again who it is').toBeVisible()
    await page.goto(`${foreign.address}/codigo`)
    await type(page, code)
    await expect(heading(page)).toHaveText(say('code.link'))
  })

  test('the first administrator enters by the company account; sign-up names the page', async ({ page, foreign }) => {
    await page.goto(`${foreign.address}/signup`)
    await expect(page.getByText(say('signup.foreign'))).toBeVisible()
    await page.getByRole('link', { name: say('login.code') }).click()
    await type(page, await makeEntryCode(foreign.owner, 'first'))
    await expect(heading(page)).toHaveText(say('code.first'))
    await expect(page.getByLabel(say('password.choose'))).toHaveCount(0)
    await press(page, 'login.enter_company')
    await answerIssuer(page, foreign, 'jefa')
    await expect(page).toHaveURL(`${foreign.address}/vno`)
  })
})

test.describe('with own passwords', () => {
  test('the first administrator mistypes the code, types it, and signs up', async ({ page, own }) => {
    const code = await makeEntryCode(own.owner, 'first')
    await page.goto(`${own.address}/login`)
    await page.getByRole('link', { name: say('login.code') }).click()
    await type(page, 'ABC')
    await expect(page.getByText(say('code.check'))).toBeVisible()
    const wrong = 'ABCDE-FGHJK-MNPQR-STVWX'
    await type(page, wrong)
    await expect(page.getByRole('alert').filter({ hasText: say('code.wrong') })).toBeVisible()
    await expect(field(page)).toHaveValue(wrong)
    expect(await serious(page)).toEqual([])
    await type(page, code)
    await expect(heading(page)).toHaveText(say('code.first'))
    expect(await serious(page)).toEqual([])
    await page.getByLabel(say('account.name')).fill('Elena Sanz')
    await page.getByLabel(say('account.email')).fill(newAddress())
    await page.getByLabel(say('password.choose')).fill(phrase)
    await press(page, 'signup.create')
    await expect(page).toHaveURL(`${own.address}/vno`)
    await expect(page.getByRole('button', { name: 'Tu cuenta: Elena Sanz' })).toBeVisible()
  })

  test('the token of an invitation, or its whole link, opens the invitation', async ({ page, own }) => {
    const vno = await makeVno(own)
    const { token, email } = await invite(own, vno)
    for (const typed of [token, `${own.address}/signup?token=${token}`]) {
      await page.goto(`${own.address}/codigo`)
      await type(page, typed)
      await expect(heading(page)).toHaveText(say('signup.invited', { operator: vno.name }))
      await expect(page.getByLabel(say('account.email'))).toHaveValue(email)
    }
  })

  test('needless codes for company accounts and codes of a suspended person are explained', async ({ page, own }) => {
    const person = await makeTechnician(own)
    await page.goto(`${own.address}/codigo`)
    await type(page, await makeEntryCode(own.owner, 'link', person.user_id))
    await expect(heading(page)).toHaveText(say('code.needless'))
    await expect(page.getByText(say('code.needless.lead'))).toBeVisible()
    expect(await serious(page)).toEqual([])
    await page.getByRole('link', { name: say('login.back') }).click()
    await expect(page).toHaveURL(`${own.address}/login`)
    const suspended = await makeTechnician(own, { status: 3 })
    await page.goto(`${own.address}/codigo`)
    await type(page, await makeEntryCode(own.owner, 'link', suspended.user_id))
    await expect(page.getByRole('main').getByText(say('suspended.person'))).toBeVisible()
  })
})
