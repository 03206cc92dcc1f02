/**
 * Cost of scrolling: the product's grid against AG Grid's infinite row model, alternating in one browser, on the same rows.
 * Ours draws the real list of ports; the other one plain text.
 */
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { foundChromium } from '../../scripts/chromium.mjs'
import { serve } from './serve.ts'

const grids = ['hilo', 'ag'] as const
type Grid = (typeof grids)[number]
/** The scrolling element. */
const scrollers: Record<Grid, string> = { hilo: '.hl-grid', ag: '.ag-grid-viewport' }
/** Rows per frame, and number of frames: reading along, and dragging the scroll bar. */
const courses = [
  { name: 'a row a frame', rows: 1, frames: 240 },
  { name: 'ten rows a frame', rows: 10, frames: 240 },
] as const

interface Measured {
  /** Milliseconds of the main thread per frame. */
  work: number
  script: number
  layout: number
  /** Elements of the page, and megabytes of its heap, afterwards. */
  nodes: number
  heap: number
  /** Frames at one row per frame with a blank visible row. */
  blank: number
}
type Results = Record<string, Record<Grid, Measured>>

async function metrics(session: CDPSession): Promise<Record<string, number>> {
  const { metrics: found } = await session.send('Performance.getMetrics')
  return Object.fromEntries(found.map(({ name, value }) => [name, value]))
}

/** Scrolls frame by frame, as fast as the browser draws. */
function scroll(page: Page, selector: string, step: number, frames: number): Promise<void> {
  return page.evaluate(
    ({ selector, step, frames }) =>
      new Promise<void>((resolve) => {
        const element = document.querySelector(selector)
        const frame = (left: number) => {
          if (!element || left === 0) return resolve()
          element.scrollTop += step
          requestAnimationFrame(() => frame(left - 1))
        }
        requestAnimationFrame(() => frame(frames))
      }),
    { selector, step, frames },
  )
}

/** The same at one row per frame, sampling three places of the window per frame for blanks. */
function countBlank(page: Page, selector: string, frames: number): Promise<number> {
  return page.evaluate(
    ({ selector, frames }) =>
      new Promise<number>((resolve) => {
        const element = document.querySelector(selector)
        const isFilled = (y: number) =>
          document.elementFromPoint(320, y)?.closest('[role="row"]')?.textContent.includes('VAL') === true
        let blank = 0
        const frame = (left: number) => {
          if (!element || left === 0) return resolve(blank)
          if (![150, 350, 600].every(isFilled)) blank++
          element.scrollTop += 36
          requestAnimationFrame(() => frame(left - 1))
        }
        requestAnimationFrame(() => frame(frames))
      }),
    { selector, frames },
  )
}

async function measure(
  browser: Browser,
  address: string,
  grid: Grid,
  { rows, frames }: (typeof courses)[number],
): Promise<Measured> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 760 }, locale: 'es-ES' })
  await page.goto(`${address}#${grid}`)
  await page.getByText('VAL00-0000-01/01', { exact: true }).first().waitFor()
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await scroll(page, scrollers[grid], 36, 60)
  const before = await metrics(session)
  await scroll(page, scrollers[grid], 36 * rows, frames)
  const after = await metrics(session)
  await session.send('HeapProfiler.collectGarbage')
  const rest = await metrics(session)
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
  const blank = await countBlank(page, scrollers[grid], 600)
  await page.close()
  const spent = (...names: string[]) =>
    names.reduce((sum, name) => sum + (after[name] ?? 0) - (before[name] ?? 0), 0) * (1000 / frames)
  return {
    work: spent('TaskDuration'),
    script: spent('ScriptDuration'),
    layout: spent('LayoutDuration', 'RecalcStyleDuration'),
    nodes,
    heap: (rest['JSHeapUsedSize'] ?? 0) / 1e6,
    blank,
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const keys = ['work', 'script', 'layout', 'nodes', 'heap', 'blank'] as const

/** Medians of each course; the grids alternate, so that other load affects both. */
export async function measureScroll(data: string, rounds: number): Promise<string> {
  const folder = resolve(data, 'scroll')
  await mkdir(folder, { recursive: true })
  await build({
    root: join(import.meta.dirname, 'page'),
    configFile: false,
    logLevel: 'error',
    define: { __HILO_VERSION__: '""' },
    build: { outDir: folder, emptyOutDir: true, target: 'es2022' },
  })
  const { address, close } = await serve(folder)
  const browser = await chromium.launch({ ...foundChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  const results: Results = {}
  try {
    for (const course of courses) {
      const runs: Record<Grid, Measured[]> = { hilo: [], ag: [] }
      for (let round = 0; round < rounds; round++)
        for (const grid of grids) runs[grid].push(await measure(browser, address, grid, course))
      const middle = (grid: Grid) =>
        Object.fromEntries(keys.map((key) => [key, median(runs[grid].map((one) => one[key]))])) as unknown as Measured
      results[course.name] = { hilo: middle('hilo'), ag: middle('ag') }
    }
  } finally {
    await browser.close()
    close()
  }
  await writeFile(join(folder, 'results.json'), JSON.stringify(results, null, 2))
  return table(results)
}

function table(results: Results): string {
  const head =
    '| course | grid | work, ms a frame | script | style and layout | elements | heap, MB | empty in 600 frames |\n|---|---|--:|--:|--:|--:|--:|--:|'
  const line = (course: string, grid: string, one: Measured) =>
    `| ${course} | ${grid} | ${one.work.toFixed(2)} | ${one.script.toFixed(2)} | ${one.layout.toFixed(2)} | ${Math.round(one.nodes)} | ${one.heap.toFixed(1)} | ${one.blank} |`
  const lines = Object.entries(results).flatMap(([course, { hilo, ag }]) => [
    line(course, 'Hilo', hilo),
    line(course, 'AG Grid', ag),
    `| ${course} | ratio | ${(hilo.work / ag.work).toFixed(2)} | ${(hilo.script / ag.script).toFixed(2)} | ${(hilo.layout / ag.layout).toFixed(2)} | ${(hilo.nodes / ag.nodes).toFixed(2)} | ${(hilo.heap / ag.heap).toFixed(2)} | |`,
  ])
  return [head, ...lines].join('\n')
}
