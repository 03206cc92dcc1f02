/** The own account, help, and new versions. */
import type { Page } from '@playwright/test'
import { hashPassword } from '../server/auth/passwords.ts'
import { makeAdmin, makeTechnician } from '../server/test/factories.ts'
import { serious } from './axe.ts'
import { newAddress, phrase } from './entry.ts'
import { expect, expectToast, test } from './fixtures.ts'
import { press, say } from './text.ts'

const main = (page: Page) => page.getByRole('main')

/** One pixel. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test.describe('one’s own data', () => {
  test.use({ provoked: /status of 4(09|22)/ })
  test('are edited; another tab’s change shows beside, the password asked if needed', async ({ page, db, enter }) => {
    const account = await makeAdmin(db, { passwordHash: await hashPassword('una clave bien larga') })
    await enter(account)
    await page.goto('/vno/perfil')
    const name = page.getByLabel(say('account.name'))
    await expect(name).toHaveValue(account.name)
    expect(await serious(page)).toEqual([])
    await db.owner.query(`update app_user set name = 'Nombre de otra pestaña', version = version + 1 where id = $1`, [
      account.user_id,
    ])
    await name.fill('Nombre mío')
    await press(page, 'profile.save')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Nombre de otra pestaña')).toBeVisible()
    await dialog.getByRole('button', { name: say('form.conflict.keep') }).click()
    await expect(page.getByRole('button', { name: 'Tu cuenta: Nombre mío' })).toBeVisible()
    await page.getByLabel(say('account.email')).fill(newAddress())
    await page.getByLabel(say('password.current')).first().fill('no es esta')
    await press(page, 'profile.save')
    await expect(page.getByText(say('validation.password_wrong'))).toBeVisible()
    await press(page, 'form.reset')
    await page.getByLabel(say('password.current')).fill('una clave bien larga')
    await page.getByLabel(say('password.new')).fill(phrase)
    await press(page, 'profile.password.change')
    await expectToast(page, say('profile.password.changed'))
    // A version raised without a change of data is no conflict.
    await page.getByLabel(say('account.phone')).fill('600 112 233')
    await press(page, 'profile.save')
    await expectToast(page, say('profile.saved'))
    // The session continues with its new token.
    await page.reload()
    await expect(page.getByLabel(say('account.name'))).toHaveValue('Nombre mío')
  })

  test('another address counts once the code that was sent to it is written down', async ({ page, db, enter }) => {
    const account = await makeAdmin(db, { passwordHash: await hashPassword('una clave bien larga') })
    await enter(account)
    await page.goto('/vno/perfil')
    const wanted = newAddress()
    await page.getByLabel(say('account.email')).fill(wanted)
    await page.getByLabel(say('password.current')).first().fill('una clave bien larga')
    await press(page, 'profile.save')
    const pending = page.getByRole('form', { name: say('profile.pending.title') })
    await expect(pending.getByText(wanted)).toBeVisible()
    await expect(page.getByLabel(say('account.email'))).toHaveValue(account.email)
    expect(await serious(page)).toEqual([])
    await pending.getByLabel(say('reset.code')).fill('00000000')
    await press(page, 'profile.pending.yes')
    await expect(pending.getByText(say('validation.email_code'))).toBeVisible()
    const text = `select body from mail where recipient = $1 and kind = 'email_code'`
    let code = ''
    await expect(async () => {
      const { rows } = await db.owner.query<{ body: string | null }>(text, [wanted])
      code = /\b\d{8}\b/.exec(rows[0]?.body ?? '')?.[0] ?? ''
      expect(code).not.toBe('')
    }).toPass({ timeout: 120_000 })
    await pending.getByLabel(say('reset.code')).fill(code)
    await press(page, 'profile.pending.yes')
    await expectToast(page, say('profile.pending.done'))
    await expect(page.getByLabel(say('account.email'))).toHaveValue(wanted)
    await expect(pending).toHaveCount(0)
  })

  test('a picture is framed, seen and taken away', async ({ page, db, enter }) => {
    await enter(await makeAdmin(db))
    await page.goto('/vno/perfil')
    const file = { name: 'yo.svg', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') }
    await page.getByLabel(say('profile.picture.choose')).setInputFiles(file)
    await page.getByLabel(say('crop.zoom')).fill('2')
    await press(page, 'crop.keep')
    await expectToast(page, say('profile.picture.saved'))
    await expect(
      main(page).getByRole('img', { includeHidden: true }).or(main(page).locator('img')).first(),
    ).toBeVisible()
    await press(page, 'profile.picture.remove')
    await expect(page.getByRole('button', { name: say('profile.picture.add') })).toBeVisible()
  })

  test('are exported, and erased after a typed confirmation', async ({ page, db, enter }) => {
    const account = await makeTechnician(db, { passwordHash: await hashPassword('una clave bien larga') })
    await enter(account)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/tecnico/perfil')
    const download = page.waitForEvent('download')
    await press(page, 'profile.export.save')
    expect((await download).suggestedFilename()).toMatch(/^hilo-mis-datos-\d{4}-\d\d-\d\d\.json$/)
    await press(page, 'profile.delete.open')
    const dialog = page.getByRole('dialog')
    const word = say('profile.delete.word')
    await dialog.getByRole('button', { name: say('profile.delete.yes') }).click()
    await expect(dialog.getByText(say('profile.delete.check', { word }))).toBeVisible()
    await dialog.getByLabel(say('profile.delete.type', { word })).fill('borrar')
    await dialog.getByLabel(say('password.current')).fill('una clave bien larga')
    await dialog.getByRole('button', { name: say('profile.delete.yes') }).click()
    await expect(page).toHaveURL('/login')
    const { rows } = await db.owner.query<{ name: string; email: string | null }>(
      'select name, email from app_user where id = $1',
      [account.user_id],
    )
    expect(rows[0]?.name).not.toBe(account.name)
    expect(rows[0]?.email).not.toBe(account.email)
  })
})

test('a support message is sent, and listed afterwards', async ({ page, db, enter }) => {
  await enter(await makeAdmin(db))
  await page.goto('/vno/soporte')
  await page.getByLabel(say('support.subject')).fill('La caja no abre')
  await press(page, 'support.send')
  await expect(page.getByText(say('support.check.message'))).toBeVisible()
  await page.getByLabel(say('support.message')).fill('Desde ayer la llave no entra.')
  expect(await serious(page)).toEqual([])
  await press(page, 'support.send')
  await expect(page.getByText(say('support.sent'))).toBeVisible()
  await expect(page.getByRole('group').filter({ hasText: 'La caja no abre' })).toBeVisible()
})

const release = (over: object) => ({
  valid: true,
  latest: '1.0.20',
  mandatory: false,
  store_url: null,
  notes: null,
  ...over,
})

test('a new version can be postponed, and never interrupts typing', async ({ page, enter }) => {
  await page.route('**/version/is_valid.json', (route) => route.fulfill({ json: release({}) }))
  await enter('gestor@norte.test')
  await page.goto('/vno/soporte')
  const alert = page.getByRole('alertdialog', { name: say('update.new.title') })
  await expect(alert).toBeVisible()
  await page.getByLabel(say('support.subject')).fill('Algo')
  await expect(alert).toBeHidden()
  await page.getByLabel(say('support.subject')).fill('')
  await expect(alert).toBeVisible()
  await alert.getByRole('button', { name: say('update.later') }).click()
  await expect(alert).toBeHidden()
  await page.reload()
  await expect(page.getByLabel(say('support.subject'))).toBeVisible()
  await expect(alert).toBeHidden()
})

test('a mandatory version cannot be postponed: neither by Escape nor by a click outside', async ({ page, enter }) => {
  await page.route('**/version/is_valid.json', (route) =>
    route.fulfill({ json: release({ valid: false, mandatory: true }) }),
  )
  await enter('gestor@norte.test')
  await page.goto('/vno/perfil')
  const dialog = page.getByRole('dialog', { name: say('update.required.title') })
  await expect(dialog).toBeVisible()
  for (let press = 0; press < 3; press++) await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button')).toHaveCount(1)
  const loaded = page.waitForEvent('load')
  await dialog.getByRole('button', { name: say('update.now') }).click()
  await loaded
})

test.describe('leaving in one tab', () => {
  // A call that is on its way may be answered after the session has ended.
  test.use({ provoked: /status of 401/ })
  test('leaves in the other', async ({ page, context, db, enter }) => {
    await enter(await makeAdmin(db))
    const other = await context.newPage()
    // The last call of its menu: a pending one would be refused when the person leaves.
    const counted = other.waitForResponse('**/orders/get.json')
    await other.goto('/vno/soporte')
    await expect(other.getByLabel(say('support.subject'))).toBeVisible()
    await counted
    // This one is interrupted while counting.
    const counting = page.waitForRequest('**/events/get.json')
    await page.goto('/vno/perfil')
    await counting
    await page.getByRole('button', { name: /^Tu cuenta: / }).click()
    await page.getByRole('menuitem', { name: 'Salir' }).click()
    await expect(page).toHaveURL('/login')
    await expect(other).toHaveURL('/login')
  })
})
