/** The application shell: menu by privilege, search, light and dark, the page of a box. */
import { productVersion } from '../server/kernel/place.ts'
import { allows, type Privilege } from '@hilo/domain/privilege.ts'
import { makeAdmin } from '../server/test/factories.ts'
import { expect, expectToast, openSearch, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'
import { json } from './json.ts'
import { ask } from './list-page.ts'
import { say } from './text.ts'
import { quiet } from './quiet.ts'

const entries: [string, Privilege][] = [
  ['Intervenciones', 'event_view'],
  ['CTO', 'cto_view'],
  ['Puertos', 'port_view'],
]

for (const who of ['admin@norte.test', 'gestor@norte.test', 'operador@hilo.test'])
  test(`the menu of ${who} matches the privileges`, async ({ page, enter }) => {
    await enter(who)
    await page.goto('/vno')
    const menu = page.getByRole('navigation', { name: 'Menú principal' })
    await expect(menu.getByRole('link', { name: 'Inicio' })).toHaveAttribute('aria-current', 'page')
    const stored = await page.evaluate(() => localStorage.getItem('userInfo'))
    const info = json<Record<string, { privileges?: Parameters<typeof allows>[0] } | null>>(stored)
    const privileges = (info['vno_admin_account'] ?? info['admin_account'])?.privileges
    for (const [name, privilege] of entries)
      await expect(menu.getByRole('link', { name, exact: true })).toHaveCount(allows(privileges, privilege) ? 1 : 0)
  })

test.describe('screens outside the account’s privileges', () => {
  test.use({ provoked: /status of 403/ })
  test('are not in the menu, and a revoked one leaves it at the first refusal', async ({ page, db, enter }) => {
    const port = { privs: { port_view: true } }
    const account = await makeAdmin(db, {
      privileges: { port, hairChange: { privs: { hairChange_view: true } } },
    })
    await enter(account)
    // A page without background requests for the removed data.
    await page.goto('/vno/puertos')
    const menu = page.getByRole('navigation', { name: 'Menú principal' })
    await expect(menu.getByRole('link', { name: 'Puertos' })).toBeVisible()
    await expect(menu.getByRole('listitem')).toHaveCount(4)
    await quiet(page)
    // Background calls would be refused first and remove the entry before the click.
    const release = await holdRequests(page, '**/api/v1/**')
    await db.owner.query('update role set privileges = $2, version = version + 1 where id = $1', [
      account.role_id,
      { port },
    ])
    await menu.getByRole('link', { name: 'Cambios de pelo' }).click()
    release()
    await expect(page.getByRole('heading', { level: 1, name: say('app.denied.title') })).toBeVisible()
    await expect(menu.getByRole('listitem')).toHaveCount(3)
  })
})

test('the menu narrows and stays so', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await page.goto('/vno')
  await page.getByRole('button', { name: 'Encoger el menú' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Ensanchar el menú' })).toBeVisible()
})

test('Ctrl+K finds by code and goes there', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await page.goto('/vno')
  await expect(page.getByRole('navigation', { name: 'Menú principal' })).toBeVisible()
  const { records } = await ask(page, 'admin_vno/ctos/get', { limit: 1, sort: [['code', 'desc']] })
  const code = String(records[0]?.['code'])
  const box = await openSearch(page)
  await expect(box).toBeFocused()
  await box.fill(code)
  await expect(page.getByRole('option', { name: code }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/vno/ctos/${records[0]?.id}`)
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()
  await page.keyboard.press('Control+k')
  await box.fill('no-hay-nada-así')
  await expect(page.getByText('No hay nada con «no-hay-nada-así».')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()
})

test('an intervention and a port are found too', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await page.goto('/vno')
  await expect(page.getByRole('navigation', { name: 'Menú principal' })).toBeVisible()
  for (const [path, field, place] of [
    ['events', 'code', 'intervenciones'],
    ['ports', 'label', 'puertos'],
  ] as const) {
    const filter = path === 'events' ? { filter: { type: 1 } } : {}
    const { records } = await ask(page, `admin_vno/${path}/get`, { ...filter, limit: 1 })
    const code = String(records[0]?.[field])
    await (await openSearch(page)).fill(code)
    await page.getByRole('option', { name: code }).first().click()
    await expect(page).toHaveURL(`/vno/${place}/${records[0]?.id}`)
    await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()
  }
})

test('light and dark are chosen by hand and remembered', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await page.goto('/vno')
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await paper()
  await page.getByRole('button', { name: 'Ver en oscuro' }).click()
  await expect.poll(paper).not.toBe(light)
  const dark = await paper()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Ver en claro' })).toBeVisible()
  expect(await paper()).toBe(dark)
})

test('the page of a box draws it with every size there is', async ({ page, enter, db }) => {
  await enter('admin@norte.test')
  const { rows } = await db.owner.query<{ id: number; code: string; ports_total: number }>(
    'select distinct on (ports_total) id, code, ports_total from cto order by ports_total, id',
  )
  expect(rows.map(({ ports_total: total }) => total)).toEqual([4, 8, 16, 24, 32])
  for (const { id, code, ports_total: total } of rows) {
    await page.goto(`/vno/ctos/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()
    const box = page.getByRole('region', { name: 'Puertos de la caja' }).getByRole('listbox')
    await expect(box).toHaveAccessibleName(new RegExp(`^Caja .+, ${total} puertos: \\d+ `))
    const label = (await box.getAttribute('aria-label')) ?? ''
    const counted = [...(label.split(': ')[1] ?? '').matchAll(/\d+/g)].reduce((sum, [count]) => sum + Number(count), 0)
    expect(counted, label).toBe(total)
  }
})

test.describe('a record that is not there', () => {
  test('is answered like one of another operator', async ({ page, enter, db }) => {
    await enter('admin@norte.test')
    const { rows } = await db.owner.query<{ id: number }>(
      "select e.id from event e join vno v on v.id = e.vno_id where v.external_id = 'MAREA' and e.type = 1 limit 1",
    )
    const unknown = ['/vno/ctos/999999999', '/vno/intervenciones/999999999', `/vno/intervenciones/${rows[0]?.id}`]
    for (const path of [...unknown, '/vno/ctos/abc', '/vno/roles/0', '/vno/accesos/99999999999999999999']) {
      await page.goto(path)
      await expect(page.getByText('No existe o no está a tu alcance.')).toBeVisible()
    }
    await page.getByRole('link', { name: 'Ver la lista' }).click()
    await expect(page).toHaveURL(/\/vno\/accesos/)
  })
})

test('a screen without privileges, opened by address, says so', async ({ page, enter }) => {
  await enter('admin@norte.test')
  for (const path of ['/vno/ctos/nueva', '/vno/accesos/consulta', '/vno/administradores-red']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: say('app.denied.title') })).toBeVisible()
    await expect(page).toHaveTitle(`${say('app.denied.title')} · Hilo`)
  }
})

test.describe('a part that does not arrive', () => {
  test.use({ provoked: /ERR_INTERNET_DISCONNECTED|Failed to (?:load|fetch)/ })
  test('is reported, and the screen stays unchanged', async ({ page, context, enter }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await enter('admin@norte.test')
    await page.goto('/vno/puertos')
    const heading = page.getByRole('heading', { level: 1, name: /^Puertos/ })
    await expect(heading).toBeVisible()
    const more = page
      .getByRole('navigation', { name: say('menu.phone') })
      .getByRole('button', { name: say('menu.more') })
    await context.setOffline(true)
    await more.click()
    await expectToast(page, say('problem.UNAVAILABLE'))
    await expect(heading).toBeVisible()
    await context.setOffline(false)
    // The browser notices its network a moment later.
    await expect(async () => {
      await more.click()
      await expect(page.getByRole('dialog', { name: say('menu.more') })).toBeVisible({ timeout: 3000 })
    }).toPass()
  })
})

test.describe('a screen that does not arrive', () => {
  test.use({ provoked: /ERR_INTERNET_DISCONNECTED|Failed to (?:load|fetch)|a part of the application is missing/ })
  test('keeps menu and version, and opens by itself', async ({ page, context, enter }) => {
    await enter('admin@norte.test')
    await page.goto('/vno/puertos')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await context.setOffline(true)
    const menu = page.getByRole('navigation', { name: 'Menú principal' })
    await menu.getByRole('link', { name: 'Mapa' }).click()
    await expect(page.getByText(say('app.error.away'))).toBeVisible()
    await expect(page.getByRole('contentinfo')).toHaveText(productVersion)
    await menu.getByRole('link', { name: 'Puertos' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Puertos' })).toBeVisible()
    await menu.getByRole('link', { name: 'Mapa' }).click()
    await expect(page.getByText(say('app.error.away'))).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Mapa' })).toBeVisible()
  })
})
