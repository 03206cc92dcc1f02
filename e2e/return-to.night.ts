/** S18 in the browser: the return path never leaves the site. */
import { expect, placeOf, signIn, test } from './fixtures.ts'
import { address } from './place.ts'

/** As in the address bar, escaped where a browser needs it. */
const hostile = [
  '//evil.test',
  '///evil.test/vno',
  '/%5Cevil.test/vno',
  '%5C%5Cevil.test/vno',
  '/%09/evil.test/vno',
  '/%0A/evil.test/vno',
  '%09//evil.test/vno',
  'https://evil.test/vno',
  'https:evil.test/vno',
  'https:/evil.test/vno',
  'javascript:location=%22//evil.test/vno%22',
  'JaVaScRiPt:alert(1)//vno',
  'data:text/html,vno',
  'vno.evil.test',
  '/%252f/evil.test/vno',
  '/%252fevil.test/vno',
  '/%255cevil.test/vno',
  '/.//evil.test/vno',
  '/..//evil.test/vno',
  '@evil.test/vno',
  '%20/vno',
  '/vno%0D%0ALocation:%20//evil.test',
  '/vno%00',
  '/vno//evil.test',
  '/%EF%BC%8Fevil.test/vno',
  'http://127.0.0.1:3800@evil.test/vno',
  '/login?return_to_url=//evil.test',
]

test('S18 return_to_url of a hostile link never leaves the site', async ({ page, enter }) => {
  await enter('admin@norte.test')
  const away: string[] = []
  await page.route(
    (url) => url.origin !== address,
    (route) => {
      away.push(route.request().url())
      return route.abort()
    },
  )
  page.on('dialog', (dialog) => {
    away.push(dialog.message())
    void dialog.dismiss()
  })
  for (const value of hostile) {
    await page.goto(`/login?return_to_url=${value}`, { waitUntil: 'commit' })
    const stays = ({ origin, pathname }: URL) => origin === address && /^\/(vno|%EF%BC%8F|%252f|%255c)/.test(pathname)
    await expect(page, value).toHaveURL(stays)
  }
  expect(away).toEqual([])
})

test('S18 nor does it after signing in', async ({ page }) => {
  await page.goto('/login?return_to_url=//evil.test/vno')
  await signIn(page, 'admin@norte.test')
  await expect(page).toHaveURL('/vno')
  expect(placeOf(page)).toBe('/vno')
})
