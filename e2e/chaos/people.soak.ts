/** Several people and several windows on what is one person's work: each sends his own, once, as himself. */
import { accountStatus } from '@hilo/domain/status.ts'
import type { Page } from '@playwright/test'
import { makeTechnician } from '../../server/test/factories.ts'
import { heading } from '../field.ts'
import { say } from '../text.ts'
import { arrived, doAll, expect, from, openLedger, phone, test, upTo } from './chaos.ts'
import { hurry, keptOperations, keptPictures } from './device.ts'
import { exactlyOnce } from './ledger.ts'
import { begin, goOn, maintenance } from './walk.ts'

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
    if (await sure.isVisible()) await sure.click()
    await expect(page).toHaveURL(/\/login/, { timeout: 500 })
  }).toPass({ timeout: 15_000 })
}

test('a queue waits for its own person while another one uses the phone', async ({ page, net, field, db, enter }) => {
  const walk = maintenance(field.box)
  const ledger = openLedger(walk)
  await begin(page, field.box, walk)
  const blocked = net.fail(changes, { kind: 'refuse' }, { times: 999 })
  await doAll(page, upTo(walk, 'cto_enrollment'), ledger)
  const [before, kept] = [await keptOperations(page), await keptPictures(page)]
  expect(before.filter(({ state }) => state !== 'sent').length).toBeGreaterThanOrEqual(4)
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
  await page.waitForLoadState('networkidle')
  expect(
    net.seen.filter((path) => changes.test(path)),
    'nothing of his travels under her name',
  ).toEqual([])
  const waiting = (all: { id: string; state: string }[]) =>
    all.filter(({ state }) => state !== 'sent').map(({ id }) => id)
  expect(waiting(await keptOperations(page)).sort()).toEqual(waiting(before).sort())
  expect((await keptPictures(page)).map(({ bytes }) => bytes)).toEqual(kept.map(({ bytes }) => bytes))
  expect(blocked.hits.length).toBeGreaterThan(0)
  await signOutByHand(page)

  await enter(field.technician)
  await goOn(page)
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
  const windows = [page, second]
  for (const [at, act] of walk.acts.entries()) {
    const [here = page, there = second] = at % 2 === 0 ? windows : windows.toReversed()
    await doAll(here, [act], ledger)
    if (act.kind === 'main') await there.goto(here.url())
    await act.left(there)
  }
  await arrived(page, ledger, field, db)
})

test('a session that ended with a full queue', async ({ page, net, field, db, enter }) => {
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

test('a technician who is suspended with a full queue keeps it, and it is sent once he may', async ({
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
  const before = (await keptOperations(page)).length
  net.clear()
  await hurry(page)
  await expect(page).toHaveURL(/\/login|\/pendiente/)
  expect(
    (await keptOperations(page)).filter(({ state }) => state === 'rejected'),
    'nothing is thrown away',
  ).toEqual([])
  expect(await keptOperations(page)).toHaveLength(before)

  await status(accountStatus.is.active)
  await enter(field.technician)
  await goOn(page)
  await doAll(page, from(walk, 'cto_enrollment'), ledger)
  await arrived(page, ledger, field, db)
  expect(await exactlyOnce(ledger, field, db)).toBeGreaterThan(0)
})
