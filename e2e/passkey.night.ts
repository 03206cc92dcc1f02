/** The second factor in a real browser, with Chromium's virtual authenticator. */
import type { CDPSession, Page } from '@playwright/test'
import { hashPassword } from '../server/auth/passwords.ts'
import { makeAdmin, makeOperator, makeSession, type Account } from '../server/test/factories.ts'
import { serious } from './axe.ts'
import { phrase } from './entry.ts'
import { expect, expectToast, test as base, signIn, signOut, useShared, type Served } from './fixtures.ts'
import { bare, lasting, useOwn } from './own-server.ts'
import { press, say } from './text.ts'

const test = base.extend<object, { db: Served }>({
  db: [({}, use) => useShared((shared) => useOwn(shared, use, { env: bare, host: 'localhost' })), lasting],
})

/** A platform authenticator that verifies the person, unless `refuses`. */
class Authenticator {
  readonly #client: CDPSession
  readonly #id: string

  constructor(client: CDPSession, id: string) {
    this.#client = client
    this.#id = id
  }

  static async plugIn(page: Page): Promise<Authenticator> {
    const client = await page.context().newCDPSession(page)
    await client.send('WebAuthn.enable')
    const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    return new Authenticator(client, authenticatorId)
  }

  async refuses(refused: boolean): Promise<void> {
    await this.#client.send('WebAuthn.setUserVerified', { authenticatorId: this.#id, isUserVerified: !refused })
  }

  async count(): Promise<number> {
    const { credentials } = await this.#client.send('WebAuthn.getCredentials', { authenticatorId: this.#id })
    return credentials.length
  }
}

const person = async (db: Served, make: typeof makeAdmin = makeAdmin): Promise<Account> =>
  make(db, { passwordHash: await hashPassword(phrase) })
const named = (page: Page, name: string) => page.getByRole('paragraph').filter({ hasText: new RegExp(`^${name}$`) })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' })

async function enter(page: Page, { email }: Account): Promise<void> {
  await page.goto('/login')
  await signIn(page, email, phrase)
  await expect(page).toHaveURL('/vno')
}

/** Registers a passkey on its page; returns the recovery codes. */
async function make(page: Page, name: string): Promise<string[]> {
  await page.getByLabel(say('issuer.passkey.name')).fill(name)
  await press(page, 'issuer.passkey.new.make')
  const list = page.getByRole('list', { name: say('issuer.codes.title') })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  const codes = await list.getByRole('listitem').allInnerTexts()
  await press(page, 'issuer.codes.kept')
  return codes
}

/** From the profile, through a new sign-in, back to the profile. */
async function enroll(page: Page, account: Account, name = 'Portátil'): Promise<string[]> {
  await page.goto('/vno/perfil')
  await page.getByRole('link', { name: say('profile.passkeys.add'), exact: true }).click()
  await page.getByLabel('Correo electrónico').fill(account.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(phrase)
  await press(page, 'issuer.enter')
  const codes = await make(page, name)
  await expect(page).toHaveURL('/vno/perfil')
  return codes
}

test.describe('a passkey', () => {
  test.use({ provoked: /status of 4(01|22)/ })

  test('is registered from the profile, asked for at the next sign-in, renamed and removed', async ({ page, db }) => {
    await Authenticator.plugIn(page)
    const account = await person(db)
    await enter(page, account)
    await enroll(page, account)
    await expect(named(page, 'Portátil')).toBeVisible()
    await expect(page.getByText('Te quedan 10 códigos de recuperación.')).toBeVisible()
    expect(await serious(page)).toEqual([])

    await signOut(page)
    await signIn(page, account.email, phrase)
    await expect(page.getByRole('heading', { name: say('issuer.passkey.title') })).toBeVisible()
    expect(await serious(page)).toEqual([])
    await press(page, 'issuer.passkey.use')
    await expect(menu(page)).toBeVisible()

    await page.goto('/vno/perfil')
    await page.getByRole('button', { name: 'Cambiar el nombre Portátil' }).click()
    await page.getByRole('dialog').getByLabel(say('profile.passkeys.name')).fill('Portátil de casa')
    await press(page.getByRole('dialog'), 'profile.save')
    await expect(named(page, 'Portátil de casa')).toBeVisible()
    await page.getByRole('button', { name: 'Borrar Portátil de casa' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(say('password.current')).fill('no es esta clave')
    await dialog.getByRole('button', { name: say('profile.passkeys.remove') }).click()
    await expect(dialog.getByText(say('validation.password_wrong'))).toBeVisible()
    await dialog.getByLabel(say('password.current')).fill(phrase)
    await dialog.getByRole('button', { name: say('profile.passkeys.remove') }).click()
    await expect(page.getByText(say('profile.passkeys.none'))).toBeVisible()
  })

  test('opens without the password', async ({ page, db }) => {
    await Authenticator.plugIn(page)
    const account = await person(db)
    await enter(page, account)
    await enroll(page, account)
    await signOut(page)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByRole('link', { name: say('issuer.passkey.instead') }).click()
    await press(page, 'issuer.passkey.use')
    await expect(page.getByRole('button', { name: `Tu cuenta: ${account.name}` })).toBeVisible()
  })

  test('that is refused, cancelled or lost: another try, the password again, a recovery code', async ({ page, db }) => {
    const authenticator = await Authenticator.plugIn(page)
    const account = await person(db)
    await enter(page, account)
    const codes = await enroll(page, account)
    await signOut(page)
    await authenticator.refuses(true)
    await signIn(page, account.email, phrase)
    await press(page, 'issuer.passkey.use')
    await expect(page.getByRole('alert')).toHaveText(say('issuer.passkey.stopped'))
    await press(page, 'issuer.passkey.cancel')
    await page.getByLabel('Correo electrónico').fill(account.email)
    await page.getByLabel('Contraseña', { exact: true }).fill(phrase)
    await press(page, 'issuer.enter')
    await page.getByText(say('issuer.passkey.lost')).click()
    const code = page.getByLabel(say('issuer.passkey.code'))
    await code.fill('AAAAA-AAAAA-AAAAA')
    await press(page, 'issuer.passkey.code.use')
    await expect(page.getByRole('alert')).toHaveText(say('issuer.passkey.fault.code'))
    await code.fill((codes[0] ?? '').toLowerCase())
    await press(page, 'issuer.passkey.code.use')
    await expect(page.getByRole('heading', { name: say('issuer.passkey.new.title') })).toBeVisible()
    await press(page, 'issuer.passkey.new.later')
    await expect(menu(page)).toBeVisible()
    await page.goto('/vno/perfil')
    await expect(page.getByText('Te quedan 9 códigos de recuperación.')).toBeVisible()
  })
})

test.describe('a passkey that the neutral operator demands', () => {
  test.use({ provoked: /status of 40[13]/ })

  test('blocks a session, leads to the registration, and returns', async ({ page, another, db }) => {
    const authenticator = await Authenticator.plugIn(page)
    const account = await person(db)
    await enter(page, account)
    const neutral = await another()
    const session = await makeSession(db, await makeOperator(db))
    const cookie = {
      name: 'hilo_session',
      value: session.token,
      url: db.address,
      httpOnly: true,
      sameSite: 'Lax' as const,
    }
    await neutral.addCookies([cookie])
    const settings = await neutral.newPage()
    await settings.goto('/vno/configuracion/seguridad')
    await settings.getByLabel(say('settings.option.operator_admins')).check()
    expect(await serious(settings)).toEqual([])
    await press(settings, 'settings.save')
    await expectToast(settings, say('settings.saved'))

    await page.goto('/vno/puertos')
    await expect(page).toHaveURL('/llave-de-acceso?return_to_url=%2Fvno%2Fpuertos')
    expect(await serious(page)).toEqual([])
    await page.getByRole('link', { name: say('passkey_due.start') }).click()
    await page.getByLabel('Correo electrónico').fill(account.email)
    await page.getByLabel('Contraseña', { exact: true }).fill(phrase)
    await press(page, 'issuer.enter')
    await expect(page.getByRole('button', { name: say('issuer.passkey.new.later') })).toBeHidden()
    expect(await serious(page)).toEqual([])
    await make(page, 'Portátil')
    await expect(page).toHaveURL('/vno/puertos')
    await expect(page.getByRole('heading', { level: 1, name: /^Puertos/ })).toBeVisible()
    expect(await authenticator.count()).toBe(1)
    await db.owner.query('delete from setting')
  })
})

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('no page overflows horizontally', async ({ page, db }) => {
    await Authenticator.plugIn(page)
    const account = await person(db)
    const fits = async () => {
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide).toBeLessThanOrEqual(390)
    }
    await enter(page, account)
    await page.goto('/vno/perfil')
    await expect(page.getByRole('heading', { name: say('profile.passkeys') })).toBeVisible()
    await fits()
    await page.getByRole('link', { name: say('profile.passkeys.add'), exact: true }).click()
    await page.getByLabel('Correo electrónico').fill(account.email)
    await page.getByLabel('Contraseña', { exact: true }).fill(phrase)
    await press(page, 'issuer.enter')
    await expect(page.getByLabel(say('issuer.passkey.name'))).toBeVisible()
    await fits()
    await press(page, 'issuer.passkey.new.make')
    await expect(page.getByRole('list', { name: say('issuer.codes.title') })).toBeVisible()
    await fits()
    await press(page, 'issuer.codes.kept')
    await expect(page).toHaveURL('/vno/perfil')
  })
})
