/** A neighbour loses the light while nobody has an intervention open in his box: it is on a screen, with nobody accused. */
import { expect, test } from './fixtures.ts'
import { ask } from './list-page.ts'
import { say } from './text.ts'

const findBox = `
  select c.id, c.code, c.label, min(p.number) as port from cto c
  join port p on p.cto_id = c.id join port_assignment a on a.port_id = p.id and a.ended_at is null and a.ont_state = 'online'
  join access x on x.id = a.access_id and x.ont_serial is not null
  where not exists (select from event e where e.cto_id = c.id and e.finished_at is null)
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
  // Weighed once the falls of its siblings and a last gasp would have come.
  await expect(async () => {
    await page.reload()
    await expect(cell).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 60_000 })
  await cell.click()
  await expect(page.getByText(say('list.uncovered_cuts.known'))).toBeVisible()
  await page.goto('/vno/vecinos/cortes/informe')
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: box.label }) })
  await expect(row).toBeVisible()
  await ask(page, 'demo/plant/act', { action: 'plug', cto_code: box.code, port: box.port })
  if (process.env['CUTS_SHOTS']) {
    for (const [size, viewport] of Object.entries({
      desk: { width: 1440, height: 900 },
      hand: { width: 390, height: 844 },
    }))
      for (const scheme of ['light', 'dark'] as const)
        for (const [name, path] of Object.entries({
          list: '/vno/vecinos/cortes',
          panel: '/vno/vecinos/cortes?abierto=1',
          report: '/vno/vecinos/cortes/informe',
        })) {
          await page.emulateMedia({ colorScheme: scheme })
          await page.setViewportSize(viewport)
          await page.goto(path)
          await page.waitForTimeout(1500)
          await page.screenshot({ path: `/tmp/inbox-shots/${name}-${size}-${scheme}.png` })
        }
  }
})
