/** A technician's day on the phone: orders in travel order, complete and available without coverage. */
import { eventType, processState } from '@hilo/domain/status.ts'
import type { Page } from '@playwright/test'
import { makeTechnician, type Account } from '../server/test/factories.ts'
import { makeCustomer } from '../server/test/field.ts'
import { makeOrder } from '../server/test/order-factories.ts'
import { makeCto, makeEvent, makePort, type Cto } from '../server/test/plant-factories.ts'
import { expect, test as base } from './fixtures.ts'
import { oneDay } from './one-day.ts'
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
    await oneDay()
    const technician = await makeTechnician(db, { vno: norte })
    // No other test of the run has this technician's number.
    const number = String(technician.id % 10_000).padStart(4, '0')
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
      // The visit is today: the day began at least a minute ago.
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

/** The order's screens are on the device, as in the installed application. */
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

test('visits at their time, then the nearest; a complete order, and work from it', async ({ page, db, day }) => {
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
  await page.getByRole('button', { name: say('tech.order.start') }).click()
  await expect(page).toHaveURL(/\/tecnico\/intervencion\/\d+\/initial$/)
  const { rows: begun } = await db.owner.query<{ work_kind: string; cto_id: number; port_id: number | null }>(
    'select work_kind, cto_id, port_id from event where service_order_id = $1',
    [day.visit.id],
  )
  expect(begun).toMatchObject([{ work_kind: 'averia', cto_id: day.far.id }])
})

test('finished work is listed below pending work', async ({ page, db, day }) => {
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

test('without coverage day, orders and boxes are there, also in a new page', async ({ page, context, day }) => {
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

test('a box is pinned and unpinned by hand; boxes of the work stay', async ({ page, db, day }) => {
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

test('a box pinned while the phone is fetching its work stays pinned', async ({ page, db, day }) => {
  const other = await makeCto(db, { code: `46250-DIA03-${day.code.slice(6)}`, label: `DIA03-${day.code.slice(6)}` })
  const answered = Promise.withResolvers<void>()
  await page.route('**/admin_vno/sync/pull.json', async (route) => {
    await answered.promise
    await route.continue()
  })
  const asked = page.waitForRequest('**/admin_vno/sync/pull.json')
  await page.goto(`/tecnico/cto/${other.id}`)
  await asked
  await page.getByRole('button', { name: say('tech.box.keep') }).click()
  const drop = page.getByRole('button', { name: say('tech.box.drop') })
  await expect(drop).toBeVisible()
  const fetched = page.waitForResponse('**/admin_vno/sync/pull.json')
  answered.resolve()
  await fetched
  await page.goto('/tecnico/guardadas')
  await expect(page.getByText(say('tech.kept.own'))).toBeVisible()
})

test('an order cancelled with its reason without coverage leaves the day', async ({ page, context, db, day }) => {
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
  await expect.poll(state, { timeout: 120_000 }).toBe('cancelada')
})

test('a day’s report is shared: a paper, or words without coverage', async ({ page, context, db, day }) => {
  const { createListener: type } = eventType.is
  const ended = { type, process_state: processState.is.finalizedSync, work_kind: 'mantenimiento' }
  await makeEvent(db, { technician: day.technician, cto: day.near, ...ended })
  await page.goto('/tecnico/parte')
  const share = page.getByRole('button', { name: say('tech.shift.share') })
  const [paper] = await Promise.all([page.waitForEvent('download'), share.click()])
  expect(paper.suggestedFilename()).toMatch(/^parte-\d{4}-\d\d-\d\d\.pdf$/)

  await page.getByRole('button', { name: say('tech.shift.before') }).click()
  await expect(page).toHaveURL(/dia=\d{4}-\d\d-\d\d/)
  await expect(page.getByText(say('tech.shift.none'))).toBeVisible()
  await expect(share).toHaveCount(0)

  await page.getByRole('button', { name: say('tech.shift.after') }).click()
  await expect(share).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(say('tech.shift.words'))).toBeVisible()
  const [words] = await Promise.all([page.waitForEvent('download'), share.click()])
  expect(words.suggestedFilename()).toMatch(/\.txt$/)
})
