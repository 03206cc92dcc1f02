/**
 * `npm run screens`: screenshots of every screen at a desk and on a phone, light and dark, into .cache/screens.
 * `-- --only ordenes` for some, `--at http://127.0.0.1:3000` for a running demonstration, `--sheet` for the README's overview.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { foundChromium } from '../../scripts/chromium.mjs'
import { json } from '../json.ts'
import { root } from '../place.ts'
import { nameOf, publicPlaces, technicianPlaces, vnoPlaces } from './places.ts'
import { changeNothing, eachDialog } from './dialogs.ts'
import { composeSheet } from './sheet.ts'

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, at: { type: 'string' }, sheet: { type: 'boolean' } },
})
const port = 3870
const address = options.at ?? `http://127.0.0.1:${port}`
const folder = join(root, '.cache', 'screens')
const password = 'hilo-demo-2026'
const sizes = [
  { name: 'desk', viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false },
  { name: 'phone', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
]
const people = [
  { name: 'nadie', email: null },
  { name: 'admin', email: 'admin@norte.test' },
  { name: 'operador', email: 'operador@hilo.test' },
  { name: 'tecnico', email: 'tecnico@norte.test' },
]

async function startServer(): Promise<ChildProcess> {
  const data = join(root, '.cache', 'screens-data')
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: data,
    HILO_SEED: 'small',
    HILO_DEMO: '1',
    PLANT_LIFE: 'still',
  }
  const server = spawn(process.execPath, ['e2e/serve.ts'], { cwd: root, env: { ...env }, stdio: 'ignore' })
  for (let tries = 0; tries < 600; tries++) {
    if (server.exitCode !== null) throw new Error('the server did not start')
    const ready = await fetch(`${address}/readyz`).catch(() => null)
    if (ready?.ok) return server
    await wait(200)
  }
  throw new Error('the server is not ready')
}

async function signedIn(browser: Browser, email: string): Promise<Awaited<ReturnType<BrowserContext['storageState']>>> {
  const context = await browser.newContext({ baseURL: address, locale: 'es-ES' })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.waitForURL(/\/(?:vno|tecnico)/)
  await settled(page)
  const state = await context.storageState()
  await context.close()
  return state
}

async function placesOf(context: BrowserContext, who: string): Promise<readonly string[]> {
  if (who === 'nadie') return publicPlaces
  if (who === 'tecnico') return technicianPlaces
  return vnoPlaces(async (path, query) => {
    const answer = await context.request.post(`${address}/api/v1/${path}.json`, { data: { query } })
    // Lists that this account may not see are skipped.
    return answer.ok() ? json(await answer.text()) : { records: [] }
  })
}

/** Waits for requests except the live stream, with a limit. */
async function settled(page: Page): Promise<void> {
  await page
    .getByRole('heading')
    .first()
    .waitFor({ timeout: 10_000 })
    .catch(() => undefined)
  await page
    .waitForFunction(() => document.querySelector('[aria-busy="true"]') === null, undefined, { timeout: 10_000 })
    .catch(() => undefined)
}

async function picture(page: Page, place: string, path: string): Promise<void> {
  await page.goto(place)
  await settled(page)
  // Entry animations have ended.
  await wait(300)
  await page.screenshot({ path })
}

/** Dialogs are shown in two variants: desk by day, phone by night. */
const withDialogs: readonly string[] = ['desk-light', 'phone-dark']
const wordOf = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .trim()
    .replaceAll(' ', '-')

const server = options.at ? null : await startServer()
const browser = await chromium.launch({ ...foundChromium(), args: ['--no-sandbox', '--disable-gpu'] })
let made = 0
try {
  for (const { name: who, email } of people) {
    const storageState = email === null ? undefined : await signedIn(browser, email)
    for (const { name: size, ...device } of sizes)
      for (const colorScheme of ['light', 'dark'] as const) {
        const name = `${size}-${colorScheme}`
        const into = join(folder, name)
        mkdirSync(into, { recursive: true })
        const look = { ...device, colorScheme, locale: 'es-ES', timezoneId: 'Europe/Madrid', baseURL: address }
        const context = await browser.newContext({ ...look, ...(storageState && { storageState }) })
        const page = await context.newPage()
        await changeNothing(page)
        const opened = new Set<string>()
        for (const place of await placesOf(context, who)) {
          if (options.only && !place.includes(options.only)) continue
          await picture(page, place, join(into, `${who}-${nameOf(place)}.png`))
          made++
          if (!withDialogs.includes(name)) continue
          made += await eachDialog(page, opened, async (dialog) => {
            await settled(page)
            await wait(300)
            await page.screenshot({ path: join(into, `${who}-${nameOf(place)}--${wordOf(dialog)}.png`) })
          })
        }
        await context.close()
      }
  }
} finally {
  await browser.close()
  server?.kill('SIGTERM')
}
console.log(`${made} imágenes en ${folder}`)
if (options.sheet) {
  const sheet = join(root, 'docs', 'pictures', 'contact-sheet.webp')
  console.log(`${sheet}: ${Math.round((await composeSheet(folder, sheet)) / 1000)} kB`)
}

/** The technician's screens during work, on a separately prepared work. */
if (!options.at && (!options.only || 'tecnico'.includes(options.only))) {
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const env = { ...process.env, HILO_E2E_KIND: 'pictures', HILO_PICTURES: folder }
  const words = [cli, 'test', '-c', 'e2e/playwright.config.ts']
  process.exitCode = spawnSync(process.execPath, words, { cwd: root, env, stdio: 'inherit' }).status ?? 1
}
