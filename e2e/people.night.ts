/** People: invited, active, suspended; a role created, assigned and edited concurrently. */
import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { makeAdmin } from '../server/test/factories.ts'
import { serious } from './axe.ts'
import { expect, expectToast, test, type Owner } from './fixtures.ts'
import { nodes, openList, panel } from './list-page.ts'
import { press, say } from './text.ts'
import { answerOf } from './wire.ts'

const pwd = 'una clave bien larga y rara'
/** The operator of `admin@norte.test`. */
const first = { id: 1, name: '', external_id: '' }
const word = () => randomUUID().slice(0, 8)

/** A call with the session of the page, with any answer. */
async function ask({ request }: Page, path: string, query: object): Promise<{ status: number; body: string }> {
  const answer = await answerOf(request, path, query)
  return { status: answer.status(), body: await answer.text() }
}

/** Signs up by the mailed link, and accepts the agreements. */
async function signUp(page: Page, db: Owner, who: { name: string; email: string }): Promise<void> {
  const joined = await ask(page, 'account/signup', { ...who, pwd, invitation_token: await tokenOf(db, who.email) })
  expect(joined.status, joined.body).toBe(200)
  const { body } = await ask(page, 'agreements/get', {})
  const { records } = JSON.parse(body) as { records: { id: number; version: number }[] }
  for (const { id, version } of records) {
    const accepted = await ask(page, 'account/agreements/accept', { id, version })
    expect(accepted.status, accepted.body).toBe(200)
  }
}

/** The token of the newest link sent to an address. */
async function tokenOf(db: Owner, email: string): Promise<string> {
  let token: string | undefined
  await expect(async () => {
    const { rows } = await db.owner.query<{ body: string }>(
      'select body from mail where recipient = $1 order by id desc limit 1',
      [email],
    )
    token = /[?&]token=([\w-]+)/.exec(rows[0]?.body ?? '')?.[1]
    expect(token, `a link was sent to ${email}`).toBeDefined()
  }).toPass({ timeout: 120_000 })
  return token ?? ''
}

/** A role of the first operator, created by call. */
async function makeRole(page: Page, privileges: object): Promise<{ id: number; name: string }> {
  const name = `Rol ${word()}`
  const { status, body } = await ask(page, 'admin_vno/roles/create', { name, base: 'vno', privileges })
  expect(status, body).toBe(200)
  return (JSON.parse(body) as { record: { id: number; name: string } }).record
}

const cell = (page: Page, area: string, action: string) =>
  page.getByRole('grid', { name: say('roles.matrix') }).getByRole('checkbox', {
    name: `${say(`privilege.area.${area}`)}: ${say(`privilege.action.${action}`)}`,
    exact: true,
  })

test.describe('a technician', () => {
  test.use({ provoked: /401|409|422/ })

  test('is invited, signs up, works; a suspension refuses the next request', async ({ page, enter, another, db }) => {
    const email = `tec.${word()}@norte.test`
    await enter('admin@norte.test')
    await openList(page, '/vno/tecnicos')
    await page.getByRole('button', { name: say('people.technical.new') }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: say('people.new.yes') }).click()
    await expect(form.getByText(say('people.wrong.name'))).toBeVisible()
    await form.getByLabel('Nombre').fill('Zulema Vidal Ruiz')
    await form.getByLabel('Correo electrónico').fill(email)
    await form.getByLabel(/^NIF/).fill('12345678A')
    await form.getByLabel(/^Teléfono/).fill('600 11 22 33')
    await form.getByRole('button', { name: say('people.new.yes') }).click()
    await expect(form.getByText(say('people.wrong.tax_id'))).toBeVisible()
    await form.getByLabel(/^NIF/).fill('12345678Z')
    await form.getByRole('button', { name: say('people.new.yes') }).click()
    await expect(panel(page).getByRole('heading', { level: 2, name: 'Zulema Vidal Ruiz' })).toBeVisible()
    await expect(panel(page).getByText(say('status.account.created'))).toBeVisible()

    const his = await (await another()).newPage()
    await signUp(his, db, { name: 'Zulema Vidal', email })
    expect((await ask(his, 'admin_vno/ports/get', { limit: 1 })).status).toBe(200)

    await page.reload()
    await expect(panel(page).getByText(say('status.account.active'))).toBeVisible()
    await panel(page)
      .getByRole('link', { name: say('people.open') })
      .click()
    await expect(page.getByRole('region', { name: say('people.signed') }).getByRole('listitem')).toHaveCount(1)
    await expect(page.getByRole('region', { name: say('people.figures', { count: 30 }) })).toContainText(/\d/)
    await page.getByRole('button', { name: say('people.more') }).click()
    await page.getByRole('menuitem', { name: say('people.act.suspend'), exact: true }).click()
    const reason = page.getByRole('dialog')
    await expect(reason.getByText(say('people.act.suspend.sentence'))).toBeVisible()
    await reason.getByLabel(say('reason.label')).fill('Ha perdido el móvil')
    await reason.getByRole('button', { name: say('people.act.suspend'), exact: true }).click()
    await expect(reason).toBeHidden()
    await expect(page.getByText('Ha perdido el móvil')).toBeVisible()
    expect((await ask(his, 'admin_vno/ports/get', { limit: 1 })).status).toBe(401)
    await page.getByRole('button', { name: say('people.act.reactivate') }).click()
    await expect(page.getByText(say('status.account.active'))).toBeVisible()
    expect(await serious(page)).toEqual([])
  })
})

test('a role is built, given, and felt in the menu and on the wire', async ({ page, enter, another, db }) => {
  await enter('admin@norte.test')
  await openList(page, '/vno/roles')
  await page.getByRole('button', { name: say('roles.new') }).click()
  const name = `Solo cajas ${word()}`
  await page.getByRole('dialog').getByLabel('Nombre').fill(name)
  await press(page.getByRole('dialog'), 'roles.create')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await cell(page, 'cto', 'view').click()
  await cell(page, 'event', 'create').click()
  await expect(cell(page, 'event', 'view')).toBeChecked()
  // With the keyboard: down one row, and the privilege there is removed again.
  await cell(page, 'event', 'view').focus()
  await page.keyboard.press('ArrowDown')
  await expect(cell(page, 'eventFinalization', 'view')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText(say('roles.sum_other', { what: '+4' }))).toBeVisible()
  await page.keyboard.press('Space')
  await expect(page.getByText(say('roles.sum_other', { what: '+3' }))).toBeVisible()
  expect(await nodes(page)).toBeLessThanOrEqual(800)
  expect(await serious(page)).toEqual([])
  await page.getByRole('button', { name: say('people.save') }).click()
  await expectToast(page, say('roles.saved'))

  const email = `nuevo.${word()}@norte.test`
  const role_id = Number(page.url().split('/').at(-1))
  const made = await ask(page, 'admin_vno/admins/create', { name: 'Inés Mora', email, role_id })
  expect(made.status, made.body).toBe(200)
  await page.reload()
  const who = page.getByRole('region', { name: say('roles.who') })
  await expect(who.getByRole('link', { name: 'Inés Mora' })).toBeVisible()

  const hers = await (await another()).newPage()
  await signUp(hers, db, { name: 'Inés Mora', email })
  expect((await ask(hers, 'admin_vno/ctos/get', { limit: 1 })).status).toBe(200)
  expect((await ask(hers, 'admin_vno/events/get', { limit: 1 })).status).toBe(200)
  await hers.goto('/vno/ctos')
  const menu = hers.getByRole('navigation', { name: say('menu.label') })
  await expect(menu.getByRole('link', { name: say('menu.ctos'), exact: true })).toBeVisible()
  await expect(menu.getByRole('link', { name: say('menu.ports'), exact: true })).toBeHidden()
  await expect(menu.getByRole('link', { name: say('menu.people'), exact: true })).toBeHidden()
})

test.describe('a role', () => {
  test.use({ provoked: /403|409/ })

  test('that two change at once: the second sees the difference, and chooses', async ({
    page,
    enter,
    db,
    elsewhere,
  }) => {
    await enter('admin@norte.test')
    const { id } = await makeRole(page, { cto: { privs: { cto_view: true } } })
    const other = await elsewhere(await makeAdmin(db, { vno: first }))
    for (const one of [page, other]) {
      await one.goto(`/vno/roles/${id}`)
      await expect(cell(one, 'cto', 'view')).toBeChecked()
    }
    await cell(page, 'event', 'view').click()
    await cell(other, 'port', 'view').click()
    await other.getByRole('button', { name: say('people.save') }).click()
    await expectToast(other, say('roles.saved'))
    await expect(page.getByText(say('roles.warn.newer'))).toBeVisible()
    // Unsaved input survives the page, with the version that it is based on.
    await page.reload()
    await expect(cell(page, 'event', 'view')).toBeChecked()
    await page.getByRole('button', { name: say('people.save') }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { name: say('form.conflict.title') })).toBeVisible()
    const row = dialog.getByRole('row', { name: say('roles.granted') })
    await expect(row.getByRole('cell').nth(0)).toHaveText('Intervenciones, ver')
    await expect(row.getByRole('cell').nth(1)).toHaveText('Puertos, ver')
    // Back to editing: no input is lost, and nothing is decided.
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(cell(page, 'event', 'view')).toBeChecked()
    await page.getByRole('button', { name: say('people.save') }).click()
    await dialog.getByRole('button', { name: say('form.conflict.take') }).click()
    await expect(cell(page, 'port', 'view')).toBeChecked()
    await expect(cell(page, 'event', 'view')).not.toBeChecked()
    await cell(page, 'event', 'view').click()
    await page.getByRole('button', { name: say('people.save') }).click()
    await expectToast(page, say('roles.saved'))
    const { rows } = await db.owner.query<{ port: string; event: string }>(
      `select privileges #>> '{port,privs,port_view}' as port, privileges #>> '{event,privs,event_view}' as event from role where id = $1`,
      [id],
    )
    expect(rows[0]).toEqual({ port: 'true', event: 'true' })
  })

  test('contains no privilege that its editor lacks', async ({ page, enter, db }) => {
    const own = { 'role-admin-vno': { privs: { 'role-admin-vno_view': true, 'role-admin-vno_edit': true } } }
    const privileges = { ...own, cto: { privs: { cto_view: true } } }
    await enter('admin@norte.test')
    const { id } = await makeRole(page, {})
    await enter(await makeAdmin(db, { vno: first, privileges }))
    await page.goto(`/vno/roles/${id}`)
    const barred = cell(page, 'event', 'view')
    await expect(barred).toHaveAttribute('aria-disabled', 'true')
    await barred.press('Space')
    await expect(barred).not.toBeChecked()
    await expect(page.getByText(say('roles.bar.lacking'))).toBeVisible()
    await cell(page, 'cto', 'view').click()
    await page.getByRole('button', { name: say('people.save') }).click()
    await expectToast(page, say('roles.saved'))
    const wanted = { event: { privs: { event_view: true } } }
    const refused = await ask(page, 'admin_vno/roles/edit', { id, privileges: wanted })
    expect([refused.status, refused.body.includes('PRIVILEGE_ESCALATION')]).toEqual([403, true])
  })
})

test('without a mail server the neutral operator copies an invitation’s link', async ({ page, enter, db, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter('operador@hilo.test')
  await page.goto('/vno')
  const email = `${word()}@prueba.test`
  const { rows: roles } = await db.owner.query<{ id: number }>(
    "select id from role where key = 'technician' and system",
  )
  const asked = { email, role_id: roles[0]?.id, vno_id: 1, kind: 'technician' }
  const { status, body } = await ask(page, 'admin_vno/invitations/send', asked)
  expect(status, body).toBe(200)

  await page
    .getByRole('navigation', { name: say('menu.label') })
    .getByRole('link', { name: say('menu.people') })
    .click()
  await page.getByRole('link', { name: say('list.mail.title') }).click()
  await page.getByRole('row').filter({ hasText: email }).click()
  const link = `${new URL(page.url()).origin}/signup?token=${await tokenOf(db, email)}`
  await expect(panel(page)).toContainText(link)
  expect(await serious(page)).toEqual([])
  await press(panel(page), 'mail.copy')
  await expectToast(page, say('mail.copied'))
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
})

test('a privilege without effect is not offered, and labelled so', async ({ page, enter, db }) => {
  await enter('operador@hilo.test')
  const { rows } = await db.owner.query<{ id: number }>("select id from role where key = 'admin' and system")
  await page.goto(`/vno/roles/${rows[0]?.id}`)
  await expect(cell(page, 'event', 'view')).toBeChecked()
  await page.getByRole('searchbox', { name: say('roles.find') }).fill(say('privilege.area.port'))
  await expect(cell(page, 'port', 'view')).toBeChecked()
  const ports = cell(page, 'port', 'view').locator('xpath=ancestor::tr')
  // One sign for what cannot be given; pointing at it says why.
  const unused = ports.getByTitle(say('roles.bar.unused'))
  await expect(unused).toHaveCount(2)
  await expect(unused.first()).toHaveText('–')
  await expect(ports.locator('td:empty')).toHaveCount(0)
  await unused.first().hover()
  await expect(page.getByRole('status').filter({ hasText: say('roles.bar.unused') })).toBeVisible()
  expect(await serious(page)).toEqual([])
})
