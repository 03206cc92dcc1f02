/** Field work is stored on the device before any network access, and never waits for ever. */
import { closeDatabases, keptDrafts, keptOperations, keptPictures, storedKeys, watchDatabases } from './chaos/device.ts'
import { expect, heading, install, phone, stepPath, test, type Field } from './field.ts'
import { expectToast } from './fixtures.ts'
import { drawing } from '../server/test/pictures.ts'
import { oneDay } from './one-day.ts'
import { say } from './text.ts'
import { at, button } from './thumb.ts'
import type { Page } from '@playwright/test'

test.use({ viewport: phone, provoked: /ERR_|Failed to load resource|fetch|status of 409/ })

const row = (page: Page) => page.locator('[data-field="picture.open_box"]')
async function shoot(page: Page, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await row(page)
    .getByRole('button', { name: /^(?:Foto|Otra)$/ })
    .click()
  await (await chooser).setFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer })
}
const kept = async (page: Page) =>
  (await keptPictures(page)).map(({ state, bytes, sha256 }) => [state, bytes === sha256])

test('a picture is stored before its position, and a doubtful one before its answer', async ({ page, field }) => {
  const event = await field.open('mantenimiento')
  // Geolocation never answers.
  await page.addInitScript(() => {
    navigator.geolocation.getCurrentPosition = () => undefined
    navigator.geolocation.watchPosition = () => 0
  })
  let uploads = 0
  page.on('request', (request) => (uploads += Number(request.url().includes('pictures/upload'))))
  await page.clock.install({ time: Date.now() - 600_000 })
  await page.goto(stepPath(event, 'report'))
  await expect(row(page)).toBeVisible()
  // It waits for its place for a moment, which does not pass. No file is older than the page.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 20_000)
  await shoot(page, await drawing({ seed: 61 }).jpeg().toBuffer())
  await expect.poll(() => kept(page)).toEqual([['saved', true]])
  expect(uploads, 'it waits for its place').toBe(0)
  await page.clock.resume()
  await expect.poll(() => uploads, { timeout: 120_000 }).toBe(1)
  await shoot(page, await drawing({ seed: 62 }).blur(15).jpeg().toBuffer())
  const sheet = page.getByRole('dialog', { name: say('tech.picture.blurred') })
  await expect(sheet).toBeVisible({ timeout: 120_000 })
  await expect.poll(() => kept(page)).toEqual([['sent', true], ['saved', true]]) // prettier-ignore
  const again = page.waitForEvent('filechooser')
  await sheet.getByRole('button', { name: say('tech.picture.again') }).click()
  await again
  await expect.poll(() => kept(page), { message: 'taken again, the first one goes' }).toHaveLength(1)
  await shoot(page, await drawing({ seed: 63 }).blur(15).jpeg().toBuffer())
  await expect(sheet).toBeVisible({ timeout: 120_000 })
  await page.reload()
  await expect(heading(page, say('tech.title.report'))).toBeVisible()
  // Without an answer it is sent anyway.
  await expect.poll(() => uploads).toBe(2)
  const sent = await field.until(event.id, ({ steps }) => {
    return steps?.find(({ step }) => step === 'report')?.pictures.length === 2
  })
  expect(sent.steps?.find(({ step }) => step === 'report')?.pictures.map(({ flags }) => flags)).toEqual([
    [],
    ['blurred'],
  ])
})

test('a request to a silent server is retried with the same id', async ({ page, field, db }) => {
  const event = await field.open('mantenimiento')
  await page.clock.install({ time: Date.now() })
  const asked: string[] = []
  await page.route('**/events/step/save.json', async (route) => {
    const [, id] = /"client_request_id":"([0-9a-f-]+)"/.exec(route.request().postData() ?? '') ?? []
    asked.push(id ?? '')
    // The first one gets no answer and no error.
    if (asked.length > 1) await route.continue()
  })
  await page.goto(stepPath(event, 'report'))
  await expect.poll(() => asked.length).toBe(1)
  await page.clock.fastForward(46_000)
  await page.clock.runFor(3000)
  await expect.poll(() => asked.length, { timeout: 120_000 }).toBe(2)
  expect(new Set(asked).size).toBe(1)
  await field.until(event.id, ({ steps }) => steps?.find(({ step }) => step === 'report')?.status === 'started')
  const { rows } = await db.owner.query(
    `select id from audit where call = 'admin_vno/events/step/save' and entity_id = $1`,
    [String(event.id)],
  )
  expect(rows).toHaveLength(1)
})

test('typed input beside the steps survives a reload, until it has been sent', async ({ page, field }) => {
  const event = await field.open('mantenimiento')
  const menu = async (name: string) => {
    await page.goto(stepPath(event, 'report'))
    await page.getByRole('button', { name: say('tech.menu') }).click()
    await page.getByRole('button', { name, exact: true }).click()
  }
  await menu(say('tech.note'))
  await page.getByLabel(say('tech.note.label')).fill('La llave la tiene el portero')
  await expect.poll(() => keptDrafts(page)).toContain('portero')
  await menu(say('tech.cancel'))
  await page.getByLabel(say('tech.leave.comments')).fill('Vuelvo el lunes con escalera')
  await expect.poll(() => keptDrafts(page)).toContain('escalera')
  await menu(say('tech.note'))
  await expect(page.getByLabel(say('tech.note.label'))).toHaveValue('La llave la tiene el portero')
  await button(page, say('tech.note.keep')).click()
  await expectToast(page, say('tech.note.kept'))
  await menu(say('tech.cancel'))
  await expect(page.getByLabel(say('tech.leave.comments'))).toHaveValue('Vuelvo el lunes con escalera')
  await menu(say('tech.note'))
  await expect(page.getByLabel(say('tech.note.label'))).toHaveValue('')
  expect((await keptOperations(page)).filter(({ path }) => path.endsWith('notes/create'))).toHaveLength(1)
})

/** Opens a step whose database handles the test can close. */
async function openWatched(page: Page, field: Field): Promise<void> {
  const event = await field.open('mantenimiento')
  await watchDatabases(page)
  await page.goto(stepPath(event, 'report'))
  await expect(row(page)).toBeVisible()
}

for (const told of [true, false])
  test(`a database closed ${told ? 'with' : 'without'} a word is reopened, no input lost`, async ({ page, field }) => {
    await openWatched(page, field)
    await page.route('**/api/v1/**', (route) => route.abort())
    await closeDatabases(page, told)
    await page.getByLabel(say('tech.field.free_ports_seen'), { exact: true }).fill('3')
    await expect.poll(() => keptDrafts(page)).toContain('"free_ports_seen":3')
    await closeDatabases(page, told)
    await at(page, 'box').getByText(say('choice.box.cerrada'), { exact: true }).click()
    await expect.poll(() => keptDrafts(page)).toContain('"box":"cerrada"')
    await closeDatabases(page, told)
    await shoot(page, await drawing({ seed: 71 }).jpeg().toBuffer())
    await expect.poll(() => kept(page)).toEqual([['saved', true]])
    await expect(page.getByText(say('tech.device.broken'))).toHaveCount(0)
  })

test('the pack of work goes on being kept after the telephone has closed its database', async ({ page, field }) => {
  await watchDatabases(page)
  await page.goto('/tecnico')
  await expect.poll(async () => (await storedKeys(page, 'pack')).length, { timeout: 120_000 }).toBeGreaterThan(0)
  await closeDatabases(page, false)
  const { id, code } = await field.open('mantenimiento')
  const isKept = async () => (await storedKeys(page, 'pack')).some((key) => key.endsWith(`/events/${id}`))
  await expect.poll(isKept, { timeout: 120_000 }).toBe(true)
  await page.route('**/api/v1/**', (route) => route.abort())
  await page.reload()
  await expect(page.getByText(code).first()).toBeVisible()
})

test('a database that cannot be opened: said at once, kept in memory, written afterwards', async ({ page, field }) => {
  await openWatched(page, field)
  await page.evaluate(() => {
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = () => {
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
    }
    Object.assign(window, { mend: () => (IDBFactory.prototype.open = open) })
  })
  await closeDatabases(page, true)
  await page.getByLabel(say('tech.field.free_ports_seen'), { exact: true }).fill('3')
  await expect(page.getByText(say('tech.device.broken'))).toBeVisible()
  await page.evaluate(() => void (window as unknown as { mend: () => void }).mend())
  await expect(page.getByText(say('tech.device.broken'))).toHaveCount(0)
  expect(await keptDrafts(page)).toContain('"free_ports_seen":3')
})

test('the chosen kind of intervention survives a reload', async ({ page, field }) => {
  await page.goto(`/tecnico/nueva?cto=${field.box.id}`)
  await at(page, 'work_kind').getByText(say('choice.work_kind.averia'), { exact: true }).click()
  await at(page, 'port').getByText(String(field.box.own[1]), { exact: true }).click()
  await expect(page).toHaveURL(/kind=averia/)
  await page.reload()
  await expect(at(page, 'work_kind').getByRole('radio', { name: say('choice.work_kind.averia') })).toBeChecked()
  await expect(at(page, 'port').getByRole('radio', { name: String(field.box.own[1]), exact: true })).toBeChecked()
})

test('recent and today’s work is available without the server', async ({ page, field, db }) => {
  await oneDay()
  const { id, code } = await field.open('mantenimiento')
  // Earlier tests may have moved the clock of this server past midnight; the page counts the days of the phone.
  await db.owner.query('update event set created_at = now() where id = $1', [id])
  for (const path of ['historial', 'parte']) {
    await page.goto(`/tecnico/${path}`)
    // The first visit of each page is read from a server that other tests keep busy.
    await expect(page.getByText(code).or(page.getByText(field.box.label)).first()).toBeVisible({ timeout: 120_000 })
  }
  await page.route('**/api/v1/admin_vno/**', (route) => route.abort())
  for (const path of ['historial', 'parte']) {
    await page.goto(`/tecnico/${path}`)
    await expect(page.getByText(code).or(page.getByText(field.box.label)).first()).toBeVisible()
  }
})

test('typed input is soon on the server: lost storage is restored', async ({ page, field, elsewhere }) => {
  const event = await field.open('averia')
  await field.work(event, ['final_report'])
  const sentBy = (one: Page) => one.getByLabel(say('tech.field.tx_dbm'), { exact: true })
  await page.goto(stepPath(event, 'final_report'))
  await sentBy(page).fill('2,35')
  await field.until(event.id, ({ steps }) => {
    const final = steps?.find(({ step }) => step === 'final_report')
    return final?.status === 'started' && final.data['tx_dbm'] === 2.35
  })
  const other = await elsewhere(field.technician, { viewport: phone, hasTouch: true, isMobile: true })
  await other.goto(stepPath(event, 'final_report'))
  await expect(sentBy(other)).toHaveValue('2,35')
})

test('an ONT’s transmitted power is written with sign and comma, and nonsense is refused', async ({ page, field }) => {
  const event = await field.open('alta')
  await field.work(event, ['final_report'])
  await page.goto(stepPath(event, 'final_report'))
  const sent = page.getByLabel(say('tech.field.tx_dbm'), { exact: true })
  await sent.fill('2,35')
  await sent.fill('2,35x')
  await expect.poll(() => keptDrafts(page)).toContain('"tx_dbm":2.35')
  await sent.blur()
  await expect(sent).toHaveValue('2,35')
})

test.describe('with the application on the phone', () => {
  test.use({ serviceWorkers: 'allow' })
  test('a port chosen without coverage can be changed for another without coverage', async ({ page, field }) => {
    const event = await field.open('alta')
    await field.work(event, ['port_available', 'power', 'cto_enrollment', 'drop_enrollment', 'final_report'])
    await install(page)
    const pulled = page.waitForResponse('**/sync/pull.json')
    await page.goto(stepPath(event, 'port_available'))
    await (await pulled).finished()
    await expect(heading(page, say('tech.title.port_available'))).toBeVisible()
    await page.context().setOffline(true)
    const [first = 0] = field.box.free
    await at(page, 'port_number').getByText(String(first), { exact: true }).click()
    await at(page, 'found').getByText(say('choice.found.802'), { exact: true }).click()
    await button(page, say('tech.hair')).click()
    await expect(page.getByText(say('tech.hair.ports.offline'))).toBeVisible()
    await expect(page.getByText(say('tech.hair.ready'))).toBeVisible()
    await page.getByLabel(say('tech.hair.comment')).fill('Tapado con masilla')
    await button(page, say('tech.hair.ask')).click()
    await expect(heading(page, say('tech.hair.pending'))).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: /Concedido/ })).toBeVisible({ timeout: 120_000 })
  })
})
