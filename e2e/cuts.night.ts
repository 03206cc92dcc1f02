/** A neighbour loses light without an open intervention in the box: it is shown, and accuses no one. */
import { expect, test } from './fixtures.ts'
import { ask } from './list-page.ts'
import { say } from './text.ts'

/** Work of other tests is at boxes with an odd id. */
const findBox = `
  select c.id, c.code, c.label, min(p.number) as port from cto c
  join port p on p.cto_id = c.id join port_assignment a on a.port_id = p.id and a.ended_at is null and a.ont_state = 'online'
  join access x on x.id = a.access_id and x.ont_serial is not null
  where c.id % 2 = 0 and not exists (select from event e where e.cto_id = c.id and e.finished_at is null)
  group by c.id having count(*) >= 4 order by c.id desc limit 1`

test('a cut without an intervention is listed, explained and counted', async ({ page, db, enter }) => {
  const { rows } = await db.owner.query<{ code: string; label: string; port: number }>(findBox)
  const [box] = rows
  if (!box) throw new Error('no box')
  await enter('operador@hilo.test')
  await page.goto('/vno/vecinos/cortes')
  await expect(page.getByRole('heading', { name: say('list.uncovered_cuts.title') })).toBeVisible()
  await ask(page, 'demo/plant/act', { action: 'unplug', cto_code: box.code, port: box.port })
  const cell = page.getByRole('gridcell', { name: box.label, exact: true })
  // Weighed after the time for falls of siblings and a dying gasp: on a busy machine after two minutes.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: say('list.uncovered_cuts.title') })).toBeVisible()
    await expect(cell).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: 240_000 })
  await cell.click()
  await expect(page.getByText(say('list.uncovered_cuts.known'))).toBeVisible()
  await page.goto('/vno/vecinos/cortes/informe')
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: box.label }) })
  await expect(row).toBeVisible()
  await ask(page, 'demo/plant/act', { action: 'plug', cto_code: box.code, port: box.port })
})
