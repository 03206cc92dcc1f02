/** An overdue order: on the home page, in the list, in the agenda and in its record. */
import { makeAdmin, makeVno } from '../server/test/factories.ts'
import { makeOrder } from '../server/test/order-factories.ts'
import { serious } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { panel } from './list-page.ts'
import { say } from './text.ts'

const hour = 3_600_000

test('is shown to everyone who can act on it', async ({ page, db, enter }) => {
  const vno = await makeVno(db, { sla: { repair_hours: 24 } })
  await enter(await makeAdmin(db, { vno }))
  const ago = (hours: number) => new Date(Date.now() - hours * hour)
  const late = await makeOrder(db, { vno, kind: 'averia', deadline_at: ago(3) })
  const soon = await makeOrder(db, { vno, kind: 'alta', deadline_at: ago(-30) })
  await page.goto('/vno')
  await page.getByRole('link', { name: `${say('home.todo.act.orders')}: ${say('home.todo.overdue_order_one')}` }).click() // prettier-ignore
  const row = page.getByRole('row').filter({ hasText: late.code })
  await expect(row).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: soon.code })).toHaveCount(0)
  await row.click()
  await expect(panel(page)).toContainText(/Venció el /)
  expect(await serious(page)).toEqual([])
  await page.goto(`/vno/ordenes/${soon.id}`)
  await expect(page.getByText(say('column.orders.deadline_at'), { exact: true })).toBeVisible()
  // No work can be planned for an order without a place.
  await expect(page.getByText(say('order.work.none'))).toBeVisible()
  await page.goto('/vno/agenda')
  const tray = page.getByRole('complementary', { name: say('agenda.tray') })
  await expect(tray.getByRole('listitem').filter({ hasText: late.code })).toContainText(/Venció /)
  await expect(tray.getByRole('listitem').filter({ hasText: soon.code })).toContainText(/Vence /)
  expect(await serious(page)).toEqual([])
  await page.goto('/vno/informes')
  await expect(page.getByRole('row').filter({ hasText: vno.name })).toContainText('24\u00a0h')
  expect(await serious(page)).toEqual([])
})
