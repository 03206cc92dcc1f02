/** Planning orders: drag and drop, keyboard, bulk assignment, proposal. */
import { technicalSkills } from '@hilo/domain/status.ts'
import { makeTechnician } from '../server/test/factories.ts'
import { check } from './axe.ts'
import { ask, carry, dayAfter, lane, makeOrder, note, openAgenda, order, track, type Made } from './agenda-page.ts'
import { expect, test } from './fixtures.ts'
import { nodes, openList, rows } from './list-page.ts'
import { press, say } from './text.ts'
import { call } from './wire.ts'

/** Days without other plans, so that tests do not interfere. */
const quiet = { drag: 21, keys: 22, taken: 23, bulk: 24, share: 25, past: 26, later: 27 }

test('an order is dragged to a technician, then to another time; all can be undone', async ({ page, enter }) => {
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
  const question = page.getByRole('dialog', { name: say('agenda.move.title', { code: made.code }) })
  await question.getByRole('button', { name: say('app.cancel') }).click()
  await expect(lane(page, 2).locator(`[data-order="${made.id}"]`)).toHaveAccessibleName(/5:00 a 7:00/)
  await carry(page, order(page, made), track(page, 1), 0.1)
  await page.mouse.up()
  await question.getByRole('button', { name: say('agenda.move.yes') }).click()
  await expect(note(page)).toContainText(/El cliente aceptó de 5:00 a 7:00/)
  await expect(lane(page, 1).locator(`[data-order="${made.id}"]`)).toHaveAttribute('data-warned', 'true')

  await press(note(page), 'agenda.undo')
  await expect(lane(page, 2).locator(`[data-order="${made.id}"]`)).toBeVisible()
  await carry(page, order(page, made), page.getByRole('complementary', { name: say('agenda.tray') }), 0.5)
  await page.mouse.up()
  await expect(note(page)).toContainText(say('agenda.freed', { code: made.code }))
  await check(page, 'the agenda', () => openAgenda(page, day))
})

test('the keyboard does the same, announcing targets and overlaps', async ({ page, enter }) => {
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
  // Two hours earlier there is no overlap, but the customer had agreed to another time.
  await page.keyboard.press(' ')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(said).not.toContainText(say('order.conflict.overlap', { order: one.code }))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: say('agenda.move.yes') }).click()
  await expect(order(page, other)).toHaveAccessibleName(/3:00 a 5:00/)
  await order(page, other).focus()
  await page.keyboard.press(' ')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect(lane(page, 1).locator(`[data-order="${other.id}"]`)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`abierta=${other.id}`))
})

test.describe('a concurrent assignment', () => {
  test.use({ provoked: /409/ })
  test('the later drop shows who has the order', async ({ page, enter, elsewhere }) => {
    await enter('admin@norte.test')
    const day = dayAfter(quiet.taken)
    const made = await makeOrder(page, day, 3)
    await openAgenda(page, day)
    const theirs = await elsewhere('gestor@norte.test')
    await carry(page, order(page, made), track(page, 0), 0.6)
    const { records } = await ask(theirs, 'technicals/get', {
      filter: { status: 4 },
      limit: 50,
      sort: [['name', 'asc']],
    })
    const chosen = records.at(-1)
    await ask(theirs, 'orders/assign', { order_id: made.id, technical_id: chosen?.id })
    await page.mouse.up()
    // The drop leaves the hours that the customer accepted.
    await page.getByRole('button', { name: say('agenda.move.yes') }).click()
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
  // Both are at the same time: the warning stays until it is read.
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

test('a visit is not dropped in the past, and Escape closes the panel of an order', async ({ page, enter }) => {
  await enter('admin@norte.test')
  const made = await makeOrder(page, dayAfter(quiet.past), 8)
  await openAgenda(page, dayAfter(-1))
  const tray = page.getByRole('complementary', { name: say('agenda.tray') })
  await tray.getByRole('searchbox').fill(made.code)
  await carry(page, order(page, made), track(page, 1), 0.3)
  await expect(page.getByText(say('order.conflict.past')).first()).toBeVisible()
  await page.mouse.up()
  await expect(page.getByText(say('agenda.past'))).toBeVisible()
  const { records } = await ask(page, 'orders/get', { id: made.id })
  expect(records[0]?.['state']).toBe('recibida')

  await order(page, made).click()
  await expect(page).toHaveURL(new RegExp(`abierta=${made.id}`))
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/abierta=/)
})

test.describe('a proposal', () => {
  test.use({ provoked: /409/ })
  test('distributes pending orders, takes back unchanged ones; on phones by the sheet', async ({ page, enter, db }) => {
    await enter('admin@norte.test')
    const day = dayAfter(quiet.share)
    const [made, second] = [await makeOrder(page, day, 6), await makeOrder(page, day, 7)]
    // For each order a technician of its box's zone, with every skill and a valid PRL course.
    const technicianFor = async ({ id }: Made) => {
      const able = await makeTechnician(db, { vno: { id: 1, name: '', external_id: '' } })
      await db.owner.query(
        `update technical_account set skills = $3, prl_valid_until = '2099-12-31', zones = (
           select array[left(c.code, 5)] from service_order o join cto c on c.id = o.cto_id where o.id = $2)
         where id = $1`,
        [able.id, id, [...technicalSkills]],
      )
      return able
    }
    const [able, other] = [await technicianFor(made), await technicianFor(second)]
    const later = await makeOrder(page, dayAfter(quiet.later), 8)
    await openAgenda(page, day)
    // The boards show the first lanes only, and tests beside this one have technicians too.
    await page.getByRole('searchbox', { name: say('agenda.technician') }).fill(able.name)
    const entry = page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${say('menu.orders')}`) })
    const waiting = async () => Number(/\d+/.exec((await entry.first().innerText()).replaceAll('.', ''))?.[0])
    await expect.poll(waiting).toBeGreaterThan(0)
    const dialog = page.getByRole('dialog', { name: say('agenda.share.title') })
    const offered = ({ code }: { code: string }) => dialog.getByRole('checkbox', { name: code })
    await page.getByRole('button', { name: say('agenda.share') }).click()
    await expect(offered(made)).toBeChecked()
    await expect(offered(later)).not.toBeChecked()
    await dialog.getByRole('button', { name: say('app.cancel') }).click()

    await page.getByRole('checkbox', { name: say('agenda.choose', { code: made.code }) }).check()
    await page.getByRole('button', { name: say('agenda.share') }).click()
    await dialog.getByRole('button', { name: say('agenda.share.yes_one') }).click()
    const assigned = page.locator(`[data-lane] [data-order="${made.id}"]`)
    await expect(assigned).toBeAttached()
    // The count of the menu follows, within a second or two. Tests beside this one have orders of the same operator.
    const query = { filter: { state: 'recibida' }, limit: 1, count: true }
    const counted = async () =>
      (await call<{ total: { value: number } }>(page.request, 'admin_vno/orders/get', query)).total.value
    await expect.poll(async () => (await waiting()) - (await counted())).toBe(0)
    await page.getByRole('button', { name: say('agenda.undo') }).click()
    await expect(page.getByRole('status').filter({ hasText: say('order.assign.freed_one') })).toBeVisible()
    await expect(assigned).not.toBeAttached()

    // The undo skips an order with a newer version, and gives the reason.
    await page.getByRole('checkbox', { name: say('agenda.choose', { code: made.code }) }).check()
    await page.getByRole('button', { name: say('agenda.share') }).click()
    await dialog.getByRole('button', { name: say('agenda.share.yes_one') }).click()
    await expect(assigned).toBeAttached()
    const { records: now } = await ask(page, 'orders/get', { id: made.id })
    await ask(page, 'orders/edit', { order_id: made.id, version: now[0]?.['version'], requested_date: day })
    await page.getByRole('button', { name: say('agenda.undo') }).click()
    await expect(page.getByRole('alert')).toContainText(say('agenda.share.remaining_one', { codes: made.code }))
    await expect(assigned).toBeAttached()

    // Both views show an assigned order without hours under its technician and day, and count it as a visit.
    const { records: lines } = await ask(page, 'accesses/get', { filter: { state: 'activo' }, limit: 40 })
    const { record: bare } = await ask(page, 'orders/create', { kind: 'averia', access_id: lines[9]?.id, requested_date: day }) // prettier-ignore
    await ask(page, 'orders/assign', { order_id: bare.id, technical_id: able.id })
    const own = page.locator(`[data-lane="${able.id}"]`)
    await expect(own.locator(`[data-unscheduled] [data-order="${bare.id}"]`)).toContainText(say('agenda.noHour'))
    await expect(own.getByRole('rowheader')).toContainText(say('agenda.unscheduled_one'))
    await page.getByRole('button', { name: say('agenda.view.semana') }).click()
    await expect(own.locator(`[data-day="${day}"] [data-order="${bare.id}"]`)).toBeVisible()
    await page.getByRole('button', { name: say('agenda.view.dia'), exact: true }).click()

    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByText(say('agenda.noHour')).first()).toBeAttached()
    // The first technician has a visit at that hour. The list of waiting orders is open while no technician on the screen has visits.
    await page.getByText(say('list.filter')).click()
    await page.getByRole('searchbox', { name: say('agenda.technician') }).fill(other.name)
    await page.getByRole('button', { name: say('agenda.share') }).click()
    await expect(offered(second)).toBeChecked()
    await dialog.getByRole('button', { name: say('app.cancel') }).click()
    await page.getByRole('button', { name: say('agenda.assign.of', { code: second.code }) }).click()
    const sheet = page.getByRole('dialog', { name: say('order.assign.title', { code: second.code }) })
    await sheet.getByRole('radio').nth(1).check()
    await sheet.getByRole('button', { name: say('order.act.assign') }).click()
    await expect(sheet).toHaveCount(0)
    const { records } = await ask(page, 'orders/get', { id: second.id })
    expect(records[0]?.['state']).toBe('asignada')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
})
