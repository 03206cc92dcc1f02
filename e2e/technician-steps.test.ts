/** A technician at a box on the phone: from the first tap to the verdict. */
import type { Page } from '@playwright/test'
import { makeTechnician } from '../server/test/factories.ts'
import { serious } from './axe.ts'
import { keptDrafts } from './chaos/device.ts'
import { maintenance, open, walker, type Walk } from './chaos/walk.ts'
import { expect, placeOf, test } from './fixtures.ts'
import { say } from './text.ts'
import { call, sentAgain } from './wire.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
// The intervention may change while a step is being sent: it is retried with the server's record.
test.use({ provoked: /status of 409 .*step\/save/ })

interface Box {
  id: number
  code: string
  label: string
  ports: { port: number; state: string }[]
}

/** An operator whose control room has a phone. */
const norte = { id: 1, name: '', external_id: '' }

const post = <T>(page: Page, path: string, query: object) => call<T>(page.request, path, query)
const main = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`)

/** Only some boxes ask for it. */
async function tickGas(page: Page): Promise<void> {
  const gas = page.getByText(say('tech.prl.gas'))
  if (await gas.isVisible()) await gas.tap()
}

/** A box with lit neighbours and without other work. */
async function boxOf(page: Page, skip: number): Promise<Box> {
  const { records } = await post<{ records: { id: number }[] }>(page, 'admin_vno/ctos/get', { limit: 40 })
  for (const { id } of records.slice(skip)) {
    const [box] = (await post<{ records: Box[] }>(page, 'admin_vno/ctos/get', { id })).records
    if (box && box.ports.filter(({ state }) => state === 'online').length >= 4) return box
  }
  throw new Error('no box has neighbours with light')
}

/** Opens an intervention from the first screen; its id. */
async function begin(page: Page, box: Box, walk: Walk): Promise<number> {
  await page.getByRole('link', { name: say('tech.new') }).tap()
  await field(page, 'cto').getByRole('textbox').fill(box.label)
  await page.getByRole('button', { name: box.label }).tap()
  await open(page, walk)
  await expect(page).toHaveURL(/\/tecnico\/intervencion\/\d+\/initial$/)
  return Number(/intervencion\/(\d+)/.exec(placeOf(page))?.[1])
}

/** All targets are large enough for a thumb. */
async function measure(page: Page): Promise<void> {
  const small = await page.locator('main :is(button, a), nav :is(button, a)').evaluateAll((all) =>
    all.flatMap((one) => {
      const { width, height } = one.getBoundingClientRect()
      return width > 0 && (width < 48 || height < 48) ? [`${one.textContent} ${width} × ${height}`] : []
    }),
  )
  expect(small, placeOf(page)).toEqual([])
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide, 'nothing is wider than the screen').toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

async function clean(page: Page): Promise<void> {
  expect(await serious(page), placeOf(page)).toEqual([])
}

test('a maintenance from the first press to its code, with a reload in the middle', async ({ page, db, enter }) => {
  await enter(await makeTechnician(db))
  await page.goto('/tecnico')
  await measure(page)
  const box = await boxOf(page, 20)
  const walk = maintenance(box)
  const go = walker(page, walk)
  await begin(page, box, walk)
  await expect(page.getByText(say('tech.missing.prl.altura'))).toBeVisible()
  await measure(page)
  await clean(page)
  await go('initial.prl.tension')
  await expect.poll(() => keptDrafts(page)).toContain('"altura":true')
  await page.reload()
  await expect(page.getByRole('checkbox', { name: say('tech.prl.altura') })).toBeChecked()
  await tickGas(page)
  await go('report.picture.open_box')
  await expect(page.getByText(say('tech.missing.picture.open_box'))).toBeVisible()
  await go('cto_enrollment.label_read')
  const read = field(page, 'label_read').getByRole('textbox')
  await read.fill(`${box.label.slice(0, -1)}X`)
  await expect(page.getByText(say('tech.label.bloqueo'), { exact: true })).toBeVisible()
  await clean(page)
  await go('cto_enrollment.picture.cto_label')
  await expect(page.getByText(say('tech.label.ok'), { exact: true })).toBeVisible()
  await go()
  await expect(page.getByRole('heading', { level: 1, name: say('tech.checking.title') })).toBeVisible()
  const code = page.getByText(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
  // Readings wait for the lights to settle: the demonstration's clock is ahead of the wall clock.
  await expect(async () => {
    await post(page, 'demo/plant/clock', { advance_s: 40 })
    await expect(code).toBeVisible({ timeout: 4000 })
  }).toPass({ timeout: 120_000 })
  await measure(page)
  await clean(page)
  await page.goto('/tecnico/pendientes')
  await expect(page.getByRole('heading', { level: 1, name: say('tech.pending.none') })).toBeVisible()
})

test('a neighbour that goes dark covers the screen until the light is back', async ({ page, db, enter }) => {
  await enter(await makeTechnician(db, { vno: norte }))
  await page.goto('/tecnico')
  const box = await boxOf(page, 30)
  const id = await begin(page, box, maintenance(box))
  const victim = box.ports.find(({ state }) => state === 'online')?.port ?? 0
  const hand = (action: string) => post(page, 'demo/plant/act', { action, cto_code: box.code, port: victim })
  await page.goto('/tecnico/historial')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await hand('unplug')
  const alarm = page.getByRole('alertdialog', { name: say('tech.alarm.what_one', { ports: victim }) })
  await expect(alarm).toBeVisible({ timeout: 120_000 })
  await expect(main(page, say('tech.alarm.done'))).toBeFocused()
  await expect(alarm.getByRole('link', { name: say('tech.noc.help') })).toHaveAttribute('href', /^tel:\+\d{9,}$/)
  await clean(page)
  for (const key of ['Escape', 'Escape', 'Escape']) await page.keyboard.press(key)
  await expect(alarm).toBeVisible()
  await page.reload()
  await expect(alarm).toBeVisible()
  await hand('plug')
  await main(page, say('tech.alarm.done')).tap()
  await post(page, 'demo/plant/clock', { advance_s: 60 })
  const cleared = page.getByRole('dialog', { name: say('tech.cleared.what_one', { ports: victim }) })
  await expect(cleared).toBeVisible({ timeout: 120_000 })
  await cleared.getByRole('button').tap()
  await expect(cleared).toBeHidden()
  // A notice names only the intervention, and links to its current screen.
  await page.goto(`/tecnico/intervencion/${id}`)
  await expect(page).toHaveURL(new RegExp(`/tecnico/intervencion/${id}/[a-z_]+$`))
  await page.goto(`/tecnico/intervencion/${id}/initial`)
  await page.getByRole('link', { name: /con luz$/ }).tap()
  await expect(page).toHaveURL(/\/tecnico\/vecinos\//)
  await expect(
    page.getByRole('option', { name: new RegExp(`^${say('faceplate.port', { port: victim })},`) }),
  ).toBeVisible()
  await measure(page)
  await clean(page)
})

test.describe('a network that comes and goes', () => {
  test.use({ provoked: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|status of 409/ })

  test('a change with a lost answer is retried, and offline work is queued', async ({ page, db, enter }) => {
    await enter(await makeTechnician(db))
    await page.goto('/tecnico')
    const box = await boxOf(page, 10)
    const walk = maintenance(box)
    const [id, go] = [await begin(page, box, walk), walker(page, walk)]
    const sent: string[] = []
    await page.route('**/events/step/save.json', async (route) => {
      const body = route.request().postData() ?? ''
      if (!body.includes('"done"')) return route.continue()
      sent.push(/"client_request_id":"([^"]+)"/.exec(body)?.[1] ?? '')
      // The first answer is lost: the server has committed.
      if (sent.length > 1) return route.continue()
      await route.fetch(sentAgain)
      await route.abort()
    })
    await tickGas(page)
    await go('report.box')
    await expect.poll(() => sent.length, { timeout: 120_000 }).toBe(2)
    expect(new Set(sent).size, 'the same request').toBe(1)

    await go('report.picture.open_box')
    await page.context().setOffline(true)
    await expect(page.getByText(say('tech.offline'))).toBeVisible()
    await go('report.main')
    await page.context().setOffline(false)
    await expect(page.getByText(say('tech.offline'))).toBeHidden()
    interface Events {
      records: { steps: { step: string; status: string; pictures: object[] }[] }[]
    }
    const stepsOf = async () => (await post<Events>(page, 'admin_vno/events/get', { id })).records[0]?.steps
    await expect.poll(async () => (await stepsOf())?.find(({ step }) => step === 'report')?.pictures.length).toBe(1)
    expect((await stepsOf())?.find(({ step }) => step === 'initial')?.status).toBe('done')
  })
})
