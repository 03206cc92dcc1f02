/** Events of a neighbour during work, their presentation, and blame. */
import { portState, processState } from '@hilo/domain/status.ts'
import { powerLoss } from '../server/plant/simulated/line.ts'
import { still } from '../server/plant/simulated/profile.ts'
import {
  askToFinalize,
  clickUntil,
  expect,
  heading,
  makeCustomer,
  phone,
  settle,
  stepPath,
  test,
  verdictPath,
} from './field.ts'
import { say } from './text.ts'

test.use({ viewport: phone })

const { wronglyCancelled, cancelled, canceledSync } = processState.is

test('hairs swapped within the splitter are two short cuts, without further claims', async ({ page, field }) => {
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

test('a weakened neighbour lets the work close, with a warning', async ({ page, field }) => {
  const [port = 0] = field.box.sur
  const event = await field.open('mantenimiento')
  await field.work(event)
  await field.act({ action: 'degrade', port, db: 6 })
  await askToFinalize(page, field, event)
  await settle(field, event)
  await expect(heading(page, say('tech.verdict.degradada'))).toBeVisible()
  await expect(page.getByText(say('tech.clean.no_code'))).toBeVisible()
})

test('a customer who switched off is no harm', async ({ page, db, field }) => {
  const { id, code } = field.box
  // An ONT without a dying gasp is indistinguishable from an unplugged one; one in ten has none.
  const withGasp = async () => {
    const { rows } = await db.owner.query<{ hair: number; port: number }>(
      'select id as hair, number as port from port where cto_id = $1 and state = $2 order by number',
      [id, portState.is.ocupado],
    )
    return rows.find((one) => powerLoss(one, still) === 'dying_gasp')?.port
  }
  let port = await withGasp()
  for (let number = 9; port === undefined; port = await withGasp()) await makeCustomer(db, { id, code }, number++, 2)
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

test('a cut feeder asks for a check of the box, and accuses no hand', async ({ page, field }) => {
  const event = await field.open('mantenimiento')
  await field.work(event)
  await page.goto(stepPath(event, 'final_report'))
  await field.act({ action: 'cut_feeder' })
  await expect(heading(page, say('neighbours.doubt.box_feeder'))).toBeVisible()
  await expect(page.getByText(say('tech.upstream.what'))).toHaveCount(0)
  await page.getByRole('button', { name: say('tech.cleared.on', { step: say('tech.short.final_report') }) }).click()
  await page.getByRole('button', { name: say('tech.act.finalize'), exact: true }).click()
  await settle(field, event)
  const ports = '1, 2, 3 y 4'
  await expect(page.getByText(say('closing.box_feeder_other', { ports, dark: ports }))).toBeVisible()
})

test.describe('an OLT that is down', () => {
  // The page's preparatory reading of the box fails too.
  test.use({ provoked: /503/ })
  test('an OLT that does not answer: why, again, and then it opens', async ({ page, field }) => {
    await field.act({ action: 'olt_down' })
    await page.goto(`/tecnico/nueva?cto=${field.box.id}`)
    await page.getByLabel(say('choice.work_kind.mantenimiento')).check()
    await page.getByRole('button', { name: say('tech.new.open') }).click()
    await expect(heading(page, say('tech.opening.failed'))).toBeVisible({ timeout: 120_000 })
    await expect(page.getByRole('alert')).toContainText('OLT')
    await field.act({ action: 'olt_up' })
    // The server repeats the reading by itself too.
    await clickUntil(
      page.getByRole('button', { name: say('tech.opening.retry') }),
      heading(page, say('tech.title.initial')),
    )
  })
})

test('cancelled with all neighbours lit', async ({ page, field }) => {
  const event = await field.open('mantenimiento')
  await page.goto('/tecnico')
  await page.getByRole('button', { name: say('tech.menu') }).click()
  await page.getByRole('button', { name: say('tech.cancel') }).click()
  await page.getByText(say('reason.event_cancel.cliente_ausente')).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('tech.cancel'), exact: true })
    .click()
  await expect(async () => {
    await field.pass(31)
    await expect(heading(page, say('tech.cancelled.title'))).toBeVisible({ timeout: 700 })
  }).toPass({ timeout: 120_000 })
  const { process_state } = await field.read(event.id)
  expect([cancelled, canceledSync]).toContain(process_state)
})

test('cancelled with a dark neighbour: it waits for the light and ends by itself', async ({ page, field }) => {
  const [port = 0] = field.box.sur
  const event = await field.open('mantenimiento')
  await page.goto(stepPath(event, 'initial'))
  await field.act({ action: 'unplug', port })
  await expect(heading(page, say('tech.alarm.what_one', { ports: port }))).toBeVisible()
  await field.ask('admin_vno/events/cancel', { event_id: event.id, reason: 'No se puede terminar' })
  await expect(async () => {
    await field.pass(31)
    expect((await field.read(event.id)).process_state).toBe(wronglyCancelled)
  }).toPass({ intervals: [700], timeout: 120_000 })
  await page.goto(verdictPath(event))
  await expect(heading(page, say('tech.not_clean.title'))).toBeVisible()
  await expect(page.getByRole('button', { name: say('tech.permission') })).toHaveCount(0)
  await field.act({ action: 'plug', port })
  await expect(async () => {
    await field.pass(31)
    await expect(heading(page, say('tech.cancelled.title'))).toBeVisible({ timeout: 700 })
  }).toPass({ timeout: 120_000 })
})
