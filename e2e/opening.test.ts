/** A list that somebody opens again asks for its rows before the application is there. */
import type { Page, Request } from '@playwright/test'
import { expect, signOut, test } from './fixtures.ts'
import { held } from './held.ts'
import { firstRow, nameOf, openList, settled } from './list-page.ts'

const rowsCall = '/admin_vno/ports/get.json'
const isFirstPage = (request: Request) =>
  request.url().includes(rowsCall) && /"limit":50\b/.test(request.postData() ?? '')
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('askedFirst'))

test('the rows travel beside the application, and are asked for once', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await openList(page, '/vno/puertos?q=VAL')
  const name = await nameOf(firstRow(page)).innerText()

  const release = await held(page, '**/static/base-*')
  const asked: string[] = []
  page.on('request', (request) => {
    if (isFirstPage(request)) asked.push(request.postData() ?? '')
  })
  await page.reload({ waitUntil: 'commit' })
  // React is still on its way.
  await expect.poll(() => asked.length).toBe(1)
  expect(asked[0]).toContain('VAL')
  release()
  await expect(nameOf(firstRow(page))).toHaveText(name)
  await settled(page)
  expect(asked).toHaveLength(1)
})

test('a page begins with what it was opened with, not with what was searched there', async ({ page, enter }) => {
  await enter('admin@norte.test')
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

test('nothing of it stays when its person signs out', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await openList(page, '/vno/puertos?q=VAL')
  expect(await kept(page)).toContain('VAL')
  await signOut(page)
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  expect(await kept(page)).toBeNull()
})

test('it belongs to whoever is signed in', async ({ page, enter, context }) => {
  await enter('admin@norte.test')
  await openList(page, '/vno/puertos?q=VAL')
  // Nothing of the first page is still on its way when its session is gone.
  await page.goto('about:blank')
  await context.clearCookies()
  await enter('operador@hilo.test')
  // The page is still the first person's; told that somebody else is signed in, it begins anew as his.
  await page.goto('/vno/puertos?q=VAL')
  await settled(page)
  await expect.poll(() => kept(page)).toContain('VAL')
  const { user } = JSON.parse((await kept(page)) ?? '{}') as { user?: number }
  const info = JSON.parse((await page.evaluate(() => localStorage.getItem('userInfo'))) ?? '{}') as {
    user?: { id?: number }
  }
  expect(user).toBe(info.user?.id)
})

test('a spoiled browser shows the list all the same', async ({ page, enter }) => {
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
