/** Orders as their operator plans them: dragged, moved with the keys, given in bulk; many accesses asked for; a cut answered. */
import type { Locator, Page } from '@playwright/test'
import { check } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { nodes, openList, rows } from './list-page.ts'
import { say } from './text.ts'
import { call } from './wire.ts'

interface Made {
  id: number
  code: string
  version: number
}
type Asked = { records: { id: number; name: string; code: string; [field: string]: unknown }[]; record: Made }

/** The same question, put to the server directly. */
const ask = (page: Page, path: string, query: object) => call<Asked>(page.request, `admin_vno/${path}`, query)

const zone = 'Europe/Madrid'
/** A day from today on, as the address of the agenda says it. */
const dayAfter = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(Date.now() + days * 86_400_000)
/** An hour of that day by the clock of Madrid, in winter and in summer. */
function at(day: string, hour: number): string {
  const wall = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
  const shown = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(wall)
  return new Date(wall - ((Number(shown) - hour + 24) % 24) * 3_600_000).toISOString()
}

/** Days on which nothing is planned, so that the tests do not meet each other or the demonstration. */
const quiet = { drag: 21, keys: 22, taken: 23, bulk: 24, share: 25 }

/** An order of a line in service, for the evening of a day. */
async function makeOrder(page: Page, day: string, turn: number): Promise<Made> {
  const { records } = await ask(page, 'accesses/get', { filter: { state: 'activo' }, limit: 40 })
  const access_id = records[turn]?.id
  const appointment = { from: at(day, 17), to: at(day, 19) }
  const { record } = await ask(page, 'orders/create', { kind: 'averia', access_id, appointment })
  return record
}

async function openAgenda(page: Page, day: string): Promise<void> {
  await page.goto(`/vno/agenda?dia=${day}`)
  await expect(page.locator('[data-lane]').first()).toBeVisible()
}

const order = (page: Page, { id }: Made): Locator => page.locator(`[data-order="${id}"]`)
const lane = (page: Page, index: number): Locator => page.locator('[data-lane]').nth(index)
const track = (page: Page, index: number): Locator => lane(page, index).locator('[data-spot="lane"]')
const note = (page: Page): Locator =>
  page.getByRole('status').filter({ has: page.getByRole('button', { name: say('agenda.undo') }) })

/** Takes an order up with the mouse and carries it to a part of an element, without letting go. */
async function carry(page: Page, from: Locator, to: Locator, part: number): Promise<void> {
  await from.scrollIntoViewIfNeeded()
  const start = await from.boundingBox()
  const end = await to.boundingBox()
  if (!start || !end) throw new Error('nothing to carry, or nowhere to carry it')
  await page.mouse.move(start.x + 12, start.y + 12)
  await page.mouse.down()
  await page.mouse.move(start.x + 40, start.y + 20, { steps: 3 })
  await page.mouse.move(end.x + end.width * part, end.y + 16, { steps: 5 })
}

test('an order is dragged to a technician, then to another hour, and everything can be undone', async ({
  page,
  enter,
}) => {
  await enter('admin@norte.test')
  const day = dayAfter(quiet.drag)
  const made = await makeOrder(page, day, 0)
  await openAgenda(page, day)
  expect(await nodes(page)).toBeLessThanOrEqual(800)

  await carry(page, order(page, made), lane(page, 2).locator('[data-spot="keep"]'), 0.5)
  await page.mouse.up()
  await expect(note(page)).toContainText(made.code)
  await expect(lane(page, 2).locator(`[data-order="${made.id}"]`)).toHaveAccessibleName(/5:00 a 7:00/)

  await carry(page, order(page, made), track(page, 1), 0.1)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(lane(page, 2).locator(`[data-order="${made.id}"]`)).toBeVisible()

  await carry(page, order(page, made), track(page, 1), 0.1)
  await expect(page.getByText(/El cliente aceptó de 5:00 a 7:00/).first()).toBeVisible()
  await page.mouse.up()
  await expect(note(page)).toContainText(/El cliente aceptó de 5:00 a 7:00/)
  await expect(lane(page, 1).locator(`[data-order="${made.id}"]`)).toHaveAttribute('data-warned', 'true')

  await note(page)
    .getByRole('button', { name: say('agenda.undo') })
    .click()
  await expect(lane(page, 2).locator(`[data-order="${made.id}"]`)).toBeVisible()
  await carry(page, order(page, made), page.getByRole('complementary', { name: say('agenda.tray') }), 0.5)
  await page.mouse.up()
  await expect(note(page)).toContainText(say('agenda.freed', { code: made.code }))
  await check(page, 'the agenda', () => openAgenda(page, day))
})

test('the keys do the same, say where an order would land and what would clash', async ({ page, enter }) => {
  await enter('admin@norte.test')
  const day = dayAfter(quiet.keys)
  const [one, other] = [await makeOrder(page, day, 1), await makeOrder(page, day, 2)]
  await openAgenda(page, day)
  const said = page.locator('[aria-live="assertive"]')
  for (const made of [one, other]) {
    await order(page, made).focus()
    await page.keyboard.press(' ')
    await page.keyboard.press('ArrowDown')
    await expect(said).toContainText(made.code)
    if (made === other) await expect(said).toContainText(say('order.conflict.overlap', { order: one.code }))
    await page.keyboard.press('Enter')
    await expect(lane(page, 1).locator(`[data-order="${made.id}"]`)).toBeFocused()
    await expect(note(page)).toContainText(made.code)
  }
  await expect(order(page, one)).toHaveAttribute('data-warned', 'true')
  // Two hours earlier nobody clashes with anybody, but the customer had agreed to something else.
  await page.keyboard.press(' ')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(said).not.toContainText(say('order.conflict.overlap', { order: one.code }))
  await page.keyboard.press('Enter')
  await expect(order(page, other)).toHaveAccessibleName(/3:00 a 5:00/)
  await page.keyboard.press(' ')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect(lane(page, 1).locator(`[data-order="${other.id}"]`)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`abierta=${other.id}`))
})

test.describe('somebody else was faster', () => {
  test.use({ provoked: /409/ })
  test('whoever lets go second is told who has the order now', async ({ page, enter, another }) => {
    await enter('admin@norte.test')
    const day = dayAfter(quiet.taken)
    const made = await makeOrder(page, day, 3)
    await openAgenda(page, day)
    const rival = await another()
    await enter('gestor@norte.test', rival)
    const theirs = await rival.newPage()
    await carry(page, order(page, made), track(page, 0), 0.6)
    const { records } = await ask(theirs, 'technicals/get', {
      filter: { status: 4 },
      limit: 50,
      sort: [['name', 'asc']],
    })
    const chosen = records.at(-1)
    await ask(theirs, 'orders/assign', { order_id: made.id, technical_id: chosen?.id })
    await page.mouse.up()
    const told = page.getByRole('alert')
    await expect(told).toContainText(say('agenda.refused', { code: made.code }))
    await expect(told).toContainText(chosen?.name ?? '?')
    const place = page.locator(`[data-lane="${chosen?.id}"] [data-order="${made.id}"]`)
    await expect(place).toBeAttached()
  })
})

test('several orders of the list go to one technician; one is cancelled, with its reason', async ({ page, enter }) => {
  await enter('admin@norte.test')
  const day = dayAfter(quiet.bulk)
  const made = [await makeOrder(page, day, 4), await makeOrder(page, day, 5)]
  await openList(page, '/vno/ordenes?vista=sinasignar')
  for (const { code } of made) await rows(page).filter({ hasText: code }).getByRole('checkbox').click()
  await page.getByRole('button', { name: say('order.bulk.assign') }).click()
  const dialog = page.getByRole('dialog', { name: say('order.assign.many_other', { count: 2 }) })
  await dialog.getByRole('button', { name: say('order.act.assign') }).click()
  await expect(dialog.getByRole('alert')).toHaveText(say('order.assign.missing'))
  await dialog.getByRole('radio').first().check()
  await dialog.getByRole('button', { name: say('order.act.assign') }).click()
  // Both are at the same hour: that is said, and waits to be read.
  await expect(page.getByRole('dialog')).toContainText('Coincide con la cita')
  await page.getByRole('button', { name: say('order.assign.understood') }).click()
  const { records } = await ask(page, 'orders/get', { filter: { id: made.map(({ id }) => id) } })
  expect(records.map(({ state }) => state)).toEqual(['asignada', 'asignada'])

  await page.goto(`/vno/ordenes/${made[0]?.id}`)
  await page.getByRole('button', { name: say('order.act.cancel') }).click()
  const asked = page.getByRole('dialog')
  await asked.getByRole('button', { name: say('order.act.cancel') }).click()
  await expect(asked.getByText(say('order.cancel.reasonMissing'))).toBeVisible()
  await asked.getByLabel(say('reason.label')).selectOption('cliente_desiste')
  await asked.getByRole('button', { name: say('order.act.cancel') }).click()
  await expect(page.getByText(say('reason.order_cancel.cliente_desiste'))).toBeVisible()
  await expect(page.getByRole('button', { name: say('order.act.cancel') })).toHaveCount(0)
})

test('a proposal shares out what waits, on a phone the sheet does the same', async ({ page, enter }) => {
  await enter('admin@norte.test')
  const day = dayAfter(quiet.share)
  const [made, second] = [await makeOrder(page, day, 6), await makeOrder(page, day, 7)]
  await openAgenda(page, day)
  await page.getByRole('checkbox', { name: say('agenda.choose', { code: made.code }) }).check()
  await page.getByRole('button', { name: say('agenda.share') }).click()
  const dialog = page.getByRole('dialog', { name: say('agenda.share.title') })
  await dialog.getByRole('button', { name: say('agenda.share.yes_one') }).click()
  await expect(page.locator(`[data-lane] [data-order="${made.id}"]`)).toBeAttached()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('heading', { name: say('agenda.tray') }).click()
  await page.getByRole('button', { name: say('agenda.assign.of', { code: second.code }) }).click()
  const sheet = page.getByRole('dialog', { name: say('order.assign.title', { code: second.code }) })
  await sheet.getByRole('radio').nth(1).check()
  await sheet.getByRole('button', { name: say('order.act.assign') }).click()
  await expect(sheet).toHaveCount(0)
  const { records } = await ask(page, 'orders/get', { id: second.id })
  expect(records[0]?.['state']).toBe('asignada')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('five thousand accesses of a file end with their result, whoever looks', async ({ page, enter }) => {
  await enter('admin@sur.test')
  const { records } = await ask(page, 'accesses/get', { filter: { state: 'activo' }, limit: 2 })
  const [one, other] = records.map(({ code }) => code)
  const unknown = Array.from({ length: 4999 }, (_, n) => `AC99-${String(n).padStart(8, '0')}-0`)
  await page.goto('/vno/vecinos/masiva')
  const file = (lines: readonly string[]) => ({
    name: 'accesos.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`acceso\n${lines.join('\n')}\n`),
  })
  const chooser = page.locator('input[type="file"]')
  await chooser.setInputFiles({ ...file(['x']), name: 'accesos.pdf' })
  await expect(page.getByRole('alert')).toContainText('accesos.pdf')
  await chooser.setInputFiles(file([one ?? '', ...unknown]))
  await page.getByRole('button', { name: say('massive.ask') }).click()
  await expect(page).toHaveURL(/masiva\/\d+$/)
  // It goes on without anybody looking.
  await page.getByRole('link', { name: say('massive.back') }).click()
  await expect(page.getByText(say('massive.done', { done: '5.000', total: '5.000' }))).toBeVisible({ timeout: 30_000 })
  await page
    .getByRole('region', { name: say('massive.jobs') })
    .getByRole('link')
    .first()
    .click()
  await page.getByRole('button', { name: new RegExp(`^${say('massive.face.failed')}`) }).click()
  await expect(page).toHaveURL(/estado=failed/)
  await expect(page.getByText(say('massive.page', { from: '1', to: '30', total: '4.999' }))).toBeVisible()
  expect(await nodes(page)).toBeLessThanOrEqual(800)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: say('massive.download.csv') }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/)

  await page.goto('/vno/vecinos/masiva')
  await page.getByLabel(say('massive.paste')).fill(`${other}, ${other}\nAC99-00000000-0`)
  await page.getByRole('button', { name: say('massive.ask') }).click()
  const read = page.getByRole('region', { name: say('massive.now_one') })
  await expect(read).toContainText(other ?? '?')
  await expect(read).toContainText(say('massive.missing_one'))
})

test('the operator of a customer left without light answers, and the report prints without menus', async ({
  page,
  enter,
}) => {
  await enter('admin@norte.test')
  const { records } = await ask(page, 'events/cev/get', { filter: { role: 'victima', state: 'abierto' }, limit: 20 })
  const open = records.find(({ answer }) => answer === null)
  expect(open, 'the demonstration has an open case').toBeDefined()
  await page.goto(`/vno/vecinos/desconectados?vista=clientes&abierto=${open?.id}`)
  const panel = page.getByRole('complementary').filter({ has: page.getByRole('heading', { level: 2 }) })
  await expect(panel.getByText(/^Sin luz desde hace/)).toBeVisible()
  await panel.getByRole('button', { name: say('choice.case_answer.recibido') }).click()
  await expect(panel.getByText(say('cev.answered'))).toBeVisible()
  await expect(panel.getByRole('button', { name: say('choice.case_answer.recibido') })).toHaveCount(0)
  await panel.getByRole('button', { name: say('cev.answer') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(say('cev.action')).selectOption('pedir_reparacion')
  await dialog.getByLabel(new RegExp(`^${say('cev.comment')}`)).fill('Llevan sin servicio desde las ocho.')
  await dialog.getByRole('button', { name: say('cev.yes') }).click()
  await expect(panel.getByText('Llevan sin servicio desde las ocho.')).toBeVisible()

  await panel.getByRole('link', { name: say('event.report') }).click()
  await expect(page.getByRole('heading', { level: 1, name: say('report.title') })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(page.getByRole('button', { name: say('report.print') })).toBeHidden()
})
