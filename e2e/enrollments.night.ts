/** Labels to verify, files of enrolments, and loaded tables. */
import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { check } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { grid, panel, settled } from './list-page.ts'
import { root } from './place.ts'
import { say } from './text.ts'
import { call } from './wire.ts'

const file = (name: string, ...rows: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([...rows, ''].join('\r\n')),
})
const chooser = (page: Page) => page.locator('input[type=file]')
const shownId = (page: Page) => Number(new URL(page.url()).searchParams.get('id'))
const queue = (page: Page) => page.getByRole('heading', { level: 1, name: say('verify.title') })

/** Opens the queue and waits for its first picture. */
async function openQueue(page: Page): Promise<void> {
  await page.goto('/vno/verificacion')
  await expect(
    page
      .getByRole('region', { name: say('verify.picture') })
      .locator('img')
      .first(),
  ).toBeVisible()
}

/** Decides with the keyboard, and waits for the next label. */
async function decide(page: Page, ...keys: string[]): Promise<void> {
  const place = page.getByText(/^1 de \d+ por decidir$/)
  const before = await place.innerText()
  for (const key of keys) await page.keyboard.press(key)
  await expect(place).not.toHaveText(before)
}

/** Approves with the keyboard; without a matching label or picture the dialog asks for a reason. */
async function approve(page: Page): Promise<void> {
  const place = page.getByText(/^1 de \d+ por decidir$/)
  const before = await place.innerText()
  await page.keyboard.press('a')
  if (await page.getByRole('dialog').isVisible()) {
    await page.keyboard.type('Comprobada por teléfono')
    for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
  }
  await expect(place).not.toHaveText(before)
}

test('twenty labels verified by keyboard, one undone: each reaches the server', async ({ page, enter, db }) => {
  await enter('admin@sur.test')
  await page.clock.install()
  const states = async () => {
    const { rows } = await db.owner.query<{ state: string; count: number }>(
      `select case when repeat_asked_at is not null then 'repetir' else verification_state end as state, count(*)::int as count
       from enrollment where vno_id = 2 group by 1`,
    )
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
  }
  const before = await states()
  await openQueue(page)
  const total = before['pendiente'] ?? 0
  expect(total).toBeGreaterThanOrEqual(20)
  // As in the menu, those that a technician has to repeat are counted too.
  await expect(queue(page)).toContainText(String(total + (before['repetir'] ?? 0)))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('+')
  await expect(page.getByLabel(say('verify.picture.zoom'))).toHaveText(/1[1-9]\d\s%/)
  for (let turn = 0; turn < 17; turn++) await approve(page)
  await decide(page, 'r', '2', 'Enter')
  await decide(page, 'p', 'Enter')
  // A decision can be undone for some seconds, which do not pass.
  await page.clock.pauseAt(Date.now() + 60_000)
  await approve(page)
  await page.keyboard.press('z')
  await expect(page.getByText(`1 de ${total - 19}`)).toBeVisible()
  await page.clock.resume()
  await approve(page)
  // Leaving the page sends the pending decision.
  await page.getByRole('link', { name: say('verify.all') }).click()
  await expect.poll(states).toEqual({
    ...before,
    pendiente: total - 20,
    verificada: (before['verificada'] ?? 0) + 18,
    rechazada: (before['rechazada'] ?? 0) + 1,
    repetir: (before['repetir'] ?? 0) + 1,
  })
})

test('a label decided by another person is reported, and the queue goes on', async ({ page, enter, db, elsewhere }) => {
  await enter('admin@norte.test')
  await openQueue(page)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => shownId(page)).toBeGreaterThan(0)
  const id = shownId(page)
  const other = await elsewhere('operador@hilo.test')
  const query = { enrollment_id: id, decision: 'rechazada', reason: 'La foto no es de esta caja' }
  await call(other.request, 'admin_vno/enrollments/verify', query)
  await expect(page.getByRole('alert').filter({ hasText: 'rechazada' })).toBeVisible()
  await page.keyboard.press('a')
  const { rows } = await db.owner.query('select verification_state from enrollment where id = $1', [id])
  expect(rows).toEqual([{ verification_state: 'rechazada' }])
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => shownId(page)).not.toBe(id)
  await page.goto(`/vno/matriculaciones/${id}`)
  await expect(page.getByText(query.reason)).toBeVisible()
})

test('a file of enrolments with bad rows reports each by line and sentence', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await page.goto('/vno/peticiones-api')
  await settled(page)
  await page.getByRole('button', { name: say('apirequest.upload') }).click()
  const dialog = page.getByRole('dialog')
  await chooser(page).setInputFiles({ name: 'informe.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  await expect(dialog.getByRole('alert')).toContainText('informe.pdf no se puede cargar aquí')
  await chooser(page).setInputFiles(
    file(
      'matriculas.csv',
      'tipo;acción;cto;puerto;etiqueta',
      '2;Z;28079-VAL01-0312-07;1;D28-9900001-1',
      '2;A;CTO-NINGUNA;1;D28-9900002-2',
    ),
  )
  await dialog.getByRole('button', { name: say('apirequest.send'), exact: true }).click()
  const rows = dialog.getByRole('row')
  await expect(rows).toHaveCount(3, { timeout: 120_000 })
  await expect(rows.nth(1)).toContainText(/2.*«acción»: «Z» no es ninguno de los valores/)
  await expect(rows.nth(2)).toContainText(/3.*No hay ninguna CTO con ese código/)
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: say('load.results.save') }).click()
  const results = await saved
  expect(results.suggestedFilename()).toMatch(/resultado\.csv$/)
  const table = await readFile(await results.path(), 'utf8')
  expect(table).toMatch(
    /^\uFEFFFila;Resultado;Qué\spasa;cto;puerto;etiqueta\r\n2;Con\serror;.*«acción»:\s«Z»\sno\ses\sninguno/,
  )
  await dialog.getByRole('button', { name: say('list.close') }).click()
  // The list hears of the file by itself.
  await expect(async () => {
    await settled(page)
    await grid(page).locator('[role=row][data-index="0"]').click()
    await expect(panel(page).getByRole('row')).toHaveCount(3, { timeout: 5000 })
  }).toPass({ timeout: 120_000 })
})

test('a file whose pictures do not fit names each of them, and marks the rows without one', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await page.goto('/vno/peticiones-api')
  const dialog = page.getByRole('dialog')
  const upload = async () => {
    await page.getByRole('button', { name: say('apirequest.upload') }).click()
    await chooser(page).setInputFiles(join(root, 'server', 'test', 'cases', 'z-fotos-que-no-casan.zip'))
    await dialog.getByRole('button', { name: say('apirequest.send'), exact: true }).click()
  }
  await upload()
  const unused = dialog.getByRole('region', { name: '3 fotografías no se han guardado' })
  await expect(unused.getByRole('listitem')).toHaveText([
    /-2 \(1\)\.png»/,
    /-3\.heic».*JPEG, PNG o WebP/,
    /-4_etiqueta\.png»/,
  ])
  await dialog.getByText(say('load.show.warned'), { exact: true }).click()
  const rows = dialog.getByRole('row')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(1)).toContainText('¿Es «fotos/D28-9900002-2 (1).png»?')
  await check(page, 'pictures that do not fit', () => expect(unused).toBeVisible())
  await page.setViewportSize({ width: 390, height: 844 })
  await upload()
  const choices = dialog.getByRole('group', { name: say('load.show'), exact: true })
  expect(await choices.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
})

test('a table is previewed, loaded, loaded again; an unreadable one gets a remedy', async ({ page, enter, db }) => {
  await enter('admin@norte.test')
  await page.goto('/vno/configuracion/cargas?carga=ordenes')
  const { rows } = await db.owner.query<{ code: string }>(
    'select code from cto where ports_free > 1 order by id limit 1',
  )
  const cto = rows[0]?.code ?? ''
  const orders = async () =>
    (await db.owner.query(`select 1 from service_order where external_order_id like 'E2E-CARGA-%'`)).rowCount
  const template = page.waitForEvent('download')
  await page.getByRole('button', { name: say('load.template') }).click()
  expect((await template).suggestedFilename()).toBe(`${say('load.template.orders')}.csv`)
  await chooser(page).setInputFiles(file('red.geojson', '{}'))
  await expect(page.getByRole('alert')).toContainText(say('loads.kinds.table'))
  const table = file(
    'ordenes.csv',
    'número de orden;tipo;cto;producto',
    `E2E-CARGA-1;alta;${cto};FTTH-600`,
    `E2E-CARGA-2;alta;${cto};FTTH-300`,
    `E2E-CARGA-3;mudanza;${cto};FTTH-300`,
  )
  await chooser(page).setInputFiles(table)
  await expect(page.getByRole('table').first().getByRole('row').nth(1)).toContainText(
    '«tipo»: «mudanza» no es ninguno de los valores',
  )
  expect(await orders()).toBe(0)
  await page.getByRole('button', { name: 'Cargar 2 filas' }).click()
  await expect(page.getByText('2 filas cargadas.')).toBeVisible()
  expect(await orders()).toBe(2)
  await page.getByRole('button', { name: say('loads.again') }).click()
  await expect(page.getByText('2 filas se pueden cargar.')).toBeVisible()
  await page.getByRole('button', { name: say('load.show.ok') }).click()
  await expect(page.getByRole('table').first()).toContainText(say('load.code.UNCHANGED'))
  await page.getByRole('button', { name: 'Cargar 2 filas' }).click()
  await expect(page.getByText('2 filas cargadas.')).toBeVisible()
  expect(await orders()).toBe(2)
})

test('requests to finish and to cancel lead to their intervention', async ({ page, enter }) => {
  await enter('admin@norte.test')
  for (const route of ['finalizaciones', 'cancelaciones']) {
    await page.goto(`/vno/${route}?vista=todas`)
    await settled(page)
    const newest = grid(page).locator('[role=row][data-index="0"]')
    const code = await newest.getByRole('gridcell').first().innerText()
    await grid(page).getByRole('row').filter({ hasText: code }).first().click()
    await panel(page)
      .getByRole('link', { name: say('list.events.open') })
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(code)
  }
})

test('keyboard and screen reader have no serious obstacles', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await check(page, 'verificación', () => openQueue(page))
  await check(page, 'cargas', async () => {
    await page.goto('/vno/configuracion/cargas')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})
