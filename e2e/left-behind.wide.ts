/** What a technician has on his phone and cannot send any more: closed meanwhile by somebody else, or he himself suspended. */
import { accountStatus, processState } from '@hilo/domain/status.ts'
import { readFile } from 'node:fs/promises'
import { expect, phone, stepPath, test } from './field.ts'
import { json } from './json.ts'
import { say } from './text.ts'

test.use({
  viewport: phone,
  serviceWorkers: 'allow',
  // The browser also looks for a newer service worker while there is no network.
  provoked:
    /ERR_FAILED|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|status of 401|error occurred when fetching the script/,
})

const press = (key: string) => ({ name: say(key), exact: true })

test('what was typed in a work that somebody closed is told, with its ways out', async ({ page, field }) => {
  const event = await field.open('mantenimiento')
  await page.goto(stepPath(event, 'report'))
  await page.locator('[data-field="free_ports_seen"]').getByRole('textbox').fill('3')
  await page.goto('/tecnico/pendientes')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(say('tech.pending.left'))).toHaveCount(0)

  await field.ask('admin_vno/events/cancel', { event_id: event.id, reason: 'Cancelada desde la oficina' })
  await field.pass(61)
  const { cancelled, canceledSync } = processState.is
  const over: readonly number[] = [cancelled, canceledSync]
  await field.until(event.id, ({ process_state }) => over.includes(process_state))
  await page.goto('/tecnico')
  await page.getByText(say('tech.pending.left_count_one', { count: 1 })).click()
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

test('a technician who is suspended with work unsent takes a copy of it from the way in', async ({
  page,
  context,
  field,
  db,
}) => {
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
  await expect(page).toHaveURL(/\/login/, { timeout: 30_000 })
  const saved = page.waitForEvent('download')
  await page.getByRole('button', press('tech.pending.copy')).click()
  const copy = json<{ user: { id: number }; operations: { path: string; query: { data?: object } }[] }>(
    await readFile(await (await saved).path(), 'utf8'),
  )
  expect(copy.user.id).toBe(technician.user_id)
  expect(copy.operations.map(({ path }) => path)).toContain('admin_vno/events/step/save')
  expect(JSON.stringify(copy.operations)).toContain(field.box.label)
})
