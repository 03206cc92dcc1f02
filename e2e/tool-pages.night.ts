/** Pages that answer one question at a time, before a question is put: the user's last queries and the weakest lines. */
import type { Locator, Page } from '@playwright/test'
import { expect, heading, test } from './field.ts'
import { say } from './text.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** Card with this title. */
const card = (page: Page, key: string): Locator => page.getByRole('region', { name: say(key) })

test('diagnosis lists the last queries of this user, and the weakest lines', async ({ page, field, enter, db }) => {
  const code = field.box.accesses[field.box.own[0] ?? 0] ?? ''
  await enter('admin@norte.test')
  await page.goto('/vno/diagnostico')
  await expect(card(page, 'tool.recent')).toContainText(say('tool.recent.none'))
  await page.goto(`/vno/diagnostico?acceso=${code}`)
  await expect(page.getByRole('status', { name: say('diagnosis.verdict') })).toBeVisible()
  await page.goto('/vno/diagnostico')
  await expect(card(page, 'tool.recent').getByRole('link', { name: code })).toHaveAttribute(
    'href',
    new RegExp(`acceso=${code}$`),
  )

  // A customer that receives little light; the one above was measured just now.
  const weak = field.box.accesses[field.box.own[1] ?? 0] ?? '?'
  await db.owner.query(
    'update port_assignment set rx_dbm = -28.9 where ended_at is null and access_id = (select id from access where code = $1)',
    [weak],
  )
  await page.goto('/vno/diagnostico')
  await expect(card(page, 'diagnosis.weak').getByRole('listitem').filter({ hasText: weak })).toContainText(
    /−28,90\sdBm/,
  )

  // Queries belong to the person, not to the device.
  await enter('admin@sur.test')
  await page.goto('/vno/diagnostico')
  await expect(card(page, 'tool.recent')).toContainText(say('tool.recent.none'))
})

test('the state of a box and feasibility list the last queries', async ({ page, field, enter }) => {
  await enter('admin@norte.test')
  await page.goto('/vno/vecinos')
  await expect(page.getByRole('heading', { name: say('neighbours.empty.title') })).toBeVisible()
  await page.goto(`/vno/vecinos?caja=${field.box.code}`)
  await expect(page.getByText(field.box.label).first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(field.box.code)
  await page.goto('/vno/vecinos')
  await card(page, 'tool.recent').getByRole('link', { name: field.box.label }).click()
  await expect(page).toHaveURL(new RegExp(`caja=${field.box.code}$`))

  await page.goto('/vno/factibilidad')
  await expect(heading(page, say('menu.feasibility'))).toBeVisible()
  await expect(card(page, 'tool.recent')).toContainText(say('tool.recent.none'))
  await page.getByRole('button', { name: say('feasibility.by.point'), exact: true }).click()
  await page.getByRole('combobox', { name: say('feasibility.near') }).fill(field.box.code)
  await page.getByRole('option', { name: field.box.code }).click()
  await expect(page.getByLabel(say('feasibility.lat'))).not.toHaveValue('')
  // Left before the answer is read: the query was put, so it is among the last ones.
  const reads = '**/admin_vno/feasibility/get.json'
  await page.route(reads, () => {})
  await page.getByRole('button', { name: say('feasibility.check'), exact: true }).click()
  await expect(page).toHaveURL(/consulta=\d+$/)
  const asked = new URL(page.url()).search
  await page.unroute(reads)
  await page.goto('/vno/factibilidad')
  await card(page, 'tool.recent').getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`${asked.replace('?', '\\?')}$`))
})
