/**
 * Waiting time in the browser: until the first rows of a list of a million ports, cold and warm, and until new rows after a
 * click on a heading. Compared with a plain page and react-admin on the same rows of the same database (`sides.ts`),
 * alternating in one browser, with full CPU and a quarter of it.
 */
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { portState } from '@hilo/domain/status.ts'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { foundChromium } from '../../scripts/chromium.mjs'
import { median, type Bench } from '../compare.ts'
import type { Facts } from '../facts.ts'
import { servePlain, serveReactAdmin } from './sides.ts'

const web = join(import.meta.dirname, '../../web')

/** Builds the production client; returns its folder. */
export async function buildClient(data: string): Promise<string> {
  const outDir = resolve(data, 'opening', 'hilo')
  await mkdir(outDir, { recursive: true })
  await build({
    root: web,
    configFile: join(web, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  })
  return outDir
}

/** Page to open, its row selector, and the heading to click. */
interface Side {
  name: string
  address: string
  row: string
  head: string
  cookie?: string
}
/** Milliseconds; `long` is the longest task of the main thread after the click. */
interface Waited {
  cold: number
  warm: number
  other: number
  long: number
}
const slower = [1, 4] as const

/** Runs in the page: time of the frame with the first row, and of new rows after a click. */
function watch(row: string): void {
  const shown = () => document.querySelector(row)?.textContent ?? ''
  const drawn = (isThere: () => boolean) =>
    new Promise<number>((resolve) => {
      const look = () => {
        if (isThere()) requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
        else requestAnimationFrame(look)
      }
      look()
    })
  const first = drawn(() => shown() !== '')
  const click = (head: string) => {
    const before = shown()
    let long = 0
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) long = Math.max(long, duration)
    })
    observer.observe({ type: 'longtask' })
    const began = performance.now()
    document.querySelector<HTMLElement>(head)?.click()
    return drawn(() => shown() !== '' && shown() !== before).then((at) => ({ other: at - began, long }))
  }
  Object.assign(globalThis, { bench: { first, click } })
}
declare const bench: { first: Promise<number>; click: (head: string) => Promise<Pick<Waited, 'other' | 'long'>> }

async function opened(context: BrowserContext, { address, row }: Side, rate: number): Promise<[Page, number]> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  await page.addInitScript(watch, row)
  await page.goto(address, { waitUntil: 'commit' })
  return [page, await page.evaluate(() => bench.first)]
}

/** Half a second without a new request; the live stream stays open, so Playwright's `networkidle` would never come. */
const settled = (page: Page) =>
  page.waitForFunction(
    () => {
      const known = window as { seen?: number; at?: number }
      const count = performance.getEntriesByType('resource').length
      if (count !== known.seen) Object.assign(known, { seen: count, at: performance.now() })
      return performance.now() - (known.at ?? 0) > 500
    },
    undefined,
    { polling: 100 },
  )

async function wait(browser: Browser, side: Side, rate: number): Promise<Waited> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'es-ES' })
  if (side.cookie) {
    const [name = '', value = ''] = side.cookie.split('=')
    // An address with a path would limit the cookie to that path.
    await context.addCookies([{ name, value, url: new URL(side.address).origin }])
  }
  const [first, cold] = await opened(context, side, rate)
  // Prefetches after the list belong to this visit, not to the next one.
  await settled(first)
  await first.close()
  const [page, warm] = await opened(context, side, rate)
  await settled(page)
  const { other, long } = await page.evaluate((head) => bench.click(head), side.head)
  await context.close()
  return { cold, warm, other, long }
}

const keys = ['cold', 'warm', 'other', 'long'] as const

const line = (rate: number, name: string, figures: readonly string[]) =>
  `| ÷ ${rate} | ${name} | ${figures.join(' | ')} |`

/** Medians as a Markdown table, with Hilo's ratios to the others. */
export async function measureOpening({ server, limit, options }: Bench, facts: Facts): Promise<string> {
  const values = [facts.vno, portState.is.ocupado]
  const plain = await servePlain(limit.port, values)
  const reactAdmin = await serveReactAdmin(resolve(options.data, 'opening', 'react-admin'), limit.port, values)
  const hilo: Side = {
    name: 'Hilo',
    address: `http://127.0.0.1:${server.port}/vno/puertos`,
    row: '[role=row][data-index="0"]',
    head: '[role=columnheader] button',
    cookie: facts.cookies[0] ?? '',
  }
  const others: Side[] = [
    {
      name: 'react-admin',
      address: `${reactAdmin.address}#/ports`,
      row: 'tbody tr',
      head: 'th .MuiTableSortLabel-root',
    },
    { name: 'plain page', address: plain.address, row: 'tbody tr', head: '#turn' },
  ]
  const browser = await chromium.launch({ ...foundChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  const lines = ['| processor | page | cold, ms | warm | other rows | longest task |', '|---|---|--:|--:|--:|--:|']
  try {
    for (const rate of slower) {
      const runs = [hilo, ...others].map((side) => ({ side, waits: [] as Waited[] }))
      for (const { side } of runs) await wait(browser, side, rate)
      for (let round = 0; round < options.rounds; round++)
        for (const { side, waits } of runs) waits.push(await wait(browser, side, rate))
      const middles = runs.map(({ waits }) => keys.map((key) => median(waits.map((one) => one[key]))))
      const [ours = [], ...theirs] = middles
      for (const [index, { side }] of runs.entries())
        lines.push(line(rate, side.name, middles[index]?.map((ms) => ms.toFixed(0)) ?? []))
      for (const [index, { name }] of others.entries()) {
        const ratios = keys.slice(0, 3).map((_, key) => ((ours[key] ?? NaN) / (theirs[index]?.[key] ?? NaN)).toFixed(2))
        lines.push(line(rate, `Hilo / ${name}`, [...ratios, '']))
      }
    }
  } finally {
    await browser.close()
    plain.close()
    reactAdmin.close()
  }
  return lines.join('\n')
}
