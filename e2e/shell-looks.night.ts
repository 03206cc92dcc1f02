/** The application shell without a network, its letters, and its buttons at work. */
import { expect, test } from './fixtures.ts'
import { steady } from './screen-checks.ts'
import { say } from './text.ts'

test.describe('a network without any answers', () => {
  test.use({ provoked: /ERR_FAILED|Failed to (?:load|fetch)/, viewport: { width: 390, height: 844 } })
  test('counts as no coverage, until something arrives', async ({ page, enter }) => {
    await enter('tecnico@norte.test')
    await page.goto('/tecnico')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const told = page.getByText(say('tech.offline'))
    await expect(told).toBeHidden()
    await page.route('**/api/v1/**', (route) => route.abort())
    await page.goto('/tecnico/historial')
    await expect(told).toBeVisible()
    expect(await page.evaluate(() => navigator.onLine)).toBe(true)
    await page.unroute('**/api/v1/**')
    await expect(told).toBeHidden()
  })
})

test('codes have slashed zeros and close hyphens, also among tabular figures', async ({ page }) => {
  await page.goto('/login')
  await page.evaluate(async () => {
    const span = (id: string, style: string, of: string) => {
      const one = Object.assign(document.createElement('span'), { id, textContent: of })
      one.style.fontVariantNumeric = style
      place.append(one)
    }
    const place = document.createElement('div')
    place.style.cssText = 'position: fixed; inset: 0; z-index: 99; background: white; color: black'
    document.body.append(place)
    span('plain', 'normal', '0')
    span('slashed', 'slashed-zero', '0')
    span('code', 'slashed-zero', 'A-B-C')
    span('text', '', 'A-B-C')
    await document.fonts.ready
  })
  const shot = (id: string) => page.locator(`#${id}`).screenshot()
  expect((await shot('plain')).equals(await shot('slashed'))).toBe(false)
  const width = (id: string) => page.locator(`#${id}`).evaluate((span) => span.getBoundingClientRect().width)
  expect(await page.locator('body').evaluate((body) => getComputedStyle(body).fontVariantNumeric)).toBe('tabular-nums')
  expect(await width('text')).toBe(await width('code'))
})

test('a button at work shows it without moving, with and without motion', async ({ page }) => {
  await page.goto('/login')
  const button = page.getByRole('button', { name: 'Entrar' })
  const edge = () => button.evaluate((one) => getComputedStyle(one, '::after').content)
  await page.evaluate(() => document.fonts.ready)
  const placed = () => steady(async () => [await button.boundingBox()])
  const [box, idle] = [await placed(), await edge()]
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await button.evaluate((one) => one.setAttribute('aria-busy', 'true'))
  const [still, size] = await button.evaluate((one) => {
    const { animationDuration, backgroundSize } = getComputedStyle(one, '::after')
    return [animationDuration, backgroundSize]
  })
  expect([idle, await edge()]).toEqual(['none', '""'])
  expect([still, size]).toEqual(['1e-05s', 'auto'])
  expect(await placed()).toEqual(box)
})
