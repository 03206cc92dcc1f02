/** All dialogs: Spanish, without serious axe findings, and inside the window. */
import { expect, test } from './fixtures.ts'
import { serious } from './axe.ts'
import { json } from './json.ts'
import { atRest, expectSpanish } from './screen-checks.ts'
import { changeNothing, eachDialog } from './screens/dialogs.ts'
import { vnoPlaces } from './screens/places.ts'
import { sentAgain } from './wire.ts'

const looks = [
  { who: 'operador@hilo.test', where: 'at a desk', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { who: 'admin@norte.test', where: 'in the hand', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const

for (const { who, where, viewport, colorScheme } of looks)
  test(`dialogs over the screens of ${who}, ${where}, ${colorScheme}`, async ({ page, enter }) => {
    await enter(who)
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const places = await vnoPlaces(async (path, query) => {
      const answer = await page.request.post(`/api/v1/${path}.json`, { data: { query }, ...sentAgain })
      return answer.ok() ? json(await answer.text()) : { records: [] }
    })
    await changeNothing(page)
    const seen = new Set<string>()
    for (const place of places) {
      await page.goto(place)
      await atRest(page)
      await eachDialog(page, seen, async (name) => {
        const said = `${place}, ${name}`
        await atRest(page)
        await expectSpanish(page, said)
        expect.soft(await serious(page), said).toEqual([])
        const shown = await page
          .locator(':is(dialog[open], [role="dialog"])')
          .last()
          .evaluate((dialog) => {
            const { left, top, right, bottom } = dialog.getBoundingClientRect()
            return {
              inside: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
              // A dialog taller than the window scrolls as a whole.
              whole: dialog.scrollHeight <= dialog.clientHeight + 1 || bottom - top > innerHeight * 0.6,
            }
          })
        expect.soft(shown, said).toEqual({ inside: true, whole: true })
      })
    }
    expect(seen.size, [...seen].join()).toBeGreaterThan(25)
  })
