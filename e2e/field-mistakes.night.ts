/** Mistakes of people and networks during field work; no work is lost or done twice. */
import { eventType } from '@hilo/domain/status.ts'
import type { Page } from '@playwright/test'
import { makeTechnician, makeVno } from '../server/test/factories.ts'
import { draftStored, keptDrafts, storedKeys } from './chaos/device.ts'
import { expect, heading, phone, stepPath, test } from './field.ts'
import { say } from './text.ts'

test.use({ viewport: phone })

const confirm = (page: Page) => page.getByRole('button', { name: say('tech.act.confirm') })
const comments = (page: Page) => page.getByLabel(say('tech.field.comments'))

/** Request ids of the step changes that the page sends as done. */
function sentSaves(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const body = request.postData() ?? ''
    const [, id] = /"client_request_id":"([0-9a-f-]+)"/.exec(body) ?? []
    if (request.url().includes('events/step/save') && body.includes('"status":"done"') && id) sent.push(id)
  })
  return sent
}

async function fillInitial(page: Page, label: string): Promise<void> {
  await page.getByText(say('tech.prl.altura')).click()
  await page.getByText(say('tech.prl.tension')).click()
  await page.getByRole('button', { name: say('tech.field.cto_is', { label }) }).click()
  await expect(confirm(page)).toBeVisible()
}

const report = (page: Page) => heading(page, say('tech.title.report'))

test('pressed twice, it happens once', async ({ page, field, db }) => {
  const event = await field.open('mantenimiento')
  const sent = sentSaves(page)
  await page.goto(stepPath(event, 'initial'))
  await fillInitial(page, field.box.label)
  await confirm(page).dblclick()
  await expect(report(page)).toBeVisible()
  await field.until(event.id, ({ steps }) => steps?.[0]?.status === 'done')
  expect(sent).toHaveLength(1)

  await field.work(event, ['initial'])
  await page.goto(stepPath(event, 'final_report'))
  await page.getByRole('button', { name: say('tech.act.finalize'), exact: true }).dblclick()
  await field.until(event.id, ({ result_flag }) => result_flag === 3)
  await expect(heading(page, say('tech.checking.title'))).toBeVisible()
  const { rows } = await db.owner.query('select id from event where parent_id = $1 and type = $2', [
    event.id,
    eventType.is.finalizeListener,
  ])
  expect(rows).toHaveLength(1)
})

test('a missing field is ringed until it is touched, also where nothing can be typed', async ({ page, field }) => {
  const event = await field.open('mantenimiento')
  await page.goto(stepPath(event, 'initial'))
  const tick = page.locator('label').filter({ hasText: say('tech.prl.altura') })
  await expect(tick).toHaveCSS('outline-style', 'none')
  await page.getByRole('button', { name: say('tech.act.fill') }).click()
  await expect(tick).toHaveCSS('outline-style', 'solid')
  await tick.click()
  await expect(page.getByLabel(say('tech.prl.altura'))).toBeChecked()
  await expect(tick).toHaveCSS('outline-style', 'none')
})

test.describe('in two tabs', () => {
  test.use({ provoked: /409/ })
  test('the same step is confirmed in both tabs, and neither loses its work', async ({ page, context, field }) => {
    const event = await field.open('mantenimiento')
    const other = await context.newPage()
    await page.goto(stepPath(event, 'initial'))
    await fillInitial(page, field.box.label)
    await expect.poll(() => keptDrafts(page)).toContain(`"cto_code_read":"${field.box.label}"`)
    await other.goto(stepPath(event, 'initial'))
    // The first tab's input is there already.
    await expect(confirm(other)).toBeVisible()
    await confirm(page).click()
    await confirm(other).click()
    for (const tab of [page, other]) await expect(report(tab)).toBeVisible()
    await comments(other).fill('Escrito en la segunda pestaña')
    // A person takes longer to the next screen than the device to store the input.
    await expect.poll(() => keptDrafts(other)).toContain('Escrito en la segunda pestaña')
    await other.goto('/tecnico/pendientes')
    await expect(heading(other, say('tech.pending.none'))).toBeVisible()
    await other.goto(stepPath(event, 'report'))
    await expect(comments(other)).toHaveValue('Escrito en la segunda pestaña')
    const { steps } = await field.read(event.id)
    expect(steps?.[0]?.status).toBe('done')
  })
})

test('the draft found on returning to a tab does not undo what is typed there meanwhile', async ({ page, field }) => {
  const event = await field.open('mantenimiento')
  await page.goto(stepPath(event, 'initial'))
  await expect(heading(page, say('tech.title.initial'))).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await page.getByText(say('tech.prl.altura')).click()
  await draftStored(page, 'initial')
  const code = page.locator('[data-field="cto_code_read"]').getByRole('textbox')
  // The first key arrives while the draft is still being read.
  await code.evaluate((input, text) => {
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
    window.dispatchEvent(new Event('focus'))
    value?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }, field.box.label)
  await expect.poll(() => keptDrafts(page)).toContain(field.box.label)
  await expect(code).toHaveValue(field.box.label)
  await page.getByText(say('tech.prl.tension')).click()
  await expect.poll(async () => (await keptDrafts(page)).includes('"tension":true')).toBe(true)
  expect(await keptDrafts(page)).toContain(field.box.label)
})

/** Keeps the phone's drafts busy, so that every access to them waits. Returns how to let them go. */
async function holdDrafts(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('hilo-field')
        opening.onsuccess = () => {
          const database = opening.result
          const store = database.transaction('drafts', 'readwrite').objectStore('drafts')
          let held = true
          const hold = () => {
            if (held) store.count().onsuccess = hold
            else database.close()
          }
          addEventListener('drafts-released', () => (held = false), { once: true })
          hold()
          resolve()
        }
      }),
  )
  return () => page.evaluate(() => void dispatchEvent(new Event('drafts-released')))
}

test('what is typed while the server gives the intervention its number stays', async ({ page, field }) => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/events/create.json', async (route) => {
    await answered
    await route.continue()
  })
  await page.goto(`/tecnico/nueva?cto=${field.box.id}`)
  await page.getByText(say('choice.work_kind.mantenimiento'), { exact: true }).click()
  await page.getByRole('button', { name: say('tech.new.open'), exact: true }).click()
  await expect(heading(page, say('tech.title.initial'))).toBeVisible()
  await page.getByText(say('tech.prl.altura')).click()
  await draftStored(page, 'initial')
  const code = page.locator('[data-field="cto_code_read"]').getByRole('textbox')
  await code.fill('X')
  await expect.poll(() => keptDrafts(page)).toContain('"cto_code_read":"X"')

  const release = await holdDrafts(page)
  const numbered = page.waitForResponse('**/events/create.json')
  answer()
  await (await numbered).finished()
  // The phone begins to move the draft to the number.
  await page.waitForTimeout(1000)
  await code.fill(field.box.label)
  await release()
  await expect.poll(() => storedKeys(page, 'drafts')).toContainEqual(expect.stringMatching(/^\d+\/\d+\/initial$/))
  await expect.poll(() => keptDrafts(page)).toContain(field.box.label)
  await expect(code).toHaveValue(field.box.label)
  await page.getByText(say('tech.prl.tension')).click()
  await expect.poll(async () => (await keptDrafts(page)).includes('"tension":true')).toBe(true)
  expect(await keptDrafts(page)).toContain(field.box.label)
})

test('another person’s intervention is like a missing one', async ({ page, field, db, elsewhere }) => {
  const event = await field.open('mantenimiento')
  const theirs = await elsewhere(await makeTechnician(db, { vno: await makeVno(db) }), { viewport: phone })
  const office = await elsewhere('admin@sur.test')
  const words: string[] = []
  for (const id of [event.id, 99_999_999]) {
    await theirs.goto(stepPath({ id }, 'initial'))
    await expect(heading(theirs, say('tech.gone.title'))).toBeVisible()
    await office.goto(`/vno/intervenciones/${id}`)
    await expect(heading(office, say('problem.NOT_FOUND'))).toBeVisible()
    words.push(`${await theirs.getByRole('main').innerText()} ${await office.getByRole('main').innerText()}`)
  }
  expect(words[0]).toBe(words[1])
  expect((await field.read(event.id)).id).toBe(event.id)
  await page.goto(stepPath(event, 'initial'))
  await expect(heading(page, say('tech.title.initial'))).toBeVisible()
})

test.describe('a session ended elsewhere', () => {
  test.use({ provoked: /401|ERR_/ })
  test('F20 leads to the way in, and the work is sent after it', async ({ page, context, field, db, enter }) => {
    const event = await field.open('mantenimiento')
    await page.goto(stepPath(event, 'initial'))
    await fillInitial(page, field.box.label)
    await field.until(event.id, ({ steps }) => steps?.[0]?.status === 'started')
    await context.setOffline(true)
    await confirm(page).click()
    await expect(report(page)).toBeVisible()
    await db.owner.query('update session set revoked_at = now() where user_id = $1', [field.technician.user_id])
    await context.setOffline(false)
    await expect(page).toHaveURL(/\/login/)
    await enter(field.technician)
    await page.goto(stepPath(event, 'report'))
    await expect(report(page)).toBeVisible()
    await field.until(event.id, ({ steps }) => steps?.[0]?.status === 'done')
  })
})
