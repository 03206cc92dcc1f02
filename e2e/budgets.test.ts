/** Size budgets and layout stability of a screen. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { nodes } from './list-page.ts'
import { takeShifts, watchShifts } from './screen-checks.ts'
import { quiet } from './quiet.ts'

const kB = 1000

/** Measures transferred script and style bytes. */
async function weigh(page: Page, work: () => Promise<void>): Promise<{ bytes: number; files: string[] }> {
  const waiting: Promise<{ bytes: number; file: string }>[] = []
  page.on('requestfinished', (request) => {
    if (!['script', 'stylesheet'].includes(request.resourceType())) return
    const weighed = request.sizes().then(({ responseBodySize }) => {
      const { pathname } = new URL(request.url())
      return { bytes: responseBodySize, file: `${pathname} ${responseBodySize}` }
    })
    waiting.push(weighed)
  })
  await work()
  await quiet(page)
  const found = await Promise.all(waiting)
  const bytes = found.reduce((sum, { bytes }) => sum + bytes, 0)
  test.info().annotations.push({ type: 'bytes', description: String(bytes) })
  return { bytes, files: found.map(({ file }) => file) }
}

test('the login screen ships at most 140 kB of script and style', async ({ page }) => {
  const compressed: string[] = []
  page.on('response', (response) => {
    if (response.headers()['content-encoding'] === 'br') compressed.push(response.url())
  })
  const { bytes, files } = await weigh(page, async () => {
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  })
  expect(compressed.some((url) => url.endsWith('.js'))).toBe(true)
  expect(bytes).toBeGreaterThan(10 * kB)
  expect(bytes, files.join('\n')).toBeLessThanOrEqual(140 * kB)
})

const lists = ['/vno/puertos', '/vno/ctos', '/vno/intervenciones?vista=todas']
for (const path of lists)
  test(`${path} ships at most 235 kB, holds at most 800 nodes and does not jump`, async ({ page, enter }) => {
    await enter('admin@norte.test')
    await watchShifts(page)
    const { bytes, files } = await weigh(page, async () => {
      await page.goto(path)
      await expect(page.getByRole('grid')).toHaveAttribute('aria-busy', 'false')
    })
    expect(bytes, files.join('\n')).toBeLessThanOrEqual(235 * kB)
    expect(await nodes(page)).toBeLessThanOrEqual(800)
    const shift = await takeShifts(page)
    test.info().annotations.push({ type: 'nodes, shift', description: `${await nodes(page)}, ${shift}` })
    expect(shift).toBeLessThanOrEqual(0.1)
  })

/** The engine of the map and its worker: the one library that draws WebGL, loaded where a map is shown. */
const engine = /^field-map(?:libre)?-/

test('no part that is loaded when it is needed weighs more than 60 kB, the map’s engine apart', () => {
  const built = join(import.meta.dirname, '../web/dist/static')
  const parts = readdirSync(built).filter((name) => /\.(?:js|css)\.br$/.test(name) && !name.startsWith('base-'))
  expect(parts.length).toBeGreaterThan(50)
  const sizeOf = (name: string) => statSync(join(built, name)).size
  const heavy = parts.filter((name) => !engine.test(name) && sizeOf(name) > 60 * kB)
  expect(heavy).toEqual([])
  const map = parts.filter((name) => engine.test(name))
  expect(map.length).toBe(2)
  expect(
    map.reduce((sum, name) => sum + sizeOf(name), 0),
    map.join('\n'),
  ).toBeLessThanOrEqual(430 * kB)
})

test('the screens of the area stay under 800 nodes', async ({ page, enter }) => {
  await enter('operador@hilo.test')
  for (const path of ['/vno', '/vno/perfil', '/vno/ctos/1', '/vno/puertos']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await quiet(page)
    expect(await nodes(page), path).toBeLessThanOrEqual(800)
  }
})
