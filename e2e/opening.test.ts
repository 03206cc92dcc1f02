/** A reopened list requests its rows before the application has loaded. */
import type { Page, Request } from '@playwright/test'
import { expect, signOut, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'
import { firstRow, hearNothing, nameOf, openList, settled } from './list-page.ts'

const rowsCall = '/admin_vno/ports/get.json'
const isFirstPage = (request: Request) =>
  request.url().includes(rowsCall) && /"limit":50\b/.test(request.postData() ?? '')
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('askedFirst'))

test('the rows load in parallel with the application, and are requested once', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await hearNothing(page)
  // The first answer is used however long the application takes to start; its limit is ten seconds.
  await page.addInitScript(() => {
    const real = window.setTimeout as (then: () => void, ms?: number, ...more: unknown[]) => number
    const patient = (then: () => void, ms?: number, ...more: unknown[]) =>
      real(then, ms === 10_000 ? 600_000 : ms, ...more)
    Object.assign(window, { setTimeout: patient })
  })
  await openList(page, '/vno/puertos?q=VAL')
  const name = await nameOf(firstRow(page)).innerText()

  const release = await holdRequests(page, '**/static/base-*')
  const asked: string[] = []
  page.on('request', (request) => {
    if (isFirstPage(request)) asked.push(request.postData() ?? '')
  })
  await page.reload({ waitUntil: 'commit' })
  // React is still loading.
  await expect.poll(() => asked.length).toBe(1)
  expect(asked[0]).toContain('VAL')
  release()
  await expect(nameOf(firstRow(page))).toHaveText(name)
  await settled(page)
  expect(asked).toHaveLength(1)
})

test('a page starts with its address, not with an earlier search', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await hearNothing(page)
  await openList(page, '/vno/puertos')
  await page.getByRole('searchbox', { name: 'Buscar en Puertos' }).fill('VAL')
  await expect(page).toHaveURL(/q=VAL/)
  await settled(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (isFirstPage(request)) asked.push(request.postData() ?? '')
  })
  await openList(page, '/vno/puertos')
  expect(asked).toHaveLength(1)
  expect(asked[0]).not.toContain('"search"')
})

test('nothing of it remains after signing out', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await openList(page, '/vno/puertos?q=VAL')
  expect(await kept(page)).toContain('VAL')
  await signOut(page)
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  expect(await kept(page)).toBeNull()
})

test('it belongs to the signed-in person', async ({ page, enter, context }) => {
  await enter('admin@norte.test')
  await openList(page, '/vno/puertos?q=VAL')
  // No request of the first page is pending when its session ends.
  await page.goto('about:blank')
  await context.clearCookies()
  await enter('operador@hilo.test')
  // The page is still the first person's; on another person's session it reloads.
  await page.goto('/vno/puertos?q=VAL')
  await settled(page)
  const owned = () =>
    page.evaluate(() => {
      const read = (key: string) => localStorage.getItem(key) ?? '{}'
      const { user } = JSON.parse(read('userInfo')) as { user?: { id: number; email: string } }
      const { user: owner } = JSON.parse(read('askedFirst')) as { user?: number }
      return { email: user?.email, isHis: owner === user?.id, isAsked: read('askedFirst').includes('VAL') }
    })
  // The reload may come while it is read.
  await expect
    .poll(() => owned().catch(() => null))
    .toEqual({ email: 'operador@hilo.test', isHis: true, isAsked: true })
})

test('corrupt storage still shows the list', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await openList(page, '/vno/puertos')
  for (const spoiled of ['[', '7', '{"user":USER,"pages":7}', '{"user":USER,"pages":[null,["/vno/puertos",1,{}]]}']) {
    await page.evaluate((text) => {
      const { user } = JSON.parse(localStorage.getItem('userInfo') ?? '{}') as { user?: { id?: number } }
      localStorage.setItem('askedFirst', text.replace('USER', String(user?.id)))
    }, spoiled)
    await openList(page, '/vno/puertos')
  }
  expect(await kept(page)).toContain('/vno/puertos')
})
