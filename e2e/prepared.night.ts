/** Without coverage the neighbours cannot be read: the prepared reading on the way there still detects a cut. */
import { processState } from '@hilo/domain/status.ts'
import type { Event } from '@hilo/contract/events/events.ts'
import { expect, heading, install, phone, settle, test, verdictPath } from './field.ts'
import { say } from './text.ts'

test.use({
  viewport: phone,
  hasTouch: true,
  isMobile: true,
  serviceWorkers: 'allow',
  provoked: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/,
})

test('a neighbour cut underground, in work begun there, is named in the verdict', async ({ page, context, field }) => {
  const [victim = 0] = field.box.sur
  await install(page)
  const prepared = page.waitForResponse(/neighbors\/prepare/)
  await page.goto(`/tecnico/nueva?cto=${field.box.id}`)
  const { record } = (await (await prepared).json()) as { record: { complete_pct: number } }
  expect(record.complete_pct).toBe(100)

  await context.setOffline(true)
  await page.locator('[data-field="work_kind"]').getByText(say('choice.work_kind.mantenimiento')).tap()
  await page.getByRole('button', { name: say('tech.new.open'), exact: true }).tap()
  await expect(page).toHaveURL(/\/tecnico\/intervencion\/-\d+\/initial$/)
  await field.act({ action: 'unplug', port: victim })
  await field.pass(60)
  await context.setOffline(false)

  const mine = async () => {
    const query = { filter: { cto_id: field.box.id, type: 1 } }
    return ((await field.ask('admin_vno/events/get', query)) as { records: Event[] }).records
  }
  await expect.poll(async () => (await mine())[0]?.process_state, { timeout: 120_000 }).toBe(processState.is.created)
  const [event] = await mine()
  if (!event) throw new Error('nothing was begun')
  await expect(page.getByText(say('tech.alarm.what_one', { ports: victim })).first()).toBeVisible()
  await field.work(event)
  await field.ask('admin_vno/events/finalize', { event_id: event.id })
  const closed = await settle(field, event)
  expect([closed.neighbours.verdict, closed.neighbours.harmed_count]).toEqual(['con_desconectados', 1])
  await page.goto(verdictPath(event))
  await expect(heading(page, say('tech.not_clean.title'))).toBeVisible()
  await expect(page.getByText(say('tech.not_clean.dark_one', { ports: victim }))).toBeVisible()
})
