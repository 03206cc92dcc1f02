/** What the phone answers to a technician: one rule of the screen each. */
import { eventType, processState } from '@hilo/domain/status.ts'
import type { Page } from '@playwright/test'
import { makeOrder } from '../server/test/order-factories.ts'
import { makeEvent } from '../server/test/plant-factories.ts'
import { expect, heading, phone, stepPath, test, type Field } from './field.ts'
import { steady } from './screen-checks.ts'
import { say } from './text.ts'
import { at, button, fine, keys } from './thumb.ts'

test.use({
  viewport: phone,
  hasTouch: true,
  isMobile: true,
  geolocation: { latitude: 39.47, longitude: -0.376 },
  permissions: ['geolocation'],
  provoked: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of (?:409|429)/,
})

const scrolled = (page: Page) =>
  page.locator('main *').evaluateAll((all) => Math.max(0, ...all.map(({ scrollTop }) => scrollTop)))
const inView = async (page: Page, text: RegExp) => {
  const bar = await page.locator('nav').last().boundingBox()
  const place = await page.getByText(text).first().boundingBox()
  return place !== null && place.y >= 0 && place.y + place.height <= (bar?.y ?? phone.height)
}
const openAlta = async (page: Page, field: Field) => {
  const event = await field.open('alta')
  await page.goto(stepPath(event, 'report'))
  await expect(fine(page)).toBeVisible()
  return event
}

test('without coverage the small box is grey and says the age of its reading', async ({ page, context, field }) => {
  await openAlta(page, field)
  const box = page.getByRole('link', { name: /con luz/ })
  // The screen of the box is on the device, as in the installed application.
  await box.tap()
  await page.getByRole('link', { name: say('tech.board.back', { step: say('tech.short.report') }) }).tap()
  await expect(box).not.toContainText('hace')
  await context.setOffline(true)
  await expect(box).toContainText(/hace \d+/)
  await expect(box.locator('[aria-hidden] >> nth=0')).toHaveCSS('filter', 'grayscale(1)')
  await box.tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/tenían luz$/)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/con luz$/)
})

test('"ya está conectado" while it is not is answered with what to do', async ({ page, field }) => {
  const [victim = 0] = field.box.sur
  await openAlta(page, field)
  await field.act({ action: 'unplug', port: victim })
  const alarm = page.getByRole('alertdialog', { name: say('tech.alarm.what_one', { ports: victim }) })
  await expect(alarm).toBeVisible({ timeout: 120_000 })
  await button(page, say('tech.alarm.done')).tap()
  await expect(alarm.getByRole('status')).toHaveText(say('tech.alarm.still.dark_one', { ports: victim }))
  await page.context().setOffline(true)
  await button(page, say('tech.alarm.done')).tap()
  await expect(alarm.getByRole('status')).toHaveText(say('tech.alarm.still.offline'))
})

test('an installation is offered free ports only; the others say why not', async ({ page, field }) => {
  const { box } = field
  await page.goto(`/tecnico/nueva?cto=${box.id}&kind=alta`)
  const choice = at(page, 'port').getByRole('radio')
  await expect(choice).toHaveCount(box.free.length + 1)
  await button(page, say('tech.new.port.other')).tap()
  const others = at(page, 'other_port')
  for (const port of box.own) {
    const one = others.getByRole('radio', { name: new RegExp(`^${port}: .*${box.accesses[port]}`) })
    await expect(one).toBeDisabled()
  }
  await at(page, 'work_kind').getByText(say('choice.work_kind.averia')).tap()
  await expect(choice).toHaveCount(box.own.length + 1)
})

test('a screen opens at its top, and the back button returns to where one was', async ({ page, field, db }) => {
  const vno = { id: 1, name: '', external_id: '' }
  const mine = { vno, state: 'asignada', assigned_technical_id: field.technician.id }
  const order = await makeOrder(db, { ...mine, kind: 'migracion', cto_id: field.box.id })
  await page.setViewportSize({ width: 390, height: 560 })
  await page.goto(`/tecnico/orden/${order.id}`)
  await expect(page.getByRole('link', { name: say('tech.order.directions_box') })).toBeVisible()
  await page.getByRole('link', { name: say('tech.order.directions_box') }).scrollIntoViewIfNeeded()
  await page.locator('main').hover()
  await page.mouse.wheel(0, 400)
  await expect.poll(() => scrolled(page)).toBeGreaterThan(60)
  const before = await steady(() => scrolled(page))
  await page.getByRole('link', { name: say('tech.order.start') }).tap()
  await expect(heading(page, say('tech.new'))).toBeVisible()
  await page.waitForTimeout(300)
  await expect.poll(() => scrolled(page)).toBe(0)
  await page.goBack()
  await expect.poll(() => scrolled(page)).toBe(before)
})

test('an order whose kind and box are known begins with one press', async ({ page, field, db }) => {
  const vno = { id: 1, name: '', external_id: '' }
  const mine = { vno, kind: 'alta', state: 'asignada', assigned_technical_id: field.technician.id }
  const order = await makeOrder(db, { ...mine, cto_id: field.box.id })
  await page.goto(`/tecnico/orden/${order.id}`)
  await button(page, say('tech.order.start')).tap()
  await expect(page).toHaveURL(/\/tecnico\/intervencion\/\d+\/initial$/)
  const { rows } = await db.owner.query('select work_kind, cto_id from event where service_order_id = $1', [order.id])
  expect(rows).toEqual([{ work_kind: 'alta', cto_id: field.box.id }])
})

test('the boxes near the technician are in view when they are found', async ({ page, field, db }) => {
  await db.owner.query('update cto set lat = 39.4701, lon = -0.3761 where id = $1', [field.box.id])
  await page.setViewportSize({ width: 390, height: 640 })
  await page.goto('/tecnico/nueva')
  await button(page, say('tech.boxes.near')).tap()
  await expect(page.getByText(/libres? de \d+/).first()).toBeVisible()
  await expect.poll(() => inView(page, /libres? de \d+/)).toBe(true)
})

test('no access is told by pressing, without typing', async ({ page, field }) => {
  const event = await field.open('alta')
  await page.goto(stepPath(event, 'cto_access'))
  await button(page, say('tech.no_access')).tap()
  const tiles = at(page, 'no_access_reason').getByRole('radio')
  await expect(tiles.first()).toBeVisible()
  const [tile, words] = [await tiles.first().boundingBox(), await page.getByRole('textbox').first().boundingBox()]
  expect(tile?.y ?? 0).toBeLessThan(words?.y ?? 0)
  await at(page, 'no_access_reason').getByText(say('reason.no_access.conserje_ausente')).tap()
  await expect(page.getByText(say('tech.missing.picture.no_access'))).toBeVisible()
})

test('a figure is cleared with one press', async ({ page, field }) => {
  const event = await field.open('alta')
  await page.goto(stepPath(event, 'power'))
  const entry = page.getByRole('group', { name: say('tech.power.entry') })
  await expect(entry).toBeVisible()
  await keys(page, '19,50')
  await expect(entry).toContainText('−19,50')
  await button(page, say('tech.power.clear')).tap()
  await expect(entry).toContainText('−00,00')
  await expect(button(page, say('tech.power.clear'))).toHaveCount(0)
  await expect(entry).toContainText(say('tech.power.none'))
})

test('while the box is read, no main button leads away', async ({ page, field, db }) => {
  const { technician, box } = field
  const state = { type: eventType.is.createListener, process_state: processState.is.creating, work_kind: 'alta' }
  const { id } = await makeEvent(db, { technician, cto_id: box.id, ...state })
  await page.goto(stepPath({ id }, 'initial'))
  await expect(heading(page, say('tech.opening.title'))).toBeVisible()
  await expect(page.getByRole('link', { name: say('tech.to_today') })).toHaveAttribute('data-button', 'second')
})

test('a cancelled intervention says who, when, why and what is kept', async ({ page, field }) => {
  const event = await field.open('mantenimiento')
  await field.work(event, ['cto_enrollment', 'final_report'])
  await field.ask('admin_vno/events/cancel', { event_id: event.id, reason: 'Se ha puesto a llover en la cámara.' })
  await expect(async () => {
    await field.pass(31)
    expect((await field.read(event.id)).finished_at).not.toBeNull()
  }).toPass({ intervals: [700], timeout: 120_000 })
  for (const path of [`/tecnico/intervencion/${event.id}/veredicto`, `/tecnico/historial/${event.id}`]) {
    await page.goto(path)
    const facts = page.getByRole('main')
    await expect(facts.getByText('Se ha puesto a llover en la cámara.')).toBeVisible()
    for (const part of ['by', 'at', 'why', 'kept'])
      await expect(facts.getByText(say(`tech.cancelled.${part}`), { exact: true })).toBeVisible()
    await expect(facts.getByText(/\d pasos? hechos?/)).toBeVisible()
  }
})
