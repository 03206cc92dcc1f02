/** No serious finding of axe: every screen, light and dark, at a desk and in the hand. */
import type { Page } from '@playwright/test'
import { check } from './axe.ts'
import { expect, test } from './fixtures.ts'

const sizes = [
  { name: 'at a desk', viewport: { width: 1440, height: 900 } },
  { name: 'in the hand', viewport: { width: 390, height: 844 } },
]

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
}

const area = [
  '/vno',
  '/vno/puertos',
  '/vno/ctos',
  '/vno/intervenciones?vista=todas',
  '/vno/intervenciones/nueva',
  '/vno/vecinos',
  '/vno/vecinos/desconectados?vista=todos',
  '/vno/ctos/1',
  '/vno/perfil',
]
for (const { name, viewport } of sizes) {
  test.describe(name, () => {
    test.use({ viewport })

    test('the way in', async ({ page }) => {
      for (const path of ['/login', '/oauth/user?error=access_denied']) await check(page, path, () => open(page, path))
      await check(page, 'issuer', async () => {
        await open(page, '/login')
        await page.getByRole('button', { name: 'Entrar' }).click()
        await expect(page.getByLabel('Correo electrónico')).toBeVisible()
      })
    })

    for (const path of area)
      test(path, async ({ page, enter }) => {
        await enter('admin@norte.test')
        await check(page, path, () => open(page, path))
      })

    test('an open panel, and the search', async ({ page, enter }) => {
      await enter('admin@norte.test')
      await check(page, 'panel', async () => {
        await open(page, '/vno/ctos?abierto=1')
        await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
      })
      await check(page, 'search', async () => {
        await open(page, '/vno')
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox').fill('VAL')
        await expect(page.getByRole('option').first()).toBeVisible()
      })
    })
  })
}

test('/tecnico', async ({ page, enter }) => {
  await enter('tecnico@norte.test')
  await check(page, 'tecnico', () => open(page, '/tecnico'))
})

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
