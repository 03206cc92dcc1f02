/** Faults of the device: storage full, storage lost, clock wrong by years. */
import type { Page } from '@playwright/test'
import { say } from '../text.ts'
import { arrived, doAll, doAct, expect, from, openLedger, phone, test, upTo } from './chaos.ts'
import { hurry, keptOperations } from './device.ts'
import { exactlyOnce, onlyEvent } from './ledger.ts'
import { begin, goOn, maintenance } from './walk.ts'

test.use({ viewport: phone, actionTimeout: 15_000, provoked: /ERR_|status of 4\d\d|Failed to (?:load|fetch)|Quota/ })
test.setTimeout(120_000)

/** Makes every write of the browser's storage fail; returns the undo. Quota emulation does not work in private windows. */
async function fill(page: Page): Promise<() => Promise<void>> {
  const full = (now: boolean) => page.evaluate((is) => void Object.assign(window, { full: is }), now)
  await page.evaluate(() => {
    const put = Reflect.get<IDBObjectStore, 'put'>(IDBObjectStore.prototype, 'put')
    IDBObjectStore.prototype.put = function (...given) {
      if (Reflect.get(window, 'full') === true) throw new DOMException('full', 'QuotaExceededError')
      return put.apply(this, given)
    }
  })
  await full(true)
  return () => full(false)
}

test('F19 a device without room reports it, loses nothing and stores it once there is room', async ({
  page,
  net,
  field,
  db,
}) => {
  const walk = maintenance(field.box)
  const ledger = openLedger(walk)
  await begin(page, field.box, walk)
  await doAll(page, upTo(walk, 'report'), ledger)
  net.down()
  const enough = await fill(page)
  const [picture] = from(walk, 'report').filter(({ kind }) => kind === 'picture')
  const others = from(walk, 'report').filter((act) => act.step === 'report' && act.kind === 'field')
  // The ledger reads the device's storage, which is empty so far.
  for (const act of [...others, ...(picture ? [picture] : [])]) {
    await act.act(page)
    await act.left(page)
  }
  await expect(page.getByText(say('tech.device.full'))).toBeVisible()
  await enough()
  await expect.poll(async () => (await keptOperations(page)).length, { timeout: 20_000 }).toBeGreaterThan(4)
  await expect(page.getByText(say('tech.device.full'))).toBeHidden()
  net.clear()
  await goOn(page)
  for (const act of others) await act.left(page)
  await exactlyOnce(ledger, field, db)
})

test('F19 lost storage with pending work is reported, and the work goes on', async ({ page, net, field, db }) => {
  const walk = maintenance(field.box)
  const ledger = openLedger(walk)
  await begin(page, field.box, walk)
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

/** Runs in the page: shifts its clock by so many milliseconds. */
function shiftClock(ms: number): void {
  const Real = Date
  globalThis.Date = new Proxy(Real, {
    construct: (_, given) =>
      given.length === 0 ? new Real(Real.now() + ms) : (Reflect.construct(Real, given) as Date),
    get: (of, name) => (name === 'now' ? () => Real.now() + ms : (Reflect.get(of, name) as unknown)),
  })
}

for (const years of [-9, -2]) {
  test(`F9 a clock that is wrong by ${years} years`, async ({ page, field, db }) => {
    await page.addInitScript(shiftClock, years * 365 * 86_400_000)
    const walk = maintenance(field.box)
    const ledger = openLedger(walk)
    await begin(page, field.box, walk)
    for (const act of walk.acts) await doAct(page, act, ledger)
    const id = await arrived(page, ledger, field, db)
    const { records } = (await field.ask('admin_vno/enrollments/pictures/get', { event_id: id })) as {
      records: { taken_at: string; received_at: string }[]
    }
    for (const { taken_at, received_at } of records)
      expect(Math.abs(Date.parse(taken_at) - Date.parse(received_at)), 'taken when it was').toBeLessThan(60_000)
  })
}
