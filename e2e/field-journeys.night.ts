/** Works for an existing customer, and tools beside the steps. */
import { randomUUID } from 'node:crypto'
import type { Event } from '@hilo/contract/events/events.ts'
import type { Port } from '@hilo/contract/ports/ports.ts'
import { processState } from '@hilo/domain/status.ts'
import { insert } from '../server/test/factories.ts'
import { expect, heading, settle, stepPath, test } from './field.ts'
import { phoneWithCamera } from './fake-camera.ts'
import { say } from './text.ts'
import { at, button, keys, thumb } from './thumb.ts'

test.use({
  ...phoneWithCamera,
  // The intervention may change while a step is being sent: it is retried with the server's record.
  provoked: /status of 409 .*step\/save/,
})

const code = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/
const label = () => `D46-${randomUUID().slice(0, 8).toUpperCase()}`

test('a customer is moved to another port with a new drop replacing the old one', async ({ page, field, db }) => {
  const hand = thumb(page)
  const [own = 0, free = 0] = [field.box.own[0], field.box.free[0]]
  const ports = async () =>
    ((await field.ask('admin_vno/ports/get', { filter: { cto_id: field.box.id }, limit: 32 })) as { records: Port[] })
      .records
  const port = (await ports()).find(({ number }) => number === own)
  const [old, fresh] = [label(), label()]
  const cable = { vno_id: 1, type: 'interior', connection_type: 0, state: 'instalada', label: old, port_id: port?.id }
  const drop_id = await insert(db, 'drop_cable', { ...cable, access_id: port?.access?.id })
  await db.owner.query('update port_assignment set drop_id = $1 where port_id = $2', [drop_id, port?.id])
  const asked = { cto_id: field.box.id, work_kind: 'cambio_pelo' as const, access_id: port?.access?.id ?? 0 }
  const { record } = (await field.ask('admin_vno/events/create', asked)) as { record: Event }
  const event = await field.until(record.id, ({ process_state }) => process_state === processState.is.created)
  await field.work({ ...event, port_number: free }, ['drop_enrollment', 'final_report'])
  await field.act({ action: 'swap', port: own, port_to: free })

  await page.goto(stepPath(event, 'drop_enrollment'))
  await at(page, 'action').getByText(say('tech.drop_action.R'), { exact: true }).tap()
  await at(page, 'drop_label_read').getByRole('textbox').fill(fresh)
  await expect(at(page, 'port_number').getByRole('textbox')).toHaveValue(String(free))
  await at(page, 'replaced_label').getByRole('textbox').fill(old)
  await at(page, 'drop_type').getByText(say('choice.drop_type.interior'), { exact: true }).tap()
  await at(page, 'length_m').getByRole('textbox').fill('40')
  await hand.shoot(say('tech.act.picture_on'))
  await expect(heading(page, say('tech.title.final_report'))).toBeVisible()
  await at(page, 'ont_serial')
    .getByRole('textbox')
    .fill(port?.ont?.serial ?? '')
  await keys(page, '20,10')
  await page.getByRole('button', { name: say('tech.fine.home') }).tap()
  await hand.shoot(say('tech.act.picture_end'))
  await expect(page).toHaveURL(/veredicto$/)
  const closed = await settle(field, event)
  expect(closed.error).toBeNull()
  await expect(page.getByText(code)).toBeVisible({ timeout: 120_000 })
  const moved = (await ports()).find(({ number }) => number === free)
  expect([moved?.access?.id, moved?.drop?.code]).toEqual([port?.access?.id, fresh])
  const { rows } = await db.owner.query<{ state: string }>('select state from drop_cable where label = $1', [old])
  expect(rows[0]?.state).toBe('retirada')
})

test('a step offers a call to the control room, the work’s paper, every other step', async ({ page, field }) => {
  const event = await field.open('mantenimiento')
  const menu = async () => {
    await page.getByRole('button', { name: say('tech.menu') }).tap()
    return page.getByRole('dialog', { name: event.code })
  }
  await page.goto(stepPath(event, 'initial'))
  const sheet = await menu()
  await expect(sheet.getByRole('link', { name: say('tech.noc') })).toHaveAttribute('href', /^tel:\+?[\d ]+$/)
  await expect(sheet.getByRole('link', { name: say('tech.order.directions') })).toHaveAttribute(
    'href',
    /^(?:https|geo):/,
  )
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: say('tech.paper') }).tap(),
  ])
  expect(paper.suggestedFilename()).toMatch(/\.pdf$/)
  await sheet.getByRole('link', { name: say('choice.step.cto_enrollment') }).tap()
  await expect(heading(page, say('tech.title.cto_enrollment'))).toBeVisible()
  await (await menu()).getByRole('button', { name: say('tech.note') }).tap()
  await page.getByLabel(say('tech.note.label')).fill('Escalera en el patio')
  await button(page, say('tech.note.keep')).tap()
  const notes = async () =>
    ((await field.ask('admin_vno/notes/get', { filter: { event_id: event.id } })) as { records: { text: string }[] })
      .records
  await expect.poll(async () => (await notes()).map(({ text }) => text)).toEqual(['Escalera en el patio'])
})
