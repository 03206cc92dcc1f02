/** Work without coverage: begun, done and closed on the phone only, and once on the server when the network is back. */
import { processState } from '@hilo/domain/status.ts'
import { boxFound } from '@hilo/domain/step-data.ts'
import type { BrowserContext, Page } from '@playwright/test'
import { makeTechnician } from '../server/test/factories.ts'
import { keptDrafts } from './chaos/device.ts'
import { useShared, type Served } from './fixtures.ts'
import { expect, photo, phone, test as base, type Field } from './field.ts'
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
const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`)
const pick = (page: Page, name: string, label: string) => field(page, name).getByText(label, { exact: true }).tap()
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const cut = (context: BrowserContext, off: boolean) => context.setOffline(off)

/** The phone has cached the application and the box. */
async function ready(page: Page, { box }: Field): Promise<void> {
  await page.goto('/tecnico')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, {
    timeout: 120_000,
  })
  await page.goto(`/tecnico/nueva?cto=${box.id}`)
  await expect(page.getByText(box.label).first()).toBeVisible()
}

/** Begins a maintenance on the open screen. */
async function begin(page: Page): Promise<void> {
  await pick(page, 'work_kind', say('choice.work_kind.mantenimiento'))
  await main(page, say('tech.new.open')).tap()
  await expect(page).toHaveURL(/\/tecnico\/intervencion\/-\d+\/initial$/)
}

async function arrive(page: Page, { box }: Field): Promise<void> {
  await expect(title(page, say('tech.title.initial'))).toBeVisible()
  await page.getByText(say('tech.prl.altura')).tap()
  await page.getByText(say('tech.prl.tension')).tap()
  const gas = page.getByText(say('tech.prl.gas'))
  if (await gas.isVisible()) await gas.tap()
  await field(page, 'cto_code_read').getByRole('textbox').fill(box.label)
}

/** Takes the picture of the step; returns the phone's record of it. */
async function shoot(page: Page): Promise<void> {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await photo())
  await expect(page.locator('main img').first()).toBeVisible()
}

/** Hashes of the pending pictures on the phone. */
const waiting = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const request = indexedDB.open('hilo-field')
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
        request.onsuccess = () => {
          const all = request.result.transaction('operations').objectStore('operations').getAll()
          all.onsuccess = () => {
            request.result.close()
            const rows = all.result as { state: string; query?: { sha256?: string } }[]
            resolve(rows.flatMap(({ query }) => query?.sha256 ?? []))
          }
        }
      }),
  )

async function report(page: Page): Promise<void> {
  await expect(title(page, say('tech.title.report'))).toBeVisible()
  await pick(page, 'box', say(`choice.box.${boxFound[0]}`))
  await pick(page, 'tidy', '4')
  await field(page, 'free_ports_seen').getByRole('textbox').fill('3')
  await pick(page, 'loose_fibres', say('tech.no'))
  await shoot(page)
  await main(page, say('tech.act.confirm')).tap()
}

async function label(page: Page, { box }: Field): Promise<void> {
  await expect(title(page, say('tech.title.cto_enrollment'))).toBeVisible()
  await field(page, 'label_read').getByRole('textbox').fill(box.label)
  await shoot(page)
  await main(page, say('tech.act.confirm')).tap()
}

async function end(page: Page): Promise<void> {
  await expect(title(page, say('tech.title.final_report'))).toBeVisible()
  await field(page, 'minutes').getByRole('textbox').fill('20')
  await shoot(page)
  await page.getByRole('heading', { level: 1 }).tap()
  await main(page, say('tech.act.finalize')).tap()
  await expect(page).toHaveURL(/veredicto$/)
}

interface Events {
  records: { id: number; process_state: number }[]
}
const mine = async ({ ask, box }: Field) =>
  ((await ask('admin_vno/events/get', { filter: { cto_id: box.id, type: 1 } })) as Events).records

test('a maintenance begun, done and closed without coverage is on the server once, with a clock three years wrong', async ({
  page,
  context,
  field: work,
}) => {
  const started = Date.now()
  await page.clock.install({ time: started - 3 * 365 * 86_400_000 })
  await ready(page, work)
  await cut(context, true)
  await begin(page)
  await expect(page.getByText(say('tech.opening.note.later'))).toBeVisible()
  await arrive(page, work)
  await expect.poll(() => keptDrafts(page)).toContain(`"cto_code_read":"${work.box.label}"`)
  await page.reload()
  await expect(field(page, 'cto_code_read').getByRole('textbox')).toHaveValue(work.box.label)
  await main(page, say('tech.act.confirm')).tap()
  await report(page)
  await label(page, work)
  await end(page)
  await expect(page.getByText(say('tech.checking.offline'))).toBeVisible()
  const kept = await waiting(page)
  expect(new Set(kept).size).toBe(3)
  await page.reload()
  await expect(page.getByText(say('tech.checking.offline'))).toBeVisible()
  await page.goto('/tecnico/pendientes')
  await expect(page.getByText(say('choice.work_kind.mantenimiento')).first()).toBeVisible()
  expect(await mine(work).catch(() => [])).toEqual([])

  await cut(context, false)
  await expect(title(page, say('tech.pending.none'))).toBeVisible({ timeout: 120_000 })
  const events = await mine(work)
  expect(events).toHaveLength(1)
  const [event] = events
  const { process_state } = await work.read(event?.id ?? 0)
  expect([processState.is.finalizing, processState.is.finalized]).toContain(process_state)
  const { records } = (await work.ask('admin_vno/enrollments/pictures/get', { event_id: event?.id ?? 0 })) as {
    records: { taken_at: string | null; sha256: string }[]
  }
  expect(records.map(({ sha256 }) => sha256).toSorted()).toEqual([...new Set(kept)].toSorted())
  for (const { taken_at } of records)
    // Other tests move the server's clock on by minutes; the phone's is wrong by years.
    expect(Math.abs(Date.parse(taken_at ?? '') - Date.now()), 'by the server’s clock').toBeLessThan(86_400_000)
})

test('unsent work waits for its author only', async ({ page, context, field: work, db, enter }) => {
  await ready(page, work)
  await cut(context, true)
  await begin(page)
  await arrive(page, work)
  await main(page, say('tech.act.confirm')).tap()
  await expect(title(page, say('tech.title.report'))).toBeVisible()
  // The network is back for the sign-out only.
  await context.route(/events\/(create|step)/, (route) => route.abort())
  await cut(context, false)
  await page.goto('/tecnico')
  await main(page, say('menu.more')).tap()
  await main(page, say('shell.sign_out')).tap()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText(work.technician.name)).toBeVisible()
  await sheet.getByRole('button', { name: say('shell.sign_out') }).tap()
  await expect(page).toHaveURL('/login', { timeout: 120_000 })
  await context.unroute(/events\/(create|step)/)
  // The login page would navigate on its own during the test's navigation.
  await page.goto('about:blank')

  const colleague = await makeTechnician(db, { vno: { id: 1, name: '', external_id: '' } })
  await enter(colleague)
  await page.goto('/tecnico/pendientes')
  await expect(title(page, say('tech.pending.none'))).toBeVisible()
  await expect(page.getByText(/otra persona/)).toBeVisible()
  const seen = await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('hilo-field')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
    })
    const all = (name: string) =>
      new Promise<unknown[]>((resolve) => {
        const request = database.transaction(name).objectStore(name).getAll()
        request.onsuccess = () => resolve(request.result)
      })
    const text = JSON.stringify([await all('operations'), await all('drafts'), await all('pack')])
    database.close()
    return text
  })
  expect(seen).not.toContain(work.box.label)
  expect(await mine(work)).toEqual([])

  await enter(work.technician)
  await page.goto('/tecnico/pendientes')
  await expect(title(page, say('tech.pending.none'))).toBeVisible({ timeout: 120_000 })
  await expect.poll(async () => (await mine(work)).length, { timeout: 120_000 }).toBe(1)
})

test('a full phone reports it, keeps all in memory, and stores it when there is room', async ({
  page,
  context,
  field: work,
}) => {
  await ready(page, work)
  await cut(context, true)
  await begin(page)
  await arrive(page, work)
  await main(page, say('tech.act.confirm')).tap()
  await expect(title(page, say('tech.title.report'))).toBeVisible()
  const room = (left: boolean) => page.evaluate((full) => Object.assign(window, { full }), !left)
  await page.evaluate(() => {
    const put = Reflect.get<IDBObjectStore, 'put'>(IDBObjectStore.prototype, 'put')
    IDBObjectStore.prototype.put = function (...given) {
      if (Reflect.get(window, 'full') === true) throw new DOMException('full', 'QuotaExceededError')
      return put.apply(this, given)
    }
  })
  await room(false)
  await shoot(page)
  await expect(page.getByText(say('tech.device.full'))).toBeVisible()
  await expect.poll(() => waiting(page)).toEqual([])
  await room(true)
  await expect(page.getByText(say('tech.device.full'))).toBeHidden({ timeout: 120_000 })
  const [sha256] = await waiting(page)
  expect(sha256).toMatch(/^[0-9a-f]{64}$/)
  await page.reload()
  await expect(page.locator('main img').first()).toBeVisible()
})
