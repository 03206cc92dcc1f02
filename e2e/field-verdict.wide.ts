/** The verdict stays before the technician's eyes whatever is read behind it. */
import { askToFinalize, expect, phone, settle, test, verdictPath } from './field.ts'
import { say } from './text.ts'

test.use({ viewport: phone })
test.setTimeout(120_000)

test('the code does not go away while the report is asked for again', async ({ page, field, db }) => {
  const event = await field.open('mantenimiento')
  await field.work(event)
  await askToFinalize(page, field, event)
  await settle(field, event)
  await page.goto(verdictPath(event))
  const code = page.getByText(say('tech.clean.code'), { exact: true })
  await expect(code).toBeVisible()

  let asked = 0
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/neighbors/persistedqualityreport*', async (route) => {
    asked++
    await held
    await route.continue()
  })
  // The office writes beside it: another version of the same end.
  const changed = `with next as (update event set version = version + 1 where id = $1 returning *)
    select changed('events', id, version, vno_id, technical_id) from next`
  await db.owner.query(changed, [event.id])
  await expect.poll(() => asked).toBeGreaterThan(0)
  await expect(code).toBeVisible()
  answer()
  await expect(code).toBeVisible()
})
