/** The network at the desk: hair changes, boxes created, edited and removed, the map. */
import type { Locator, Page } from '@playwright/test'
import { expect, test, type Owner } from './fixtures.ts'
import { ask, grid, openList, panel, rows, shownTotal } from './list-page.ts'
import { press, say } from './text.ts'
import { call } from './wire.ts'

const neutral = 'operador@hilo.test'
// Deliberate refusals answer 409.
test.use({ provoked: /status of 409/ })

/** A box with at least four free ports and without open work; those with an even id are for cuts without work. */
async function roomyBox(db: Owner) {
  const { rows: found } = await db.owner.query<{ id: number; code: string; free: { id: number; number: number }[] }>(
    `select c.id, c.code, json_agg(json_build_object('id', p.id, 'number', p.number) order by p.number) as free
       from cto c join port p on p.cto_id = c.id and p.state = 1
      where c.id % 2 = 1 and not exists (select from event e where e.cto_id = c.id and e.type = 1 and e.process_state in (2, 4, 6, 7, 8, 9, 10))
        and not exists (select from port_claim k join port q on q.id = k.port_id where q.cto_id = c.id)
      group by c.id having count(*) >= 4 order by c.id desc limit 1`,
  )
  return found[0] ?? test.fail()
}

const field = (within: Page | Locator, key: string) => within.getByLabel(say(key), { exact: true })

test('a hair change: requested, offered a taken port, again, refused', async ({ page, db, enter, elsewhere }) => {
  const box = await roomyBox(db)
  const [from, taken, offered] = box?.free ?? []
  if (!box || !from || !taken || !offered) throw new Error('no room')
  await enter('admin@norte.test')
  await page.goto('/vno/cambios-pelo')
  const work = await call<{ record: { id: number; code: string } }>(page.request, 'admin_vno/events/create', {
    cto_id: box.id,
    port_id: from.id,
    work_kind: 'alta',
  })
  const { id: event, code } = work.record
  await expect
    .poll(async () => (await ask(page, 'admin_vno/events/get', { id: event })).records[0]?.['process_state'], {
      timeout: 120_000,
    })
    .toBe(8)

  await press(page, 'hair.new')
  const asking = page.getByRole('dialog')
  await press(asking, 'hair.new.yes')
  await expect(asking.getByText(say('hair.new.eventMissing'))).toBeVisible()
  await asking.getByRole('combobox', { name: say('hair.new.event') }).fill(code)
  await asking.getByRole('option', { name: new RegExp(code) }).click()
  await expect(
    asking
      .getByRole('listbox')
      .getByRole('option', { name: /puerto/i })
      .first(),
    'the box is drawn',
  ).toBeVisible()
  await field(asking, 'hair.new.reason').selectOption({ label: say('status.port_problem.unavailable') })
  await press(asking, 'hair.new.yes')
  await expect(asking.getByText(say('hair.new.conditionMissing'))).toBeVisible()
  await field(asking, 'hair.new.condition').selectOption({ label: say('status.condition.cto_damaged') })
  await press(asking, 'hair.new.yes')
  await panel(page)
    .getByRole('link', { name: say('hair.open') })
    .click()
  await expect(page.getByRole('heading', { name: say('hair.said.waiting') })).toBeVisible({ timeout: 120_000 })

  const desk = await elsewhere(neutral)
  await desk.goto(page.url())
  await press(desk, 'hair.answer')
  const answering = desk.getByRole('dialog')
  await field(answering, 'hair.answer.decision').selectOption('alternativa')
  await answering.getByLabel(say('hair.answer.port'), { exact: true }).selectOption(String(taken.id))
  await field(answering, 'hair.answer.reason').fill('La puerta se arregla mañana')
  await db.owner.query('update port set state = 6, inventory_status = 1 where id = $1', [taken.id])
  await press(answering, 'hair.answer.yes.alternativa')
  await expect(answering.getByText(say('hair.taken'))).toBeVisible()
  await expect(field(answering, 'hair.answer.reason'), 'what was written stays').toHaveValue(
    'La puerta se arregla mañana',
  )
  await answering.getByLabel(say('hair.answer.port'), { exact: true }).selectOption(String(offered.id))
  await press(answering, 'hair.answer.yes.alternativa')
  await expect(answering).toBeHidden()

  const said = say('hair.said.offered', { port: offered.number })
  await expect(page.getByRole('heading', { name: said }), 'whoever asked sees the answer by itself').toBeVisible({
    timeout: 120_000,
  })
  await press(page, 'hair.refuseOffer')
  const refusing = page.getByRole('dialog')
  await refusing.getByRole('textbox').fill('El técnico ya se ha ido')
  await press(refusing, 'hair.refuseOffer')
  await expect(page.getByRole('heading', { name: say('hair.said.withdrawn') })).toBeVisible()
})

test.describe('a box', () => {
  test('is created, edited during another edit, and removed, but not with customers', async ({ page, db, enter }) => {
    const { rows: pons } = await db.owner.query<{ code: string }>('select code from pon order by id limit 1')
    const code = `28079-RED${String(Date.now()).slice(-7)}`
    await enter(neutral)
    await openList(page, '/vno/ctos')
    await page.getByRole('link', { name: say('cto.new') }).click()
    await field(page, 'column.ctos.code').fill(code)
    await press(page, 'cto.new.yes')
    await expect(
      page.getByText(say('field.needed')).first(),
      'what is missing is said before anything is sent',
    ).toBeVisible()
    const values = {
      street: 'Calle Mayor',
      postal_code: '28001',
      municipality: 'Madrid',
      ine_code: '28079',
      province: 'Madrid',
      lat: '40,4151',
      lon: '−3,7042',
      pon_code: pons[0]?.code ?? '',
      splitter1_code: 'S1',
      feeder_m: '900',
    }
    for (const [name, value] of Object.entries(values)) await field(page, `cto.field.${name}`).fill(value)
    await field(page, 'cto.field.ports_total').selectOption('8')
    await press(page, 'cto.new.yes')
    await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()
    await expect(page.getByText('8 de 8 puertos libres')).toBeVisible()

    const id = Number(new URL(page.url()).pathname.split('/').at(-1))
    await page.getByRole('link', { name: say('form.edit') }).click()
    const notes = page.getByLabel(new RegExp(`^${say('column.ctos.access_notes')}`))
    await notes.fill('Llave en conserjería')
    await call(page.request, 'admin_vno/ctos/edit', { id, key_needed: true })
    await press(page, 'form.save')
    const conflict = page.getByRole('dialog', { name: say('form.conflict.title') })
    await expect(conflict.getByRole('row').filter({ hasText: 'Llave en conserjería' })).toBeVisible()
    await press(conflict, 'form.conflict.keep')
    await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()
    await expect(page.getByText('Llave en conserjería')).toBeVisible()
    await expect(page.getByText(say('list.ctos.keyNeeded')), 'the other change is still there').toBeVisible()

    await press(page, 'cto.remove')
    await press(page.getByRole('dialog'), 'cto.remove.yes')
    await expect(page).toHaveURL(/\/vno\/ctos$/)
    await openList(page, '/vno/ctos')
    await page.getByRole('searchbox').first().fill(code)
    await expect(page.getByText(say('list.empty.title'))).toBeVisible()

    const { rows: held } = await db.owner.query<{ id: number }>(
      'select cto_id as id from port where state = 3 order by id limit 1',
    )
    await page.goto(`/vno/ctos/${held[0]?.id}`)
    await press(page, 'cto.remove')
    await press(page.getByRole('dialog'), 'cto.remove.yes')
    await expect(page.getByRole('alert').filter({ hasText: say('cto.remove.held.ports') })).toBeVisible()
  })
})

test('the map has the boxes of the filtered list, and one of them opens by keyboard', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await openList(page, '/vno/ctos?state=2')
  const full = await shownTotal(page)
  const first = await rows(page).first().getByRole('gridcell').first().innerText()
  await page.getByRole('link', { name: say('cto.onMap') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`${full}$`))
  await expect(page.getByRole('application', { name: say('map.label') })).toBeVisible()

  await page.goto(`/vno/mapa?q=${first}`)
  const map = page.getByRole('application', { name: say('map.label') })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/1$/)
  await expect(map).toHaveAttribute('aria-busy', 'false')
  await map.focus()
  // It is in the middle of the row: arrows move past it and back.
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('status').filter({ hasText: first.replace(/^\d+-/, '') })).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('heading', { level: 2, name: first })).toBeVisible()
  await page.reload()
  await expect(panel(page).getByRole('heading', { level: 2, name: first }), 'a link shows the same').toBeVisible()
  await page.keyboard.press('Escape')
  await panel(page).press('Escape')
  await page.getByRole('link', { name: say('map.asList') }).click()
  await expect(grid(page)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/1$/)
})
