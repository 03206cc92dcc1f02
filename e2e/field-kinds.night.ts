/** Every kind of work to its end on the phone: number of taps of an installation, and the ways out. */
import { randomUUID } from 'node:crypto'
import type { Event } from '@hilo/contract/events/events.ts'
import { fieldSteps, processState, type FieldStep } from '@hilo/domain/status.ts'
import type { Page } from '@playwright/test'
import { insert } from '../server/test/factories.ts'
import { makeOrder } from '../server/test/order-factories.ts'
import { phoneWithCamera } from './fake-camera.ts'
import { askToFinalize, expect, heading, settle, stepPath, test, verdictPath, type Field } from './field.ts'
import { say } from './text.ts'
import { at, button, fine, keys, thumb, type Thumb } from './thumb.ts'

test.use(phoneWithCamera)
// The intervention may change while a step is being sent: it is retried with the server's record.
test.use({ provoked: /ERR_INTERNET_DISCONNECTED|status of 409 .*(?:step\/save|events\/cancel|change\/async)/ })

const most = 25
const code = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/
/** This step and all after it. */
const from = (step: FieldStep) => fieldSteps.slice(fieldSteps.indexOf(step))
const stepData = ({ steps }: Event, step: FieldStep) => steps?.find((one) => one.step === step)

const risks = async (page: Page, { tap }: Thumb) => {
  await expect(heading(page, say('tech.title.initial'))).toBeVisible({ timeout: 120_000 })
  await tap(page.getByText(say('tech.prl.altura')))
  await tap(page.getByText(say('tech.prl.tension')))
}
const confirm = (page: Page) => button(page, say('tech.act.confirm'))

/** A whole installation from the order's box up to the last tap. */
async function install(page: Page, field: Field, hand: Thumb, serial: string): Promise<void> {
  const { tap, shoot, scan } = hand
  await risks(page, hand)
  await scan(say('tech.act.scan_on'), field.box.label)
  await expect(heading(page, say('tech.title.report'))).toBeVisible()
  await tap(fine(page))
  await shoot(say('tech.act.picture_on'))
  await expect(heading(page, say('tech.title.cto_access'))).toBeVisible()
  await tap(at(page, 'method').getByText(say('choice.method.llave'), { exact: true }))
  await tap(confirm(page))
  await expect(heading(page, say('tech.title.port_available'))).toBeVisible()
  await tap(button(page, say('tech.act.free')))
  await expect(page.getByRole('group', { name: say('tech.power.entry') })).toBeVisible()
  await keys(page, '19,50')
  await shoot(say('tech.act.picture'))
  await tap(confirm(page))
  await expect(heading(page, say('tech.title.cto_enrollment'))).toBeVisible()
  await expect(page.getByText(say('tech.label.ok'), { exact: true })).toBeVisible()
  await shoot(say('tech.act.picture_on'))
  await expect(heading(page, say('tech.title.drop_enrollment'))).toBeVisible()
  await scan(say('tech.act.scan'), `D46-${serial.slice(4)}`)
  await hand.write(at(page, 'length_m').getByRole('textbox'), '40')
  await field.act({ action: 'register_ont', port: field.box.free[0], serial })
  await shoot(say('tech.act.picture_on'))
  await expect(heading(page, say('tech.title.final_report'))).toBeVisible()
}

test('an installation takes twenty-five presses or fewer, from first screen to code', async ({ page, field, db }) => {
  const serial = 'HWTC0A1B2C3D'
  const hand = thumb(page)
  const vno = { id: 1, name: '', external_id: '' }
  const ordered = { vno, kind: 'alta', state: 'asignada', assigned_technical_id: field.technician.id }
  const order = await makeOrder(db, { ...ordered, cto_id: field.box.id })
  // The technician's first one: no preferences are stored on the phone yet.
  await page.goto('/tecnico')
  await hand.tap(page.locator(`a[href="/tecnico/orden/${order.id}"]`))
  await hand.tap(button(page, say('tech.order.start')))
  await install(page, field, hand, serial)
  await expect(at(page, 'ont_serial').getByRole('textbox')).toBeVisible()
  if ((await at(page, 'ont_serial').getByRole('textbox').inputValue()) === '')
    await hand.write(at(page, 'ont_serial').getByRole('textbox'), serial)
  await keys(page, '20,10')
  await hand.tap(page.getByRole('button', { name: say('tech.fine.home') }))
  await hand.shoot(say('tech.act.picture_end'))
  await expect(page).toHaveURL(/intervencion\/\d+\/veredicto$/)
  console.log(`presses of an installation: ${hand.count()}`)
  expect(hand.count()).toBeLessThanOrEqual(most)
  const id = Number(/intervencion\/(\d+)/.exec(page.url())?.[1])
  const closed = await settle(field, { id })
  expect(closed.error).toBeNull()
  await expect(page.getByText(code)).toBeVisible({ timeout: 120_000 })
  await page.goto(`/tecnico/historial/${id}`)
  await expect(page.getByText(code)).toBeVisible()
  await expect(page.getByText(serial)).toBeVisible()
})

interface Customer {
  id: number
  number: number
  access_id: number
  serial: string
}

/** The port of an own customer, with its ONT's serial. */
async function customer({ ask, box }: Field): Promise<Customer> {
  const { records } = (await ask('admin_vno/ports/get', { filter: { cto_id: box.id }, limit: 32 })) as {
    records: { id: number; number: number; access: { id: number } | null; ont: { serial: string | null } | null }[]
  }
  const port = records.find(({ number }) => number === box.own[0])
  return {
    id: port?.id ?? 0,
    number: port?.number ?? 0,
    access_id: port?.access?.id ?? 0,
    serial: port?.ont?.serial ?? '',
  }
}

test('a drop is taken away with the proof that its port is free', async ({ page, field, db }) => {
  const hand = thumb(page)
  const port = await customer(field)
  const label = `D46-${randomUUID().slice(0, 8).toUpperCase()}`
  const drop = { vno_id: 1, label, access_id: port.access_id, port_id: port.id, type: 'interior', connection_type: 0 }
  const drop_id = await insert(db, 'drop_cable', { ...drop, state: 'instalada' })
  await db.owner.query('update port_assignment set drop_id = $1 where port_id = $2', [drop_id, port.id])
  await db.owner.query("update access set state = 'en_baja' where id = $1", [port.access_id])
  const query = { cto_id: field.box.id, work_kind: 'baja' as const, port_id: port.id }
  const { record } = (await field.ask('admin_vno/events/create', query)) as { record: Event }
  const event = await field.until(record.id, ({ process_state }) => process_state === processState.is.created)
  await field.work(event, ['drop_enrollment', 'final_report'])
  await page.goto(stepPath(event, 'drop_enrollment'))
  await expect(at(page, 'action').getByRole('radio')).toBeChecked()
  await at(page, 'drop_label_read').getByRole('textbox').fill(label)
  await expect(at(page, 'port_number').getByRole('textbox')).toHaveValue(String(port.number))
  await expect(page.getByText(say('tech.missing.picture.free_port'))).toBeVisible()
  await hand.shoot(say('tech.act.picture_on'))
  await expect(heading(page, say('tech.title.final_report'))).toBeVisible()
  await expect(at(page, 'rx_dbm')).toHaveCount(0)
  await hand.shoot(say('tech.act.picture_end'))
  await expect(page).toHaveURL(/veredicto$/)
  await settle(field, event)
  await expect(page.getByText(code)).toBeVisible({ timeout: 120_000 })
})

test('a repair and a maintenance end with their code too', async ({ page, field }) => {
  const kept = await field.open('mantenimiento')
  await field.work(kept)
  await askToFinalize(page, field, kept)
  await settle(field, kept)
  await page.goto(verdictPath(kept))
  await expect(page.getByText(code)).toBeVisible({ timeout: 120_000 })

  const port = await customer(field)
  const query = { cto_id: field.box.id, work_kind: 'averia' as const, port_id: port.id }
  const { record } = (await field.ask('admin_vno/events/create', query)) as { record: Event }
  const repair = await field.until(record.id, ({ process_state }) => process_state === processState.is.created)
  await field.work(repair, ['final_report'])
  await page.goto(stepPath(repair, 'final_report'))
  await at(page, 'ont_serial').getByRole('textbox').fill(port.serial)
  await keys(page, '20,10')
  await page.getByRole('button', { name: say('tech.fine.home') }).tap()
  await thumb(page).shoot(say('tech.act.picture_end'))
  await expect(page).toHaveURL(/veredicto$/)
  await settle(field, repair)
  await expect(page.getByText(code)).toBeVisible({ timeout: 120_000 })
})

/** An installation at its port step, earlier steps done. */
async function atPort(page: Page, field: Field): Promise<Event> {
  const event = await field.open('alta')
  await field.work(event, from('port_available'))
  await page.goto(stepPath(event, 'port_available'))
  await expect(heading(page, say('tech.title.port_available'))).toBeVisible()
  return event
}

test('a port that is taken is changed for another one, and the work goes on there', async ({ page, field }) => {
  const event = await atPort(page, field)
  const [first = 0, , third = 0] = field.box.free
  await at(page, 'port_number').getByText(String(first), { exact: true }).tap()
  await at(page, 'found').getByText(say('choice.found.802'), { exact: true }).tap()
  await button(page, say('tech.hair')).tap()
  await expect(page).toHaveURL(/cambio-pelo$/)
  await expect(page.getByText(say('tech.hair.ready'))).toBeVisible()
  await at(page, 'port_to').getByText(String(third), { exact: true }).tap()
  await button(page, say('tech.hair.ask')).tap()
  await expect(heading(page, say('tech.hair.granted', { port: String(third) }))).toBeVisible({ timeout: 120_000 })
  await page.getByRole('link', { name: say('tech.hair.go_on', { port: String(third) }) }).tap()
  await expect(heading(page, say('tech.title.port_available'))).toBeVisible()
  await expect(at(page, 'port_number').getByRole('radio', { name: String(third), exact: true })).toBeChecked()
  await confirm(page).tap()
  await expect(heading(page, say('tech.title.power_port', { port: String(third) }))).toBeVisible()
  const { port_number, steps } = await field.read(event.id)
  expect([port_number, steps?.find(({ step }) => step === 'port_available')?.data['found']]).toEqual([third, 'libre'])
})

test('without coverage the change waits; a refused port gets the remedy', async ({ page, field }) => {
  const event = await atPort(page, field)
  const [first = 0, second = 0] = field.box.free
  await at(page, 'port_number').getByText(String(first), { exact: true }).tap()
  await at(page, 'found').getByText(say('choice.found.800'), { exact: true }).tap()
  await expect(page.getByText(say('tech.missing.picture.port'))).toHaveCount(0)
  await button(page, say('tech.hair')).tap()
  await at(page, 'port_to').getByText(String(second), { exact: true }).tap()
  await page.context().setOffline(true)
  await expect(page.getByText(say('tech.offline'))).toBeVisible()
  await button(page, say('tech.hair.ask')).tap()
  await expect(heading(page, say('tech.hair.pending'))).toBeVisible()
  // An undeclared ONT answers there meanwhile: the port is no longer available.
  await field.act({ action: 'register_ont', port: second, serial: 'HWTCFFFF0001' })
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: /Concedido|denegado/ })).toBeVisible({ timeout: 120_000 })
  const { records } = (await field.ask('admin_vno/hair_changes/get', { filter: { event_id: event.id } })) as {
    records: object[]
  }
  expect(records).toHaveLength(1)
})

/** The work can be left only after another reading of the neighbours. */
async function left(page: Page, field: Field): Promise<void> {
  await expect(heading(page, say('tech.checking.title'))).toBeVisible()
  await expect(async () => {
    await field.pass(31)
    await expect(heading(page, say('tech.cancelled.title'))).toBeVisible({ timeout: 700 })
  }).toPass({ timeout: 120_000 })
}

test('a visit without access ends with reason and picture, and the neighbours are read', async ({ page, field }) => {
  const hand = thumb(page)
  const event = await field.open('alta')
  await field.work(event, from('cto_access'))
  await page.goto(stepPath(event, 'cto_access'))
  await button(page, say('tech.no_access')).tap()
  await at(page, 'no_access_reason').getByText(say('reason.no_access.sin_llave')).tap()
  await page.getByLabel(say('tech.field.no_access_more')).fill('El conserje se la ha llevado')
  await hand.shoot(say('tech.act.picture'))
  await button(page, say('tech.leave.no_access')).tap()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('radio', { name: say('reason.no_access.sin_llave') })).toBeChecked()
  await sheet.getByRole('button', { name: say('tech.leave.no_access.yes') }).tap()
  await expect(page).toHaveURL(/veredicto$/)
  await left(page, field)
  const known = await field.read(event.id)
  expect(stepData(known, 'cto_access')?.data['no_access_reason']).toBe('No hay llave. El conserje se la ha llevado')
})

test('a damaged box is left without a port; its first offered step reads the neighbours', async ({ page, field }) => {
  const event = await field.open('alta')
  await field.work(event, from('report'))
  await page.goto(stepPath(event, 'report'))
  await fine(page).tap()
  await page.getByText(say('status.condition.cto_damaged')).tap()
  await expect(button(page, say('tech.stop'))).toHaveCount(0)
  await at(page, 'comments').getByRole('textbox').fill('La tapa está rota y entra agua')
  await expect(page.getByText(say('tech.missing.picture.open_box'))).toBeVisible()
  await button(page, say('tech.stop')).tap()
  const sheet = page.getByRole('dialog', { name: say('tech.leave.stop') })
  await expect(sheet.getByRole('radio', { name: say('status.condition.cto_damaged') })).toBeChecked()
  await sheet.getByRole('button', { name: say('tech.leave.stop.yes') }).tap()
  await left(page, field)
})
