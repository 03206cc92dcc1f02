/** A technician at a box on the phone: from the first tap to the verdict. */
import type { Page } from '@playwright/test'
import { deflateSync } from 'node:zlib'
import { makeTechnician } from '../server/test/factories.ts'
import { serious } from './axe.ts'
import { keptDrafts } from './chaos/device.ts'
import { expect, placeOf, test } from './fixtures.ts'
import { json } from './json.ts'
import { say } from './text.ts'
import { sentAgain } from './wire.ts'

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

/** A call by the page itself, with its session. */
async function post<T>(page: Page, path: string, query: object): Promise<T> {
  const text = await page.evaluate(
    async ([path, query]) => {
      const form = new FormData()
      form.set('query', query)
      return (await fetch(`/api/v1/${path}.json`, { method: 'POST', body: form })).text()
    },
    [path, JSON.stringify(query)] as const,
  )
  return json<T>(text)
}

/** A grey PNG of the given side, as from a camera. */
function picture(side: number, grey: number): Buffer {
  const crcTable = Array.from({ length: 256 }, (_, n) => {
    let c = n
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
    return c >>> 0
  })
  const crc = (data: Buffer) => {
    let c = 0xffffffff
    for (const byte of data) c = (crcTable[(c ^ byte) & 0xff] ?? 0) ^ (c >>> 8)
    return (c ^ 0xffffffff) >>> 0
  }
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const row = Buffer.concat([
    Buffer.from([0]),
    Buffer.from(Uint8Array.from({ length: side }, (_, x) => (x + grey) & 255)),
  ])
  const rows = Buffer.concat(Array.from({ length: side }, () => row))
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([start, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}

const shoot = (page: Page, grey: number) =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'camera.png', mimeType: 'image/png', buffer: picture(2400, grey) })
const main = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`)
const pick = (page: Page, name: string, label: string) => field(page, name).getByText(label, { exact: true }).tap()

/** A box with lit neighbours and without other work. */
async function boxOf(page: Page, skip: number): Promise<Box> {
  const { records } = await post<{ records: { id: number }[] }>(page, 'admin_vno/ctos/get', { limit: 40 })
  for (const { id } of records.slice(skip)) {
    const [box] = (await post<{ records: Box[] }>(page, 'admin_vno/ctos/get', { id })).records
    if (box && box.ports.filter(({ state }) => state === 'online').length >= 4) return box
  }
  throw new Error('no box has neighbours with light')
}

/** Opens a maintenance intervention from the first screen. */
async function begin(page: Page, box: Box): Promise<string> {
  await page.getByRole('link', { name: say('tech.new') }).tap()
  await pick(page, 'work_kind', say('choice.work_kind.mantenimiento'))
  await field(page, 'cto').getByRole('textbox').fill(box.label)
  await page.getByRole('button', { name: box.label }).tap()
  await main(page, say('tech.new.open')).tap()
  await expect(page).toHaveURL(/\/tecnico\/intervencion\/\d+\/initial$/)
  await expect(page.getByRole('heading', { level: 1, name: say('tech.title.initial') })).toBeVisible({
    timeout: 120_000,
  })
  return /intervencion\/(\d+)/.exec(placeOf(page))?.[1] ?? ''
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
  await begin(page, box)
  await expect(page.getByText(say('tech.missing.prl.altura'))).toBeVisible()
  await measure(page)
  await clean(page)
  await page.getByText(say('tech.prl.altura')).tap()
  await expect.poll(() => keptDrafts(page)).toContain('"altura":true')
  await page.reload()
  await expect(page.getByRole('checkbox', { name: say('tech.prl.altura') })).toBeChecked()
  await page.getByText(say('tech.prl.tension')).tap()
  const gas = page.getByText(say('tech.prl.gas'))
  if (await gas.isVisible()) await gas.tap()
  await field(page, 'cto_code_read').getByRole('textbox').fill(box.label)
  await main(page, say('tech.act.confirm')).tap()

  await expect(page.getByRole('heading', { level: 1, name: say('tech.title.report') })).toBeVisible()
  await pick(page, 'box', say('choice.box.cerrada'))
  await pick(page, 'tidy', '4')
  await field(page, 'free_ports_seen').getByRole('textbox').fill('3')
  await pick(page, 'loose_fibres', say('tech.no'))
  await expect(page.getByText(say('tech.missing.picture.open_box'))).toBeVisible()
  await shoot(page, 10)
  await main(page, say('tech.act.confirm')).tap()

  await expect(page.getByRole('heading', { level: 1, name: say('tech.title.cto_enrollment') })).toBeVisible()
  await field(page, 'label_read')
    .getByRole('textbox')
    .fill(`${box.label.slice(0, -1)}X`)
  await expect(page.getByText(say('tech.label.bloqueo'), { exact: true })).toBeVisible()
  await clean(page)
  await field(page, 'label_read').getByRole('textbox').fill(box.label)
  await expect(page.getByText(say('tech.label.ok'), { exact: true })).toBeVisible()
  await shoot(page, 60)
  await main(page, say('tech.act.confirm')).tap()

  await expect(page.getByRole('heading', { level: 1, name: say('tech.title.final_report') })).toBeVisible()
  await field(page, 'minutes').getByRole('textbox').fill('20')
  await shoot(page, 120)
  // The second tap of a double tap is dropped, so a tap in between simulates a person's pace.
  await page.getByRole('heading', { level: 1 }).tap()
  await main(page, say('tech.act.finalize')).tap()
  await expect(page).toHaveURL(/veredicto$/)
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
  const id = await begin(page, box)
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
    const id = await begin(page, box)
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
    await page.getByText(say('tech.prl.altura')).tap()
    await page.getByText(say('tech.prl.tension')).tap()
    const gas = page.getByText(say('tech.prl.gas'))
    if (await gas.isVisible()) await gas.tap()
    await field(page, 'cto_code_read').getByRole('textbox').fill(box.label)
    await main(page, say('tech.act.confirm')).tap()
    await expect(page.getByRole('heading', { level: 1, name: say('tech.title.report') })).toBeVisible()
    await expect.poll(() => sent.length, { timeout: 120_000 }).toBe(2)
    expect(new Set(sent).size, 'the same request').toBe(1)

    await pick(page, 'box', say('choice.box.cerrada'))
    await page.context().setOffline(true)
    await expect(page.getByText(say('tech.offline'))).toBeVisible()
    await shoot(page, 30)
    await expect(field(page, 'picture.open_box').locator('img')).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByText(say('tech.offline'))).toBeHidden()
    interface Events {
      records: { steps: { step: string; status: string; pictures: object[] }[] }[]
    }
    const stepsOf = async () => (await post<Events>(page, 'admin_vno/events/get', { id: Number(id) })).records[0]?.steps
    await expect.poll(async () => (await stepsOf())?.find(({ step }) => step === 'report')?.pictures.length).toBe(1)
    expect((await stepsOf())?.find(({ step }) => step === 'initial')?.status).toBe('done')
  })
})
