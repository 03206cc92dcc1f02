/**
 * Every screen of one desk and of one technician, in one visit each; `walk.night.ts`: everybody, every state of the answers, and
 * layout shifts, which the work of other tests on the same data would cause too.
 */
import { expect, test } from './fixtures.ts'
import { serious } from './axe.ts'
import { visitMenu } from './menu.ts'
import { atRest, expectNothingBelow, expectSpanish } from './screen-checks.ts'
import { technicianPlaces } from './screens/places.ts'

const desk = 'operador@hilo.test'
const technician = 'tecnico@norte.test'

test(`${desk} visits the whole menu: Spanish, no errors, no serious axe findings`, async ({ page, enter }) => {
  await enter(desk)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const visited = await visitMenu(page, {
    arrive: async (place) => expect.soft(await serious(page), place).toEqual([]),
  })
  expect(visited).toBeGreaterThan(30)
})

test(`${technician} visits all screens: Spanish, no errors, no serious axe findings`, async ({ page, enter }) => {
  await enter(technician)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [index, place] of technicianPlaces.entries()) {
    await page.emulateMedia({ colorScheme: index % 2 ? 'dark' : 'light', reducedMotion: 'reduce' })
    await page.goto(place)
    await atRest(page)
    await expectSpanish(page, place)
    await expectNothingBelow(page, place)
    expect.soft(await serious(page), place).toEqual([])
  }
})
