/** Accesses at the desk: diagnosis, and every action on them. */
import type { Page } from '@playwright/test'
import { check } from './axe.ts'
import { expect, heading, test } from './field.ts'
import { panel } from './list-page.ts'
import { press, say } from './text.ts'

// One server for all tests, in sequence.
test.describe.configure({ mode: 'default' })
// A second diagnosis within the minute is refused, and shows the first result.
test.use({ viewport: { width: 1440, height: 900 }, provoked: /status of (?:409|422|429|503)/ })

test.beforeEach(async ({ field, enter }) => {
  // The box's own technician.
  expect(field.box.own.length).toBeGreaterThan(1)
  await enter('admin@norte.test')
})

const verdict = (page: Page) => page.getByRole('status', { name: say('diagnosis.verdict') })
const dialog = (page: Page) => page.getByRole('dialog')

/** Searches a code and chooses the result. */
async function pick(page: Page, label: string, code: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(code)
  await page.getByRole('option', { name: code }).click()
}

test('a healthy line: found by its code, fourteen tests, one diagnosis within the minute', async ({ page, field }) => {
  const code = field.box.accesses[field.box.own[0] ?? 0] ?? ''
  await page.goto('/vno/diagnostico')
  await pick(page, say('diagnosis.find'), code)
  await expect(verdict(page)).toContainText(say('diagnosis.verdict.OK'))
  await expect(page).toHaveURL(new RegExp(`acceso=${code}`))
  await expect(page.getByText(say('diagnosis.count.success_other', { count: 14 }))).toBeVisible()
  const again = page.getByRole('button', { name: /^Repetir en / })
  await expect(again).toHaveAttribute('aria-disabled', 'true')
  await page.reload()
  await expect(verdict(page)).toContainText(say('diagnosis.verdict.OK'))
  await expect(again).toBeVisible()
})

test('a page that opens while the line is being diagnosed waits for the result', async ({ page, field }) => {
  const access = field.box.accesses[field.box.own[0] ?? 0] ?? ''
  let refused = 0
  // As the server answers until the running diagnosis ends.
  await page.route('**/ont/diagnosticoAcceso.json', async (route) => {
    if (refused++ > 0) return await route.continue()
    const body = { error: 'RATE_LIMITED', result: 'RATE_LIMITED', msg: 'RATE_LIMITED', record: null }
    await route.fulfill({ status: 429, json: body })
  })
  await page.goto(`/vno/diagnostico?acceso=${access}`)
  await expect(verdict(page)).toContainText(say('diagnosis.verdict.OK'))
  expect(refused).toBeGreaterThan(1)
})

test('a cut line: where it is cut, and the intervention that mends it', async ({ page, field }) => {
  const port = field.box.own[1] ?? 0
  await field.act({ action: 'unplug', port })
  await page.goto(`/vno/diagnostico?acceso=${field.box.accesses[port]}`)
  await expect(verdict(page)).toContainText(say('diagnosis.verdict.CORTE_ACOMETIDA'))
  const path = page.getByRole('list', { name: say('path.title') })
  await expect(path.getByRole('listitem').filter({ hasText: say('path.end.drop') })).toContainText(say('path.drop'))
  await press(page, 'fault.open')
  await press(dialog(page), 'fault.open')
  await expect(page).toHaveURL(/\/vno\/intervenciones\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('INT-')
})

test('an ONT is restarted with a reason, and one without light is not', async ({ page, field }) => {
  const [good = 0, dark = 0] = field.box.own
  await page.goto(`/vno/diagnostico?acceso=${field.box.accesses[good]}`)
  await press(page, 'restart.act')
  const yes = dialog(page).getByRole('button', { name: say('restart.act') })
  await yes.click()
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await dialog(page).getByRole('textbox').fill('Navega lento')
  await yes.click()
  const resets = page.getByRole('region', { name: say('list.resets.title') })
  await expect(resets).toContainText(say('restart.waiting'))
  await expect(async () => {
    // Slowly: a restart that is not seen within five minutes has failed.
    await field.pass(20)
    await expect(resets).toContainText(say('choice.reset_state.confirmado'), { timeout: 10_000 })
  }).toPass({ timeout: 240_000 })

  await field.act({ action: 'unplug', port: dark })
  await page.goto('/vno/accesos')
  await page.getByRole('searchbox').fill(field.box.accesses[dark] ?? '')
  // The heading and one row, so that the row does not move when it is clicked.
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2)
  await page.getByRole('gridcell', { name: field.box.accesses[dark] ?? '' }).click()
  await panel(page)
    .getByRole('link', { name: say('access.open') })
    .click()
  await press(page, 'restart.act')
  await dialog(page).getByRole('textbox').fill('Prueba sin luz')
  await yes.click()
  await expect(dialog(page)).toContainText(say('problem.ONT_SIN_LUZ'))
})

test('a home: inquired by its point, a port reserved and released', async ({ page, db }) => {
  const { rows } = await db.owner.query<{ code: string; lat: number; lon: number }>(
    `select code, lat::float8 as lat, lon::float8 as lon from cto where state = 1 and ports_free > 2 and conditions::text = '[]'
       and removed_at is null and code like '28079-%' order by id limit 1`,
  )
  const place = rows[0] ?? { code: '', lat: 0, lon: 0 }
  await page.goto('/vno/factibilidad')
  await press(page, 'feasibility.by.point')
  await page.getByLabel(say('feasibility.lat')).fill('cuarenta')
  await press(page, 'feasibility.check')
  await expect(page.getByText(say('feasibility.lat.wrong'))).toBeVisible()
  // No coordinates needed: the map starts at a box of the street, and a click moves the point.
  await page.getByRole('combobox', { name: say('feasibility.near') }).fill(place.code)
  await page.getByRole('option', { name: place.code }).click()
  await expect(page.getByLabel(say('feasibility.lat'))).toHaveValue(String(place.lat).replace('.', ','))
  const map = page.getByRole('application')
  const around = page.getByRole('list', { name: say('map.near.boxes') }).getByRole('listitem')
  await expect(around.filter({ hasText: `${place.code.split('-').slice(1).join('-')},` })).toHaveCount(1)
  await expect(map).toHaveAttribute('aria-busy', 'false', { timeout: 120_000 })
  await map.click({ position: { x: 150, y: 90 } })
  await expect(page.getByLabel(say('feasibility.lat'))).not.toHaveValue(String(place.lat).replace('.', ','))
  await press(page, 'feasibility.check')
  await expect(page.getByRole('heading', { name: say('choice.feasibility_result.factible') })).toBeVisible()
  await page
    .getByRole('button', { name: new RegExp(`^${say('feasibility.reserve')}`) })
    .first()
    .click()
  const kept = page.getByRole('region', { name: say('feasibility.kept') })
  await expect(kept.getByRole('timer')).toBeVisible()
  await kept.getByRole('button', { name: say('feasibility.release') }).click()
  await press(dialog(page), 'feasibility.release')
  await expect(kept).toHaveCount(0)
})

test('a customer is ceased: a reason first, then the outcome for port and drop', async ({ page, field }) => {
  const code = field.box.accesses[field.box.own[0] ?? 0] ?? ''
  await page.goto('/vno/bajas')
  await press(page, 'unsubscription.new')
  await pick(page, say('access.field'), code)
  const yes = dialog(page).getByRole('button', { name: say('unsubscription.act') })
  await expect(dialog(page)).toContainText(say('unsubscription.means.kept'))
  await yes.click()
  await expect(dialog(page)).toContainText(say('unsubscription.reasonMissing'))
  await page
    .getByLabel(say('column.unsubscriptions.reason'))
    .selectOption({ label: say('reason.unsubscription.traslado') })
  await page.getByRole('switch', { name: say('unsubscription.retire') }).check()
  await expect(dialog(page)).toContainText(say('unsubscription.means.retired'))
  await yes.click()
  await expect(panel(page)).toContainText(code)
  await expect(panel(page)).toContainText(say('unsubscription.drop.retire'))
})

test('another ONT: an invalid serial is refused at once, another customer’s on submit', async ({ page, field, db }) => {
  const [mine = 0, other = 0] = field.box.own
  const { rows } = await db.owner.query<{ ont_serial: string }>('select ont_serial from access where code = $1', [
    field.box.accesses[other],
  ])
  await page.goto('/vno/cambio-equipo')
  await press(page, 'device.new')
  await pick(page, say('access.field'), field.box.accesses[mine] ?? '')
  const serial = page.getByLabel(say('column.deviceModifications.new_serial'))
  for (const [typed, said] of [
    ['XXXX', say('device.serial.maker', { maker: 'XXXX' })],
    ['HWTC1G', say('device.serial.digits', { sign: 'G' })],
    ['HWTC1A2B3C4D5', say('device.serial.long_one', { count: 1 })],
  ] as const) {
    await serial.fill(typed)
    await expect(page.getByText(said)).toBeVisible()
  }
  const yes = dialog(page).getByRole('button', { name: say('device.yes') })
  await serial.fill(rows[0]?.ont_serial ?? '')
  await yes.click()
  await expect(page.getByText(say('device.serial.taken'))).toBeVisible()
  await serial.fill('zteg 0a1b-2c3d')
  await yes.click()
  await expect(panel(page)).toContainText('ZTEG0A1B2C3D')
  await expect(panel(page)).toContainText(say('choice.ont_change_state.en_curso'))
})

test('every screen is accessible', async ({ page, field }) => {
  const code = field.box.accesses[field.box.own[0] ?? 0] ?? ''
  const screens: [string, () => Promise<void>][] = [
    ['diagnosis', () => expect(verdict(page)).toBeVisible()],
    ['feasibility', () => expect(heading(page, say('menu.feasibility'))).toBeVisible()],
  ]
  const paths: Record<string, string> = {
    diagnosis: `/vno/diagnostico?acceso=${code}`,
    feasibility: '/vno/factibilidad',
  }
  for (const [name, ready] of screens)
    await check(page, name, async () => {
      await page.goto(paths[name] ?? '')
      await ready()
    })
})
