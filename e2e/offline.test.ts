/** Work without coverage: begun, done and closed on the phone only, and once on the server when the network is back. */
import { processState } from '@hilo/domain/status.ts'
import type { Page } from '@playwright/test'
import { makeTechnician } from '../server/test/factories.ts'
import { keptDrafts, keptPictures, storedText } from './chaos/device.ts'
import { maintenance, open, walker } from './chaos/walk.ts'
import { useShared, type Served } from './fixtures.ts'
import { expect, install, photo, phone, test as base, type Field } from './field.ts'
import { say } from './text.ts'

/** No clock is moved here, so the shared server is used. */
const test = base.extend<object, { db: Served }>({ db: [({}, use) => useShared(use), { scope: 'worker' }] })
test.use({
  viewport: phone,
  hasTouch: true,
  isMobile: true,
  serviceWorkers: 'allow',
  provoked: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|status of 4\d\d|status of 503/,
})
test.describe.configure({ mode: 'default' })

const main = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const hashes = async (page: Page) => (await keptPictures(page)).map(({ sha256 }) => sha256)

/** A maintenance that is begun without coverage, at a box that the phone has cached. */
async function beginOffline(page: Page, { box }: Field) {
  await install(page)
  await page.goto(`/tecnico/nueva?cto=${box.id}`)
  await expect(page.getByText(box.label).first()).toBeVisible()
  await page.context().setOffline(true)
  const walk = maintenance(box)
  await open(page, walk)
  await expect(page).toHaveURL(/\/tecnico\/intervencion\/-\d+\/initial$/)
  return walker(page, walk)
}

interface Events {
  records: { id: number; process_state: number }[]
}
const mine = async ({ ask, box }: Field) =>
  ((await ask('admin_vno/events/get', { filter: { cto_id: box.id, type: 1 } })) as Events).records

test('F9 work without coverage is on the server once, with a clock three years wrong', async ({ page, field }) => {
  await page.clock.install({ time: Date.now() - 3 * 365 * 86_400_000 })
  const go = await beginOffline(page, field)
  await expect(page.getByText(say('tech.opening.note.later'))).toBeVisible()
  await go('initial.main')
  await expect.poll(() => keptDrafts(page)).toContain(`"cto_code_read":"${field.box.label}"`)
  await page.reload()
  await expect(page.locator('[data-field="cto_code_read"]').getByRole('textbox')).toHaveValue(field.box.label)
  await go()
  await expect(page.getByText(say('tech.checking.offline'))).toBeVisible()
  const kept = await hashes(page)
  expect(new Set(kept).size).toBe(3)
  await page.reload()
  await expect(page.getByText(say('tech.checking.offline'))).toBeVisible()
  await page.goto('/tecnico/pendientes')
  await expect(page.getByText(say('choice.work_kind.mantenimiento')).first()).toBeVisible()
  expect(await mine(field).catch(() => [])).toEqual([])

  await page.context().setOffline(false)
  await expect(title(page, say('tech.pending.none'))).toBeVisible({ timeout: 120_000 })
  const events = await mine(field)
  expect(events).toHaveLength(1)
  const [{ id: event_id = 0 } = {}] = events
  const { process_state } = await field.read(event_id)
  expect([processState.is.finalizing, processState.is.finalized]).toContain(process_state)
  const { records } = (await field.ask('admin_vno/enrollments/pictures/get', { event_id })) as {
    records: { taken_at: string | null; sha256: string }[]
  }
  expect(records.map(({ sha256 }) => sha256).toSorted()).toEqual([...new Set(kept)].toSorted())
  for (const { taken_at } of records)
    // Other tests move the server's clock on by minutes; the phone's is wrong by years.
    expect(Math.abs(Date.parse(taken_at ?? '') - Date.now()), 'by the server’s clock').toBeLessThan(86_400_000)
})

test('F21 unsent work waits for its author only', async ({ page, context, field, db, enter }) => {
  const go = await beginOffline(page, field)
  await go('cto_enrollment.label_read')
  // The network is back for the sign-out only.
  const changes = /(?:events\/(?:create|step)|pictures)\//
  await context.route(changes, (route) => route.abort())
  await context.setOffline(false)
  await page.goto('/tecnico')
  await main(page, say('menu.more')).tap()
  await main(page, say('shell.sign_out')).tap()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText(field.technician.name)).toBeVisible()
  await sheet.getByRole('button', { name: say('shell.sign_out') }).tap()
  await expect(page).toHaveURL('/login', { timeout: 120_000 })
  await context.unroute(changes)
  // The login page would navigate on its own during the test's navigation.
  await page.goto('about:blank')

  await enter(await makeTechnician(db, { vno: { id: 1, name: '', external_id: '' } }))
  await page.goto('/tecnico/pendientes')
  await expect(title(page, say('tech.pending.none'))).toBeVisible()
  await expect(page.getByText(/otra persona/)).toBeVisible()
  expect(await storedText(page, 'operations', 'drafts', 'pack')).not.toContain(field.box.label)
  expect(await keptPictures(page)).toEqual([])
  expect(await mine(field)).toEqual([])

  await enter(field.technician)
  await page.goto('/tecnico/pendientes')
  await expect(title(page, say('tech.pending.none'))).toBeVisible({ timeout: 120_000 })
  await expect.poll(async () => (await mine(field)).length, { timeout: 120_000 }).toBe(1)
  const [{ id = 0 } = {}] = await mine(field)
  const actors = `select distinct actor_id from audit where call = 'admin_vno/events/step/save' and entity_id = $1`
  const written = async () => (await db.owner.query(actors, [String(id)])).rows as object[]
  await expect.poll(written, { timeout: 120_000 }).toEqual([{ actor_id: field.technician.user_id }])
})

test('F19 a full phone reports it, keeps all in memory, stores it when there is room', async ({ page, field }) => {
  const go = await beginOffline(page, field)
  await go('report.picture.open_box')
  const room = (left: boolean) => page.evaluate((full) => Object.assign(window, { full }), !left)
  await page.evaluate(() => {
    const put = Reflect.get<IDBObjectStore, 'put'>(IDBObjectStore.prototype, 'put')
    IDBObjectStore.prototype.put = function (...given) {
      if (Reflect.get(window, 'full') === true) throw new DOMException('full', 'QuotaExceededError')
      return put.apply(this, given)
    }
  })
  await room(false)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await photo())
  await expect(page.locator('main img').first()).toBeVisible()
  await expect(page.getByText(say('tech.device.full'))).toBeVisible()
  await expect.poll(() => hashes(page)).toEqual([])
  await room(true)
  await expect(page.getByText(say('tech.device.full'))).toBeHidden({ timeout: 120_000 })
  const [sha256] = await hashes(page)
  expect(sha256).toMatch(/^[0-9a-f]{64}$/)
  await page.reload()
  await expect(page.locator('main img').first()).toBeVisible()
})
