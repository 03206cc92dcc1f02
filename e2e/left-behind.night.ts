/** Unsendable work on a technician's phone: closed meanwhile by another person, or the technician suspended. */
import type { Event } from '@hilo/contract/events/events.ts'
import { accountStatus, processState } from '@hilo/domain/status.ts'
import { readFile } from 'node:fs/promises'
import { draftStored, storedKeys } from './chaos/device.ts'
import { expect, phone, stepPath, test, type Field } from './field.ts'
import { json } from './json.ts'
import { say } from './text.ts'

test.use({
  viewport: phone,
  serviceWorkers: 'allow',
  // The browser also checks for a new service worker while there is no network.
  provoked:
    /ERR_FAILED|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|status of 401|error occurred when fetching the script/,
})

const press = (key: string) => ({ name: say(key), exact: true })

/** Advances the clock past the reading after the work and its repetitions, until it is cancelled. */
const cancelled = (field: Field, { id }: Event): Promise<void> =>
  expect(async () => {
    await field.pass(31)
    const over: readonly number[] = [processState.is.cancelled, processState.is.canceledSync]
    expect(over).toContain((await field.read(id)).process_state)
  }).toPass({ intervals: [700], timeout: 120_000 })

test('input of a work that another person closed is reported, with the options', async ({ page, field }) => {
  const event = await field.open('mantenimiento')
  await page.goto(stepPath(event, 'report'))
  await page.locator('[data-field="free_ports_seen"]').getByRole('textbox').fill('3')
  await draftStored(page, 'report')
  await page.goto('/tecnico/pendientes')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(say('tech.pending.left'))).toHaveCount(0)

  await field.ask('admin_vno/events/cancel', { event_id: event.id, reason: 'Cancelada desde la oficina' })
  await cancelled(field, event)
  const left = page.getByText(say('tech.pending.left_count_one', { count: 1 }))
  // A page whose first requests the browser itself has dropped is opened again, as a person would.
  await expect(async () => {
    await page.goto('/tecnico')
    await expect(left).toBeVisible({ timeout: 60_000 })
  }).toPass({ timeout: 240_000 })
  await left.click()
  const card = page.getByRole('alert').filter({ hasText: say('tech.pending.left') })
  await expect(card).toContainText(event.code)
  await expect(card).toContainText(say('choice.step.report'))
  await expect(card.getByRole('link', press('tech.pending.left.see'))).toBeVisible()
  await card.getByRole('button', press('tech.pending.left.drop')).click()
  await expect(card).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: say('tech.pending.none') })).toBeVisible()
  await expect(card).toHaveCount(0)
})

test('it is reported although the phone remembers the work as open', async ({ page, field }) => {
  const event = await field.open('mantenimiento')
  await page.goto(stepPath(event, 'report'))
  await page.locator('[data-field="free_ports_seen"]').getByRole('textbox').fill('3')
  await draftStored(page, 'report')
  const remembered = async () => (await storedKeys(page, 'pack')).some((key) => key.endsWith(`/events/${event.id}`))
  await expect.poll(remembered, { timeout: 120_000 }).toBe(true)
  await page.goto('/tecnico/pendientes')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await field.ask('admin_vno/events/cancel', { event_id: event.id, reason: 'Cancelada desde la oficina' })
  await cancelled(field, event)
  // What the phone has stored is not brought up to date, and no message says that it has changed.
  for (const way of ['**/admin_vno/sync/pull.json', '**/api/v1/stream']) await page.route(way, (route) => route.abort())
  await page.goto('/tecnico')
  await expect(page.getByText(say('tech.pending.left_count_one', { count: 1 }))).toBeVisible()
})

test('a suspended technician exports a copy of unsent work at the login page', async ({ page, context, field, db }) => {
  const event = await field.open('mantenimiento')
  await page.goto(stepPath(event, 'initial'))
  await page.locator('[data-field="cto_code_read"]').getByRole('textbox').fill(field.box.label)
  await page.getByText(say('tech.prl.altura')).click()
  await page.getByText(say('tech.prl.tension')).click()
  await context.setOffline(true)
  await page.getByRole('button', press('tech.act.confirm')).click()
  await expect(page).toHaveURL(/\/report$/)
  const { technician } = field
  await db.owner.query('update technical_account set status = $2 where id = $1', [
    technician.id,
    accountStatus.is.suspended,
  ])
  await db.owner.query('update session set revoked_at = now() where user_id = $1', [technician.user_id])
  await context.setOffline(false)
  await expect(page).toHaveURL(/\/login/, { timeout: 120_000 })
  const saved = page.waitForEvent('download')
  await page.getByRole('button', press('tech.pending.copy')).click()
  const copy = json<{ user: { id: number }; operations: { path: string; query: { data?: object } }[] }>(
    await readFile(await (await saved).path(), 'utf8'),
  )
  expect(copy.user.id).toBe(technician.user_id)
  expect(copy.operations.map(({ path }) => path)).toContain('admin_vno/events/step/save')
  expect(JSON.stringify(copy.operations)).toContain(field.box.label)
})
