/** Two windows, a suspended technician, lost storage: the work arrives once. Other people and full storage: `offline.test.ts`. */
import { accountStatus } from '@hilo/domain/status.ts'
import type { Page } from '@playwright/test'
import { say } from '../text.ts'
import { arrived, doAll, expect, from, openLedger, phone, start, test, upTo } from './chaos.ts'
import { hurry, keptOperations } from './device.ts'
import { onlyEvent } from './ledger.ts'
import { goOn } from './walk.ts'

test.use({ viewport: phone, actionTimeout: 15_000, provoked: /ERR_|status of 4\d\d|Failed to (?:load|fetch)/ })
test.setTimeout(120_000)

test('an intervention in two windows by turns', async ({ page, context, field, db }) => {
  const { walk, ledger } = await start(page, field)
  const second = await context.newPage()
  await goOn(second)
  // Pages always believe to be focused, so changes are simulated by events.
  const look = (at: Page, event: 'focus' | 'blur') => at.evaluate((name) => dispatchEvent(new Event(name)), event)
  const windows = [page, second]
  await look(second, 'blur')
  for (const [at, act] of walk.acts.entries()) {
    const [here = page, there = second] = at % 2 === 0 ? windows : windows.toReversed()
    await doAll(here, [act], ledger)
    await look(here, 'blur')
    if (act.kind === 'main') await there.goto(here.url())
    await look(there, 'focus')
    await act.left(there)
  }
  await arrived(page, ledger, field, db)
})

test('F20 a suspended technician’s full queue is sent after reactivation', async ({ page, net, field, db, enter }) => {
  const { walk, ledger } = await start(page, field)
  net.down()
  await doAll(page, upTo(walk, 'cto_enrollment'), ledger)
  const status = (of: number) =>
    db.owner.query('update technical_account set status = $2 where id = $1', [field.technician.id, of])
  await status(accountStatus.is.suspended)
  await db.owner.query('update session set revoked_at = now() where user_id = $1', [field.technician.user_id])
  const before = (await keptOperations(page)).map(({ id }) => id)
  net.clear()
  await hurry(page)
  await expect(page).toHaveURL(/\/login|\/pendiente/)
  expect(
    (await keptOperations(page)).filter(({ state }) => state === 'rejected'),
    'nothing is thrown away',
  ).toEqual([])
  expect((await keptOperations(page)).map(({ id }) => id)).toEqual(expect.arrayContaining(before))

  await status(accountStatus.is.active)
  await enter(field.technician)
  await goOn(page)
  await doAll(page, from(walk, 'cto_enrollment'), ledger)
  await arrived(page, ledger, field, db)
})

test('F19 lost storage with pending work is reported, and the work goes on', async ({ page, net, field, db }) => {
  const { walk, ledger } = await start(page, field)
  await doAll(page, upTo(walk, 'report'), ledger)
  await hurry(page)
  await field.until(await onlyEvent(db, field), ({ steps }) => steps?.[0]?.status === 'done')
  net.down()
  const lost = openLedger(walk)
  await doAll(page, upTo(walk, 'cto_enrollment').slice(upTo(walk, 'report').length), lost)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'indexeddb' })
  net.clear()
  await page.goto('/tecnico/pendientes')
  await expect(page.getByText(new RegExp(say('tech.device.vanished_other', { count: '\\d+' })))).toBeVisible()
  await goOn(page)
  await doAll(page, from(walk, 'report'), ledger)
  await arrived(page, ledger, field, db)
})
