/** A technician's day on the phone: his orders in the order of the way, each with all it needs, also where there is no coverage. */
import { randomInt } from 'node:crypto'
import { eventType, processState } from '@hilo/domain/status.ts'
import type { Page } from '@playwright/test'
import { makeTechnician, type Account } from '../server/test/factories.ts'
import { makeCustomer } from '../server/test/field.ts'
import { makeOrder } from '../server/test/order-factories.ts'
import { makeCto, makeEvent, makePort, type Cto } from '../server/test/plant-factories.ts'
import { expect, test as base } from './fixtures.ts'
import { say } from './text.ts'

const norte = { id: 1, name: '', external_id: '' }
const here = { latitude: 39.47, longitude: -0.376 }

interface Day {
  technician: Account
  near: Cto
  far: Cto
  code: string
  access: string
  visit: { id: number; code: string }
}

const hours = (from: number) => {
  const at = (hour: number) => new Date(Date.now() + hour * 3_600_000)
  return { appointment_from: at(from), appointment_to: at(from + 1) }
}

const test = base.extend<{ day: Day }>({
  day: async ({ db, enter }, use) => {
    const technician = await makeTechnician(db, { vno: norte })
    const number = String(randomInt(10_000)).padStart(4, '0')
    const box = async (nth: number, lat: number) => {
      const label = `DIA01-${number}-0${nth}`
      const cto = await makeCto(db, { code: `46250-${label}`, label, lat, access_notes: 'Llave en conserjería.' })
      await makePort(db, { cto, number: 9 })
      return cto
    }
    const [near, far, next] = [await box(1, 39.471), await box(2, 39.49), await box(3, 39.475)]
    const customer = await makeCustomer(db, far, norte)
    const mine = { vno: norte, state: 'asignada', assigned_technical_id: technician.id }
    const address = (street: string) => JSON.stringify({ street, number: '5', municipality: 'Valencia' })
    await makeOrder(db, { ...mine, kind: 'baja', cto_id: next.id, address: address('C/ Segunda') })
    await makeOrder(db, { ...mine, kind: 'alta', cto_id: near.id, address: address('C/ Primera') })
    const visit = await makeOrder(db, {
      ...mine,
      kind: 'averia',
      cto_id: far.id,
      access_id: customer.access,
      address: address('C/ Peña Prieta'),
      // Whatever the hour of the test, the visit is of the day that has begun.
      ...hours(-0.01),
    })
    await db.owner.query(
      `insert into service_order_contact (order_id, vno_id, name, phone) values ($1, $2, 'Carmen Ruiz', '+34600111222')`,
      [visit.id, norte.id],
    )
    const { rows } = await db.owner.query<{ code: string }>('select code from access where id = $1', [customer.access])
    await enter(technician)
    await use({ technician, near, far, code: near.code.slice(6), access: rows[0]?.code ?? '', visit })
  },
})

/** The screens of an order are on the device, as the installed application has them. */
async function look(page: Page): Promise<void> {
  await page.locator('a[href^="/tecnico/orden/"]').first().click()
  await page.getByRole('link', { name: say('tech.to_today') }).click()
  await expect(page.locator('a[href^="/tecnico/orden/"]').first()).toBeVisible()
}

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  geolocation: here,
  permissions: ['geolocation'],
  provoked: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 403/,
})

test('the day: visits at their hour, then the nearest; the order says all, and its work begins from it', async ({
  page,
  day,
}) => {
  await page.goto('/tecnico')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('tech.today_other', { count: 3 }))
  const rows = page.locator('a[href^="/tecnico/orden/"]')
  await expect(rows).toHaveText([/Peña Prieta/, /Primera/, /Segunda/])
  await expect(rows.nth(1)).toContainText('110 m')
  await expect(page.getByText(/Trabajo de hoy descargado a la/)).toBeVisible()
  await rows.first().click()
  await expect(page.getByRole('heading', { level: 1, name: say('choice.order_kind.averia') })).toBeVisible()
  await expect(page.getByRole('link', { name: say('tech.order.call', { name: 'Carmen Ruiz' }) })).toHaveAttribute('href', 'tel:+34600111222') // prettier-ignore
  await expect(page.getByText('Llave en conserjería.')).toBeVisible()
  const way = page.getByRole('link', { name: say('tech.order.directions_box') })
  await expect(way).toHaveAttribute('href', /39\.49/)
  await page.getByRole('link', { name: say('tech.order.start') }).click()
  await expect(page).toHaveURL(new RegExp(`/tecnico/nueva\\?cto=${day.far.id}&orden=${day.visit.id}&kind=averia&port=`))
  await expect(page.getByText(say('tech.new.order', { code: day.visit.code, where: 'C/ Peña Prieta 5' }))).toBeVisible()
  await expect(page.getByRole('radio', { name: say('choice.work_kind.averia'), exact: true })).toBeChecked()
})

test('what is done already stands below what is still to come', async ({ page, db, day }) => {
  const { createListener: type } = eventType.is
  const ended = { type, process_state: processState.is.finalizedSync, work_kind: 'mantenimiento' }
  await makeEvent(db, { technician: day.technician, cto: day.near, ...ended })
  await page.goto('/tecnico')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('tech.today_other', { count: 4 }))
  await expect(page.getByRole('heading', { name: say('tech.today.done') })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
    /Peña Prieta/,
    /Primera/,
    /Segunda/,
    new RegExp(day.code),
  ])
})

test('without coverage the day, its orders and boxes are there, also after the page was closed', async ({
  page,
  context,
  day,
}) => {
  await page.goto('/tecnico')
  const rows = page.locator('a[href^="/tecnico/orden/"]')
  await expect(rows).toHaveCount(3)
  await look(page)
  await context.setOffline(true)
  await rows.first().click()
  await expect(page.getByText('Llave en conserjería.')).toBeVisible()
  await page.getByRole('link', { name: say('tech.to_today') }).click()
  await expect(rows).toHaveCount(3)
  await context.setOffline(false)
  await page.route('**/api/v1/admin_vno/**', (route) => route.abort())
  await page.goto('/tecnico')
  await expect(rows).toHaveText([/Peña Prieta/, /Primera/, /Segunda/])
  await rows.first().click()
  await expect(page.getByText('Llave en conserjería.')).toBeVisible()
  await expect(page.getByText('Carmen Ruiz')).toBeVisible()
  await page.goto(`/tecnico/buscar?q=${day.access}`)
  await expect(page.getByRole('link', { name: /Avería/ })).toBeVisible()
  await page.getByRole('link', { name: new RegExp(`${day.access}.*${day.far.code.slice(6)}`) }).click()
  await expect(page.getByRole('heading', { level: 1, name: day.far.code.slice(6) })).toBeVisible()
})

test('a box is kept by hand and given back; those of the work stay', async ({ page, db, day }) => {
  const other = await makeCto(db, { code: `46250-DIA02-${day.code.slice(6)}`, label: `DIA02-${day.code.slice(6)}` })
  await page.goto(`/tecnico/cto/${other.id}`)
  await page.getByRole('button', { name: say('tech.box.keep') }).click()
  await expect(page.getByRole('button', { name: say('tech.box.drop') })).toBeVisible()
  await page.goto('/tecnico/guardadas')
  await expect(page.getByText(say('tech.kept.own'))).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveCount(4)
  await page.getByRole('button', { name: say('tech.kept.drop', { label: `DIA02-${day.code.slice(6)}` }) }).click()
  await expect(page.getByText(say('tech.kept.own'))).toBeHidden()
  await expect(page.getByRole('listitem')).toHaveCount(3)
})

test('an order that cannot be done is cancelled with its reason, without coverage too, and leaves the day', async ({
  page,
  context,
  db,
  day,
}) => {
  await page.goto('/tecnico')
  await look(page)
  await page.locator(`a[href="/tecnico/orden/${day.visit.id}"]`).click()
  await page.getByRole('button', { name: say('tech.order.cannot') }).click()
  await context.setOffline(true)
  await page.getByRole('radio', { name: say('reason.order_cancel.cliente_desiste') }).check({ force: true })
  await page.getByRole('button', { name: say('tech.order.cancel.yes') }).click()
  await expect(page.locator('a[href^="/tecnico/orden/"]')).toHaveCount(2)
  await expect(page.getByText(say('tech.pending.count_one', { count: 1 }))).toBeVisible()
  await context.setOffline(false)
  const state = async () =>
    (await db.owner.query<{ state: string }>('select state from service_order where id = $1', [day.visit.id])).rows[0]
      ?.state
  await expect.poll(state, { timeout: 20_000 }).toBe('cancelada')
})

test('the report of the day is shared: the server’s paper, or its words where there is no coverage', async ({
  page,
  context,
  day: _,
}) => {
  await page.goto('/tecnico/parte')
  await expect(page.getByText(say('tech.shift.none'))).toBeVisible()
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: say('tech.shift.share') }).click(),
  ])
  expect(paper.suggestedFilename()).toMatch(/^parte-\d{4}-\d\d-\d\d\.pdf$/)
  await page.getByRole('button', { name: say('tech.shift.before') }).click()
  await expect(page).toHaveURL(/dia=\d{4}-\d\d-\d\d/)
  await context.setOffline(true)
  const [words] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: say('tech.shift.share') }).click(),
  ])
  expect(words.suggestedFilename()).toMatch(/\.txt$/)
})
