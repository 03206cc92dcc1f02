import { expect, test } from './fixtures.ts'
import { say } from './text.ts'

// A report as the first edition of the rules kept it, without the readings of the box.
const bare = `insert into quality_report (event_id, vno_id, version, edition, diff, counters, verdict, frozen_at, sha256, prev_sha256)
  select r.event_id, r.vno_id, r.version, 1, r.diff, r.counters, r.verdict, r.frozen_at, sha256(r.sha256), r.sha256
  from quality_report r join vno_admin_account a on a.vno_id = r.vno_id join app_user u on u.id = a.user_id
  where u.email = 'admin@norte.test' and r.before_id is not null and jsonb_array_length(r.diff) > 0 order by r.id desc limit 1
  returning event_id`

test('a report of which no reading was kept says so instead of drawing an empty box', async ({ page, enter, db }) => {
  const { rows } = await db.owner.query<{ event_id: number }>(bare)
  await enter('admin@norte.test')
  await page.goto(`/vno/vecinos/informes/${rows[0]?.event_id}`)
  const boxes = page.getByRole('region', { name: say('list.ctos.box') })
  await expect(boxes.getByText(say('report.box.no_data'))).toHaveCount(2)
  await expect(boxes.getByRole('img')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: say('report.neighbours') })).toBeVisible()
})
