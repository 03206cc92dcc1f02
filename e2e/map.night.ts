/** The map: its ground, streets where there are tiles, and what it does without WebGL. */
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { makeAdmin } from '../server/test/factories.ts'
import { expect, test, useShared, type Served } from './fixtures.ts'
import { bare, lasting, useOwn } from './own-server.ts'
import { say } from './text.ts'
import { writeTileFile } from './tile-file.ts'

const map = (page: Page) => page.getByRole('application', { name: say('map.label') })
const drawn = (page: Page) => expect(map(page)).toHaveAttribute('aria-busy', 'false', { timeout: 120_000 })
const puertaDelSol = '40.41650,-3.70250,14.0'

test('the map names the municipality and province on view, from inland to the islands', async ({ page, enter }) => {
  await enter('admin@norte.test')
  for (const [lugar, name, province] of [
    [puertaDelSol, 'Madrid', 'Madrid'],
    ['28.46800,-16.25200,13.0', 'Santa Cruz de Tenerife', 'Santa Cruz de Tenerife'],
    ['42.23500,-8.71500,12.0', 'Vigo', 'Pontevedra'],
  ] as const) {
    await page.goto(`/vno/mapa?lugar=${lugar}`)
    await expect(page.getByText(say('map.where', { name, province }), { exact: true })).toBeVisible({
      timeout: 120_000,
    })
  }
})

test('without street tiles no map asks another server; its data weigh 600 kB at most', async ({ page, enter }) => {
  await enter('admin@norte.test')
  const hosts = new Set<string>()
  const ground: Promise<number>[] = []
  page.on('request', (request) =>
    hosts.add(new URL(request.url()).protocol.startsWith('http') ? new URL(request.url()).host : ''),
  )
  page.on('requestfinished', (request) => {
    if (/field-(?:coast|municipalities)-/.test(request.url()))
      ground.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto(`/vno/mapa?lugar=${puertaDelSol}`)
  await expect(page.getByText(say('map.where', { name: 'Madrid', province: 'Madrid' }), { exact: true })).toBeVisible({
    timeout: 120_000,
  })
  await page.goto('/vno')
  await drawn(page)
  await page.goto('/vno/ctos/1')
  await expect(page.getByRole('application')).toHaveAttribute('aria-busy', 'false', { timeout: 120_000 })
  hosts.delete('')
  expect([...hosts]).toEqual([new URL(page.url()).host])
  const bytes = await Promise.all(ground)
  expect(Math.max(...bytes)).toBeGreaterThan(50_000)
  expect([...new Set(bytes)].reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(600_000)
})

test('a browser without WebGL is told so and gets the boxes in words', async ({ page, enter }) => {
  await enter('admin@norte.test')
  await page.addInitScript(() => {
    const real = HTMLCanvasElement.prototype.getContext as (kind: string, ...more: unknown[]) => unknown
    const without = function (this: HTMLCanvasElement, kind: string, ...more: unknown[]) {
      return kind.startsWith('webgl') ? null : real.call(this, kind, ...more)
    }
    HTMLCanvasElement.prototype.getContext = without as typeof HTMLCanvasElement.prototype.getContext
  })
  await page.goto('/vno/mapa')
  await expect(page.getByText(say('map.noWebgl'))).toBeVisible()
  await page
    .getByRole('listitem')
    .getByRole('link', { name: /puertos libres/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/vno\/ctos\/\d+/)
})

const file = join(tmpdir(), `hilo-streets-${process.pid}.pmtiles`)
const streets = test.extend<object, { db: Served }>({
  db: [
    async ({}, use) =>
      useShared(async (shared) => {
        const street = {
          type: 'Feature' as const,
          properties: { kind: 'highway', name: 'Alcalá Street', 'name:es': 'Calle de Alcalá' },
          geometry: {
            type: 'LineString' as const,
            coordinates: [
              [-3.72, 40.4165],
              [-3.68, 40.4165],
            ],
          },
        }
        const around = { lat: 40.4165, lon: -3.7025, maxZoom: 14 }
        await writeTileFile(file, { roads: { type: 'FeatureCollection', features: [street] } }, around)
        await useOwn(shared, use, { env: { ...bare, MAP_TILES: file } })
        await rm(file, { force: true })
      }),
    lasting,
  ],
})

streets('a PMTiles file gives the map its streets, read in parts from our own server', async ({ page, enter, db }) => {
  await enter(await makeAdmin(db))
  const statuses: number[] = []
  page.on('response', (response) => {
    if (/\/map\/[\da-f]{12}\.tiles$/.test(response.url())) statuses.push(response.status())
  })
  await page.goto(`/vno/mapa?lugar=${puertaDelSol}`)
  await expect.poll(() => statuses.length, { timeout: 120_000 }).toBeGreaterThan(1)
  expect(new Set(statuses)).toEqual(new Set([206]))
  await expect(page.getByText(say('map.sourceStreets'))).toBeVisible()
})
