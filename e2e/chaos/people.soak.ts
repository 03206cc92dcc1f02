/** Several people and windows on one device: each sends the own work, once, under the own identity. */
import { accountStatus } from '@hilo/domain/status.ts'
import type { Page } from '@playwright/test'
import { makeTechnician } from '../../server/test/factories.ts'
import { heading } from '../field.ts'
import { fulfils } from '../fulfils.ts'
import { say } from '../text.ts'
import { arrived, doAll, expect, from, openLedger, phone, test, upTo } from './chaos.ts'
import { hurry, keptOperations, keptPictures, keptSealed } from './device.ts'
import { exactlyOnce } from './ledger.ts'
import { begin, goOn, maintenance } from './walk.ts'
import { quiet } from '../quiet.ts'

test.use({ viewport: phone, actionTimeout: 15_000, provoked: /ERR_|status of 4\d\d|Failed to (?:load|fetch)/ })
test.setTimeout(120_000)

const changes = /\/(?:save|upload|part|finalize|create)\.json$/
const norte = { id: 1, name: '', external_id: '' }

async function signOutByHand(page: Page): Promise<void> {
  await page.goto('/tecnico')
  await page.getByRole('button', { name: say('menu.more') }).click()
  await page.getByRole('button', { name: say('shell.sign_out') }).click()
  const sure = page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: say('shell.sign_out') })
  await expect(async () => {
    // During the sign-out the button may be gone already.
    if (await sure.isVisible()) await fulfils(sure.click({ timeout: 1000 }))
    await expect(page).toHaveURL(/\/login/, { timeout: 500 })
  }).toPass({ timeout: 15_000 })
}

test('F21 a queue waits for its own person while another one uses the phone', async ({
  page,
  net,
  field,
  db,
  enter,
}) => {
  const walk = maintenance(field.box)
  const ledger = openLedger(walk)
  await begin(page, field.box, walk)
  const blocked = net.fail(changes, { kind: 'refuse' }, { times: 999 })
  await doAll(page, upTo(walk, 'cto_enrollment'), ledger)
  // The last operation records the begin of the next step, which is stored when its screen opens.
  await expect.poll(async () => (await keptOperations(page)).length).toBe(7)
  const [before, kept] = [await keptOperations(page), await keptPictures(page)]
  await signOutByHand(page)

  const other = await makeTechnician(db, { vno: norte })
  await enter(other)
  net.clear()
  await page.goto('/tecnico/pendientes')
  await expect(heading(page, say('tech.pending.none'))).toBeVisible()
  await expect(page.getByText(say('tech.pending.pictures_one', { count: 1 }))).toHaveCount(0)
  await hurry(page)
  await page.goto('/tecnico')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await hurry(page)
  await quiet(page)
  expect(
    net.seen.filter((path) => changes.test(path)),
    'nothing of his travels under her name',
  ).toEqual([])
  const waiting = (all: { id: string; state: string }[]) =>
    all.filter(({ state }) => state !== 'sent').map(({ id }) => id)
  const mine = waiting(before)
  expect(await keptSealed(page), 'it lies there for him alone').toEqual([
    { user_id: field.technician.user_id, count: mine.length },
  ])
  expect([await keptOperations(page), await keptPictures(page)], 'and nobody reads it').toEqual([[], []])
  expect(blocked.hits.length).toBeGreaterThan(0)
  await signOutByHand(page)

  net.fail(changes, { kind: 'refuse' }, { times: 999 })
  await enter(field.technician)
  await goOn(page)
  await expect.poll(async () => waiting(await keptOperations(page)).sort()).toEqual(mine.toSorted())
  expect((await keptPictures(page)).map(({ bytes }) => bytes)).toEqual(kept.map(({ bytes }) => bytes))
  net.clear()
  await doAll(page, from(walk, 'cto_enrollment'), ledger)
  const id = await arrived(page, ledger, field, db)
  const { rows } = await db.owner.query<{ actor_id: number }>(
    `select distinct actor_id from audit where call = 'admin_vno/events/step/save' and entity_id = $1`,
    [String(id)],
  )
  expect(rows).toEqual([{ actor_id: field.technician.user_id }])
})

test('an intervention in two windows by turns', async ({ page, context, field, db }) => {
  const walk = maintenance(field.box)
  const ledger = openLedger(walk)
  await begin(page, field.box, walk)
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

test('F20 a session that ended with a full queue', async ({ page, net, field, db, enter }) => {
  const walk = maintenance(field.box)
  const ledger = openLedger(walk)
  await begin(page, field.box, walk)
  net.down()
  await doAll(page, upTo(walk, 'final_report'), ledger)
  await db.owner.query('update session set revoked_at = now() where user_id = $1', [field.technician.user_id])
  net.clear()
  await hurry(page)
  await expect(page).toHaveURL(/\/login/)
  await enter(field.technician)
  await goOn(page)
  await doAll(page, from(walk, 'final_report'), ledger)
  await arrived(page, ledger, field, db)
})

test('F20 a technician suspended with a full queue keeps it, and it is sent after reactivation', async ({
  page,
  net,
  field,
  db,
  enter,
}) => {
  const walk = maintenance(field.box)
  const ledger = openLedger(walk)
  await begin(page, field.box, walk)
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
  expect(await exactlyOnce(ledger, field, db)).toBeGreaterThan(0)
})
