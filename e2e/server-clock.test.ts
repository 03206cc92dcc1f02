/** A desk with a wrong clock shows ages and dates by the server's. */
import { expect, test } from './fixtures.ts'

/** The page's clock is ten minutes slow: recent events are in its future. */
const slow = () => {
  const behind = 600_000
  const now = Date.now.bind(Date)
  const Real = Date
  class Slow extends Real {
    constructor(...values: unknown[]) {
      if (values.length === 0) super(now() - behind)
      else super(...(values as [string]))
    }
    static override now() {
      return now() - behind
    }
  }
  globalThis.Date = Slow as DateConstructor
}

test('with a clock ten minutes slow no event is in the future', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await page.addInitScript(slow)
  await page.goto('/vno/intervenciones?vista=todas')
  const ages = page.locator('.hl-row time small')
  await expect(ages.first()).toHaveText(/^hace /)
  expect((await ages.allTextContents()).filter((age) => age.startsWith('en '))).toEqual([])
  await page.goto('/vno')
  const since = page.locator('main time')
  await expect(since.first()).toHaveText(/^hace /)
  expect((await since.allTextContents()).filter((age) => age.startsWith('en '))).toEqual([])
})

test('a date in a list is day, whole month, year and twelve hours, as high as its row', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await page.goto('/vno/intervenciones?vista=todas')
  const date = page.locator('.hl-row time').first()
  await expect(date).toHaveText(/^\d{1,2}\sde\s[a-zñ]+\sde\s\d{4},\s\d{1,2}:\d{2}\s[ap]\.\sm\./)
  const cut = await page.locator('.hl-row').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return [...row.querySelectorAll('time')].flatMap(({ firstChild: words }) => {
        const range = document.createRange()
        if (words) range.selectNode(words)
        return [...range.getClientRects()].filter((line) => line.top < top - 1 || line.bottom > bottom + 1)
      })
    }),
  )
  expect(cut).toEqual([])
})
