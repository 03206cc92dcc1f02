/** A visit in the Canaries, for readers in both zones: one time in list, panel, agenda and phone. */
import type { Page } from '@playwright/test'
import { dayAt, instantAt } from '@hilo/domain/place-clock.ts'
import { expect, test } from './fixtures.ts'
import { firstRow, openList } from './list-page.ts'
import { say } from './text.ts'
import { call } from './wire.ts'

interface Made {
  id: number
  code: string
  time_zone: string
}
type Answer = { record: Made; records: Made[] }
const ask = (page: Page, path: string, query: object) => call<Answer>(page.request, `admin_vno/${path}`, query)

const place = 'Atlantic/Canary'
const address = { street: 'C/ Triana', number: '20', postal_code: '35002', municipality: 'Las Palmas de Gran Canaria' }
const tomorrow = dayAt(Date.now() + 86_400_000, place)
const at = (hour: number) => new Date(instantAt(Date.parse(`${tomorrow}T${hour}:00:00Z`), place)).toISOString()
const plain = (shown: string | null) => shown?.replaceAll('\u00a0', ' ')

for (const timezoneId of ['Europe/Madrid', place]) {
  const note = timezoneId === place ? '' : ' (hora canaria)'
  const ending = new RegExp(`p\\.\\sm\\.${note.replace(/[()]/g, '\\$&')}$`)

  test.describe(`for a reader in ${timezoneId}`, () => {
    test.use({ timezoneId })

    test('the list, the order and the agenda show the same hour of a visit', async ({ page, enter }) => {
      await enter('admin@norte.test')
      const appointment = { from: at(10), to: at(12) }
      const { record } = await ask(page, 'orders/create', { kind: 'averia', address, appointment })
      expect(record.time_zone).toBe(place)
      const { records } = await ask(page, 'technicals/get', { filter: { status: 4 }, limit: 1 })
      await ask(page, 'orders/assign', { order_id: record.id, technical_id: records[0]?.id })
      await openList(page, `/vno/ordenes?vista=todas&code=${record.code}`)
      const cell = firstRow(page).locator('time').first()
      // Its relative age is beside it.
      const shown = note === '' ? /10:00 a\. m\.(?! can)/ : /10:00 a\. m\. can\./
      await expect.poll(async () => plain(await cell.textContent())).toMatch(shown)
      await expect(cell).toHaveAttribute('title', new RegExp(`${ending.source.replace('p', 'a')}`))
      await page.goto(`/vno/ordenes/${record.id}`)
      await expect(page.getByText(/10:00\sa\.\sm\. a 12:00/)).toHaveText(ending)
      await page.goto(`/vno/agenda?dia=${tomorrow}`)
      const visit = page.locator(`[data-order="${record.id}"]`)
      await expect(visit).toHaveAttribute(
        'title',
        new RegExp(`10:00\\sa\\.\\sm\\. a 12:00\\sp\\.\\sm\\.${note.replace(/[()]/g, '\\$&')}`),
      )
    })

    test('a new order means its hours by the clock of the postal code', async ({ page, enter }) => {
      await enter('admin@norte.test')
      await page.goto('/vno/ordenes/nueva')
      await page.getByLabel('Código postal').fill('35002')
      const hint = page.getByText('Hora canaria')
      if (note === '') await expect(hint).toHaveCount(0)
      else await expect(hint).toBeVisible()
    })

    test('the phone shows the hour of the place', async ({ page, enter, elsewhere }) => {
      await enter('admin@norte.test')
      const appointment = { from: at(10), to: at(12) }
      const { record } = await ask(page, 'orders/create', { kind: 'averia', address, appointment })
      const { records } = await ask(page, 'technicals/get', { search: 'tecnico@norte.test', limit: 1 })
      await ask(page, 'orders/assign', { order_id: record.id, technical_id: records[0]?.id })
      const phone = await elsewhere('tecnico@norte.test', { timezoneId, viewport: { width: 390, height: 844 } })
      await phone.goto(`/tecnico/orden/${record.id}`)
      await expect(phone.getByText(/10:00\sa\.\sm\. – 12:00/)).toHaveText(ending)
      await phone
        .getByRole('link', { name: say('tech.to_today') })
        .first()
        .click()
      const row = phone.locator(`a[href="/tecnico/orden/${record.id}"]`)
      await expect(row).toContainText('10:00')
      if (note !== '') await expect(row).toContainText('can.')
    })
  })
}
