/** OLTs of the network: the neutral operator sees the read budget of each and reaches its boxes; other accounts see none. */
import { insert } from '../server/test/factories.ts'
import { makeCto, makeOlt } from '../server/test/plant-factories.ts'
import { serious } from './axe.ts'
import { expect, test, type Owner } from './fixtures.ts'
import { openList, panel, rows, shownTotal } from './list-page.ts'
import { say } from './text.ts'

/** An OLT that is left alone after failing, with two boxes on one of its two PONs. */
async function makeClosedOlt(db: Owner) {
  const olt = await makeOlt(db)
  const pon = (port: number) =>
    insert(db, 'pon', { olt_id: olt.id, slot: 1, port, code: `${olt.code}/1/1/${port}`, tx_dbm: 4.5 })
  const [busy] = [await pon(1), await pon(2)]
  const boxes = [await makeCto(db, { pon_id: busy }), await makeCto(db, { pon_id: busy })]
  await db.owner.query(
    `insert into olt_gate (olt_id, sessions, peak, reads, failures, closed_until)
     values ($1, 2, 1, 41, 3, clock_timestamp() + interval '1 hour')`,
    [olt.id],
  )
  await db.owner.query('insert into pon_stray (pon_id, serial, first_seen_at) values ($1, $2, now())', [busy, olt.code])
  return { ...olt, boxes }
}

test('an OLT left alone: found, its reason read, the boxes of one of its PONs opened', async ({ page, enter, db }) => {
  const olt = await makeClosedOlt(db)
  await enter('operador@hilo.test')
  await page.goto('/vno/ctos')
  await page
    .getByRole('navigation')
    .getByRole('link', { name: say('list.olts.title'), exact: true })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(say('list.olts.title'))
  await openList(page, `/vno/red?code=${olt.code}`)
  const row = rows(page).filter({ hasText: olt.code })
  await expect(row).toContainText(say('choice.olt_reading.cerrada'))
  await expect(row).toContainText(say('list.olts.of', { peak: 1, most: 2 }))
  await row.click()
  const beside = panel(page)
  await expect(beside).toContainText(say('list.olts.budget_other', { count: 2, peak: 1, reads: 41 }))
  await expect(beside).toContainText(/Se ha dejado de preguntar hasta las .* porque tres lecturas seguidas fallaron/)
  await expect(
    beside
      .getByRole('table', { name: say('list.olts.pons') })
      .getByRole('row')
      .nth(1),
  ).toContainText('4,50')
  expect(await serious(page)).toEqual([])

  await db.owner.query('update olt_gate set failures = 0, closed_until = null where olt_id = $1', [olt.id])
  await expect(beside, 'the figures are read again by themselves').toContainText(say('choice.olt_reading.normal'))

  await beside.getByRole('link', { name: say('list.olts.pons.open', { code: `${olt.code}/1/1/1` }) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(say('list.ctos.title'))
  await expect.poll(() => shownTotal(page)).toBe(2)
  for (const { code } of olt.boxes) await expect(rows(page).filter({ hasText: code })).toBeVisible()
})

test('another operator has neither the entry nor the screen', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await openList(page, '/vno/ctos')
  await expect(page.getByRole('link', { name: say('list.drops.title'), exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: say('list.olts.title'), exact: true })).toHaveCount(0)
  await page.goto('/vno/red')
  await expect(page.getByRole('heading', { name: say('app.denied.title') })).toBeVisible()
})

test('the list follows changes without notifications', async ({ page, enter, db }) => {
  const { id, code } = await makeClosedOlt(db)
  await enter('operador@hilo.test')
  await openList(page, `/vno/red?code=${code}`)
  const row = rows(page).filter({ hasText: code })
  await expect(row).toContainText(say('choice.olt_reading.cerrada'))
  await db.owner.query('update olt_gate set failures = 0, closed_until = null where olt_id = $1', [id])
  await expect(row).toContainText(say('choice.olt_reading.normal'))
})
