/** No serious axe finding on screens outside the menu, and on the phone; those of the menu: `walk.night.ts`. */
import type { Page } from '@playwright/test'
import { check } from './axe.ts'
import { expect, openSearch, test } from './fixtures.ts'
import { atRest } from './screen-checks.ts'

const desk = { width: 1440, height: 900 }
const hand = { width: 390, height: 844 }

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await atRest(page)
}

const cases = '/vno/vecinos/desconectados?vista=todos'
const outside = ['/vno/intervenciones/nueva', '/vno/ctos/1', '/vno/perfil', cases]
for (const viewport of [desk, hand]) {
  test.describe(viewport === desk ? 'at a desk' : 'in the hand', () => {
    test.use({ viewport })

    test('the way in', async ({ page }) => {
      for (const path of ['/login', '/oauth/user?error=access_denied']) await check(page, path, () => open(page, path))
      await check(page, 'issuer', async () => {
        await open(page, '/login')
        await page.getByRole('button', { name: 'Entrar' }).click()
        await expect(page.getByLabel('Correo electrónico')).toBeVisible()
      })
    })

    test('outside the menu', async ({ page, enter }) => {
      await enter('admin@norte.test')
      for (const path of outside) await check(page, path, () => open(page, path))
    })

    test('an open panel, and the search', async ({ page, enter }) => {
      await enter('admin@norte.test')
      await check(page, 'panel', async () => {
        await open(page, '/vno/ctos?abierto=1')
        await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
      })
      await check(page, 'search', async () => {
        await open(page, '/vno')
        await (await openSearch(page)).fill('VAL')
        await expect(page.getByRole('option').first()).toBeVisible()
      })
    })
  })
}

test('the columns and the filters of a list', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await check(page, 'filters', async () => {
    await open(page, '/vno/puertos')
    await page.getByRole('button', { name: 'Filtro', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Estado', exact: true })).toBeVisible()
  })
  await check(page, 'columns', async () => {
    await open(page, '/vno/puertos')
    await page.getByRole('button', { name: 'Columnas' }).click()
    await expect(page.getByRole('dialog', { name: 'Columnas de Puertos' })).toBeVisible()
  })
})
