/** What can happen to a neighbour while somebody works, what is said of it, and who is blamed. */
import { expect, finalize, phone, stepPath, test, verdictPath } from './field.ts'
import { say } from './text.ts'

test.use({ viewport: phone })

const heading = { level: 1 } as const

test('swapped hairs are found by the serials, and put back', async ({ page, field }) => {
  const [one = 0, two = 0] = field.box.sur
  const event = await field.open('mantenimiento')
  await field.work(event)
  await field.act({ action: 'swap', port: one, port_to: two })
  await field.pass(15)
  await finalize(page, field, event)
  await expect(page.getByRole('heading', { ...heading, name: say('tech.not_clean.title') })).toBeVisible()
  await expect(page.getByText(say('tech.victim.moved'))).toHaveCount(2)
  await expect(page.getByText(say('tech.clean.code'), { exact: true })).toHaveCount(0)

  await field.act({ action: 'swap', port: one, port_to: two })
  await field.pass(15)
  await page.goto(verdictPath(event))
  await page.getByRole('button', { name: say('tech.not_clean.again') }).click()
  await field.until(event.id, ({ process_state }) => process_state === 6)
  await field.pass(61)
  await expect(page.getByText(say('tech.clean.code'), { exact: true })).toBeVisible()
})

test('a neighbour who gets less light lets the work close, with a word about it', async ({ page, field }) => {
  const [port = 0] = field.box.sur
  const event = await field.open('mantenimiento')
  await field.work(event)
  await field.act({ action: 'degrade', port, db: 6 })
  await finalize(page, field, event)
  await expect(page.getByRole('heading', { ...heading, name: say('tech.verdict.degradada') })).toBeVisible()
  await expect(page.getByText(say('tech.clean.no_code'))).toBeVisible()
})

test('a customer who switched off is nobody’s fault', async ({ page, field }) => {
  const event = await field.open('mantenimiento')
  await field.work(event)
  await page.goto(stepPath(event, 'final_report'))
  for (const port of field.box.sur) await field.act({ action: 'power_off', port })
  await finalize(page, field, event)
  await expect(page.getByRole('heading', { ...heading, name: say('tech.verdict.limpia') })).toBeVisible()
  await expect(page.getByText(say('tech.clean.code'), { exact: true })).toBeVisible()
  const [port = 0] = field.box.sur
  await expect(page.getByRole('listitem').filter({ hasText: say('tech.proof.off', { port }) })).toContainText(
    say('tech.proof.no_count'),
  )
})

test('a whole tree that falls is not the technician’s', async ({ page, field }) => {
  const event = await field.open('mantenimiento')
  await field.work(event)
  await field.act({ action: 'unplug' })
  await finalize(page, field, event)
  await expect(page.getByRole('heading', { ...heading, name: say('tech.verdict.no_concluyente') })).toBeVisible()
  await expect(page.getByText(say('tech.clean.no_code'))).toBeVisible()
  const { neighbours } = await field.read(event.id)
  expect(neighbours.verdict).toBe('no_concluyente')
  await field.act({ action: 'plug' })
})

test('an OLT that does not answer: why, again, and then it opens', async ({ page, field }) => {
  await field.act({ action: 'olt_down' })
  await page.goto(`/tecnico/nueva?cto=${field.box.id}`)
  await page.getByLabel(say('choice.work_kind.mantenimiento')).check()
  await page.getByRole('button', { name: say('tech.new.open') }).click()
  await expect(page.getByRole('heading', { ...heading, name: say('tech.opening.failed') })).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('alert')).toContainText('OLT')
  await field.act({ action: 'olt_up' })
  await page.getByRole('button', { name: say('tech.opening.retry') }).click()
  await expect(page.getByRole('heading', { ...heading, name: say('tech.title.initial') })).toBeVisible()
})

test('cancelled with everybody lit', async ({ page, field }) => {
  const event = await field.open('mantenimiento')
  await page.goto('/tecnico')
  await page.getByRole('button', { name: say('tech.menu') }).click()
  await page.getByRole('button', { name: say('tech.cancel') }).click()
  await page.getByLabel(say('tech.cancel.reason')).fill('No hay nadie en casa')
  await page.getByRole('dialog').getByRole('button', { name: say('tech.cancel'), exact: true }).click()
  await field.pass(61)
  await expect(page.getByRole('heading', { ...heading, name: say('tech.cancelled.title') })).toBeVisible()
  await field.until(event.id, ({ process_state }) => process_state === 3 || process_state === 12)
})

test('cancelled with a neighbour dark: it waits for the light and then settles', async ({ page, field }) => {
  const [port = 0] = field.box.sur
  const event = await field.open('mantenimiento')
  await page.goto(stepPath(event, 'initial'))
  await field.act({ action: 'unplug', port })
  const alarm = page.getByRole('heading', { ...heading, name: say('tech.alarm.what_one', { ports: port }) })
  await expect(alarm).toBeVisible()
  await field.ask('admin_vno/events/cancel', { event_id: event.id, reason: 'No se puede terminar' })
  await field.pass(61)
  await expect(async () => {
    await field.pass(31)
    expect((await field.read(event.id)).process_state).toBe(10)
  }).toPass({ intervals: [1000], timeout: 15_000 })
  await page.goto(verdictPath(event))
  await expect(page.getByRole('heading', { ...heading, name: say('tech.not_clean.title') })).toBeVisible()
  await field.act({ action: 'plug', port })
  await field.pass(15)
  await page.getByRole('button', { name: say('tech.not_clean.again') }).click()
  await expect(page.getByRole('heading', { ...heading, name: say('tech.cancelled.title') })).toBeVisible()
})
