/** The verdict stays on the screen while the report is reloaded in the background. */
import { askToFinalize, expect, phone, settle, test, verdictPath } from './field.ts'
import { holdRequests } from './hold-requests.ts'
import { say } from './text.ts'

test.use({ viewport: phone })

test('the code stays while the report is reloaded', async ({ page, field, db }) => {
  const event = await field.open('mantenimiento')
  await field.work(event)
  await askToFinalize(page, field, event)
  await settle(field, event)
  await page.goto(verdictPath(event))
  const code = page.getByText(say('tech.clean.code'), { exact: true })
  await expect(code).toBeVisible()

  const report = '**/neighbors/persistedqualityreport*'
  const answer = await holdRequests(page, report)
  const asked = page.waitForRequest(report)
  // A later version of the same end, written by the office.
  const changed = `with next as (update event set version = version + 1 where id = $1 returning *)
    select changed('events', id, version, vno_id, technical_id) from next`
  await db.owner.query(changed, [event.id])
  await asked
  await expect(code).toBeVisible()
  answer()
  await expect(code).toBeVisible()
})
