/** Beside the steps: the customer's signature, a silent neighbour, an additional picture for the operator. */
import { processState } from '@hilo/domain/status.ts'
import type { Page } from '@playwright/test'
import { expect, heading, phone, stepPath, test } from './field.ts'
import { still } from './screen-checks.ts'
import { say } from './text.ts'
import { at, button, thumb } from './thumb.ts'

test.use({
  viewport: phone,
  hasTouch: true,
  isMobile: true,
  // The network is cut deliberately; the intervention may change while a step is being sent.
  provoked: /ERR_INTERNET_DISCONNECTED|status of 409 .*step\/save/,
})

/** Draws a line on the signature field. */
async function draw(page: Page): Promise<void> {
  await still(page)
  const paper = await page.getByRole('img', { name: say('tech.signature.paper') }).boundingBox()
  if (paper === null) throw new Error('nothing to sign on')
  const [left, middle] = [paper.x + 40, paper.y + paper.height / 2]
  await page.mouse.move(left, middle)
  await page.mouse.down()
  await page.mouse.move(left + 200, middle - 40, { steps: 12 })
  await page.mouse.up()
}

test('a signature without coverage: stored at once, sent later, no proof of a closed box', async ({ page, field }) => {
  const event = await field.open('averia')
  const final = async () => (await field.read(event.id)).steps?.find(({ step }) => step === 'final_report')
  await page.goto(stepPath(event, 'final_report'))
  await button(page, say('tech.signature.sign')).tap()
  await expect(page.getByRole('img', { name: say('tech.signature.paper') })).toBeVisible()
  await page.context().setOffline(true)
  await draw(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('tech.signature.clear') })
    .tap()
  await expect(button(page, say('tech.signature.keep'))).toBeHidden()
  await draw(page)
  await button(page, say('tech.signature.keep')).tap()
  const kept = page.getByRole('img', { name: say('tech.signature.alt') })
  await expect(kept).toBeVisible()
  await expect(page.getByText(say('tech.offline'))).toBeVisible()
  await expect(at(page, 'picture.closed_box').getByText(say('tech.picture.missing'))).toBeVisible()

  await page.context().setOffline(false)
  await expect.poll(async () => (await final())?.data['signature_file_id']).toBeGreaterThan(0)
  expect((await final())?.pictures).toEqual([])
  const { records } = (await field.ask('admin_vno/enrollments/pictures/get', { event_id: event.id })) as {
    records: { signature: boolean; flags: string[] }[]
  }
  expect(records.map(({ signature, flags }) => [signature, flags])).toEqual([[true, []]])
  // Another device has it only from the server.
  await page.evaluate(() => indexedDB.deleteDatabase('hilo-field'))
  await page.reload()
  await expect(kept).toBeVisible()
  await expect(button(page, say('tech.signature.again'))).toBeVisible()
})

test('without a work there are no neighbours to see, and the bar leads on', async ({ page, field }) => {
  await page.goto('/tecnico/vecinos')
  await expect(heading(page, say('tech.board.none'))).toBeVisible()
  const bar = page.getByRole('navigation', { name: say('menu.phone') })
  await bar.getByRole('link', { name: say('tech.bar.boxes') }).click()
  await expect(page).toHaveURL('/tecnico/cto')
  const event = await field.open('mantenimiento')
  await page.goto(`/tecnico/vecinos/${event.cto.code}`)
  await expect(page.getByRole('link', { name: /^Volver a / })).toBeVisible()
  await expect(bar).toBeHidden()
})

test('a silent neighbour is distinguished from an unread one, with an explanation', async ({ page, field, db }) => {
  const [port = 0] = field.box.sur
  const silent = `update port_assignment a set ont_state = 'offline' from port p
    where p.id = a.port_id and p.cto_id = $1 and p.number = $2`
  await db.owner.query(silent, [field.box.id, port])
  const event = await field.open('mantenimiento')
  await page.goto(`/tecnico/vecinos/${event.cto.code}`)
  const place = page.getByRole('option', { name: `Puerto ${port}, otro operador, sin respuesta` })
  await expect(place).toBeVisible()
  await expect(page.getByText(say('tech.board.silent'))).toBeVisible()
  await expect(page.getByText(say('faceplate.count.silent', { count: 1 }))).toBeVisible()
  // The board can no longer show that all neighbours have light.
  await expect(page.getByText(say('tech.board.nobody'))).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText(say('tech.board.blind'))).toBeVisible()
  await expect(page.getByText(say('tech.board.nobody'))).toBeHidden()
})

test('an abandoned work is shown as such, even with all neighbours lit', async ({ page, field }) => {
  const { id, code } = await field.open('mantenimiento')
  await field.ask('admin_vno/events/cancel', { event_id: id, reason: 'otra: nadie abre el portal' })
  await expect(async () => {
    await field.pass(31)
    expect((await field.read(id)).process_state).toBe(processState.is.canceledSync)
  }).toPass({ timeout: 120_000 })
  expect((await field.read(id)).neighbours.verdict, code).toBe('limpia')
  await page.goto('/tecnico/historial')
  const row = page.locator(`a[href="/tecnico/historial/${id}"]`)
  await expect(row).toContainText('Cancelada')
  await expect(row).not.toContainText(say('choice.verdict.limpia'))
})

test('an additional picture for the operator is taken once, and the step goes on', async ({ page, field, db }) => {
  const chosen = JSON.stringify({ extra_pictures: ['cto_access'] })
  await db.owner.query('insert into setting (vno_id, chosen) values (1, $1)', [chosen])
  try {
    const event = await field.open('alta')
    expect(event.process_state).toBe(processState.is.created)
    await page.goto(stepPath(event, 'cto_access'))
    await at(page, 'method').getByText(say('choice.method.llave'), { exact: true }).tap()
    await thumb(page).shoot(say('tech.act.picture'))
    await button(page, say('tech.act.confirm')).tap()
    await expect(heading(page, say('tech.title.port_available'))).toBeVisible()
  } finally {
    await db.owner.query('delete from setting where vno_id = 1')
  }
})
