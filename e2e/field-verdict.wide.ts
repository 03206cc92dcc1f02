/** The verdict stays before the technician's eyes whatever is read behind it. */
import { askToFinalize, expect, phone, settle, test, verdictPath } from './field.ts'
import { held } from './held.ts'
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

  const report = '**/neighbors/persistedqualityreport*'
  const answer = await held(page, report)
  const asked = page.waitForRequest(report)
  // The office writes beside it: another version of the same end.
  const changed = `with next as (update event set version = version + 1 where id = $1 returning *)
    select changed('events', id, version, vno_id, technical_id) from next`
  await db.owner.query(changed, [event.id])
  await asked
  await expect(code).toBeVisible()
  answer()
  await expect(code).toBeVisible()
})
