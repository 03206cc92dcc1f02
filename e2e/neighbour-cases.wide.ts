/** What can happen to a neighbour while somebody works, what is said of it, and who is blamed. */
import { processState } from '@hilo/domain/status.ts'
import { powerLoss } from '../server/plant/simulated/line.ts'
import { still } from '../server/plant/simulated/profile.ts'
import { askToFinalize, expect, heading, phone, settle, stepPath, test, verdictPath } from './field.ts'
import { say } from './text.ts'

test.use({ viewport: phone })

const { wronglyCancelled, cancelled, canceledSync } = processState.is

test('hairs exchanged within the splitter are two short cuts, and nothing else is claimed', async ({ page, field }) => {
  const [port = 0, port_to = 0] = field.box.sur
  const event = await field.open('mantenimiento')
  await field.work(event)
  await field.act({ action: 'swap', port, port_to })
  await field.pass(15)
  await askToFinalize(page, field, event)
  await settle(field, event)
  await expect(heading(page, say('tech.verdict.con_microcortes'))).toBeVisible()
  await expect(page.getByText(say('tech.victim.moved'))).toHaveCount(0)
  await expect(page.getByText(say('tech.clean.code'), { exact: true })).toBeVisible()
})

test('a neighbour who gets less light lets the work close, with a word about it', async ({ page, field }) => {
  const [port = 0] = field.box.sur
  const event = await field.open('mantenimiento')
  await field.work(event)
  await field.act({ action: 'degrade', port, db: 6 })
  await askToFinalize(page, field, event)
  await settle(field, event)
  await expect(heading(page, say('tech.verdict.degradada'))).toBeVisible()
  await expect(page.getByText(say('tech.clean.no_code'))).toBeVisible()
})

test('a customer who switched off is nobody’s fault', async ({ page, db, field }) => {
  const { id, sur, own } = field.box
  const { rows } = await db.owner.query<{ hair: number; port: number }>(
    'select id as hair, number as port from port where cto_id = $1 and number = any($2)',
    [id, [...sur, ...own]],
  )
  // Whoever falls silent without a last word cannot be told from one who was unplugged.
  const { port = 0 } = rows.find((one) => powerLoss(one, still) === 'dying_gasp') ?? {}
  const event = await field.open('mantenimiento')
  await field.work(event)
  await field.act({ action: 'power_off', port })
  await askToFinalize(page, field, event)
  await settle(field, event)
  await expect(heading(page, say('tech.verdict.limpia'))).toBeVisible()
  await expect(page.getByText(say('tech.clean.code'), { exact: true })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: say('tech.proof.off', { port }) })).toContainText(
    say('tech.proof.no_count'),
  )
})

test('a whole tree that falls is not the technician’s', async ({ page, field }) => {
  const event = await field.open('mantenimiento')
  await field.work(event)
  await page.goto(stepPath(event, 'final_report'))
  await field.act({ action: 'unplug' })
  await expect(heading(page, say('tech.upstream.what'))).toBeVisible()
  await expect(page.getByText(say('tech.upstream.do'))).toBeVisible()
  await page.getByRole('button', { name: say('tech.cleared.on', { step: say('tech.short.final_report') }) }).click()
  await page.getByRole('button', { name: say('tech.act.finalize'), exact: true }).click()
  await settle(field, event)
  await expect(heading(page, say('tech.verdict.no_concluyente'))).toBeVisible()
  await expect(page.getByText(say('neighbours.doubt.outage'))).toBeVisible()
})

test.describe('an OLT that is down', () => {
  // The reading that the page of the box asks for beforehand gets no answer either.
  test.use({ provoked: /503/ })
  test('an OLT that does not answer: why, again, and then it opens', async ({ page, field }) => {
    await field.act({ action: 'olt_down' })
    await page.goto(`/tecnico/nueva?cto=${field.box.id}`)
    await page.getByLabel(say('choice.work_kind.mantenimiento')).check()
    await page.getByRole('button', { name: say('tech.new.open') }).click()
    await expect(heading(page, say('tech.opening.failed'))).toBeVisible({ timeout: 15_000 })
    await expect(page.getByRole('alert')).toContainText('OLT')
    await field.act({ action: 'olt_up' })
    await page.getByRole('button', { name: say('tech.opening.retry') }).click()
    await expect(heading(page, say('tech.title.initial'))).toBeVisible()
  })
})

test('cancelled with everybody lit', async ({ page, field }) => {
  const event = await field.open('mantenimiento')
  await page.goto('/tecnico')
  await page.getByRole('button', { name: say('tech.menu') }).click()
  await page.getByRole('button', { name: say('tech.cancel') }).click()
  await page.getByText(say('reason.event_cancel.cliente_ausente')).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('tech.cancel'), exact: true })
    .click()
  await field.pass(61)
  await expect(heading(page, say('tech.cancelled.title'))).toBeVisible()
  const { process_state } = await field.read(event.id)
  expect([cancelled, canceledSync]).toContain(process_state)
})

test('cancelled with a neighbour dark: it waits for the light and settles by itself', async ({ page, field }) => {
  const [port = 0] = field.box.sur
  const event = await field.open('mantenimiento')
  await page.goto(stepPath(event, 'initial'))
  await field.act({ action: 'unplug', port })
  await expect(heading(page, say('tech.alarm.what_one', { ports: port }))).toBeVisible()
  await field.ask('admin_vno/events/cancel', { event_id: event.id, reason: 'No se puede terminar' })
  await expect(async () => {
    await field.pass(31)
    expect((await field.read(event.id)).process_state).toBe(wronglyCancelled)
  }).toPass({ intervals: [700], timeout: 15_000 })
  await page.goto(verdictPath(event))
  await expect(heading(page, say('tech.not_clean.title'))).toBeVisible()
  await expect(page.getByRole('button', { name: say('tech.permission') })).toHaveCount(0)
  await field.act({ action: 'plug', port })
  await expect(async () => {
    await field.pass(31)
    await expect(heading(page, say('tech.cancelled.title'))).toBeVisible({ timeout: 700 })
  }).toPass({ timeout: 15_000 })
})
