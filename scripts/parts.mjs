/** Parts of a test run: each is a process with its own output and counts. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failedPages } from './failed-pages.mjs'
import { root } from './modules.mjs'

const folder = join(root, '.cache', 'test')
/** A program that says nothing for this long stands still; a slow machine alone stops none. */
const longestSilenceMs = 20 * 60_000
/** Every test file is a process that loads the same modules: stripped and compiled code is cached. */
const compiled = { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled') }

/**
 * @typedef {{ passed: number, failed: number, skipped?: number, took?: Record<string, number>, files?: string[],
 *   pages?: string, again?: () => Promise<Counts> }} Counts
 *   `took` says for each file how long it worked, in ms; `files` are those with a failure, `again` runs them once
 *   more, one at a time; `pages` is what the pages of failed browser tests showed
 * @typedef {{ output: string, code: number, seconds: number }} Done
 */

/**
 * Runs one program to its end.
 * @param options of `spawn`; `silenceMs`: how long it may say nothing, then it is killed
 */
export function run(command, words, options = {}) {
  const began = Date.now()
  return new Promise((resolve) => {
    let output = ''
    const env = { ...process.env, FORCE_COLOR: '0', ...options.env }
    const child = spawn(command, words, { cwd: root, ...options, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const standsStill = setTimeout(() => child.kill('SIGKILL'), options.silenceMs ?? longestSilenceMs)
    const heard = (chunk) => {
      standsStill.refresh()
      output += chunk
    }
    const end = (code) => {
      clearTimeout(standsStill)
      resolve({ output, code: code ?? 1, seconds: (Date.now() - began) / 1000 })
    }
    child.stdout.on('data', heard)
    child.stderr.on('data', heard)
    child.once('error', (error) => {
      output += error.message
      end(1)
    })
    child.once('close', end)
  })
}

/** A program counted as one test: passes with exit code 0. */
export async function checked(command, ...words) {
  const { code, output } = await run(command, words)
  return { ...(code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }), output }
}

/** Arguments for node to run files in one process. */
export const together = (files) => [join('scripts', 'together.mjs'), ...files]

/**
 * A run of node:test, counted test by test.
 * @param globs files, each in its own process, or all in one
 */
export async function nodeTests(node, name, globs, { env, concurrency = 2, oneProcess = false } = {}) {
  const counts = emptyFile(name)
  const words = [
    ...(oneProcess ? [] : ['--test', `--test-concurrency=${concurrency}`]),
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    `--test-reporter=${join(root, 'scripts', 'count-reporter.mjs')}`,
    `--test-reporter-destination=${counts}`,
    ...(oneProcess ? together(globs) : globs),
  ]
  const done = await run(node, words, { env: { ...compiled, ...env } })
  const [found] = existsSync(counts) ? readFileSync(counts, 'utf8').trim().split('\n').filter(Boolean).map(parse) : []
  if (!found) return { passed: 0, failed: 1, output: done.output }
  const { files } = found
  const again = () => nodeTests(node, name, files, { env, concurrency: 1 })
  return {
    ...judged(found.passed, found.failed, found.skipped, done),
    took: found.took,
    ...(mayBeChance(files.length) && { files, again }),
  }
}

/** Files that start, stop, flood or starve processes, measure their own or use up what one has; and the slowest. */
export const alone = [
  'crowd/',
  'server/backup/',
  'server/db/crash.',
  'server/db/embedded.',
  'server/db/migrate.',
  'server/db/open.',
  'server/db/plans.',
  'server/faults/',
  'server/first-start.',
  'server/idle.',
  'server/kernel/list/fields.',
  'server/fuzz/',
  'server/http/fatal.',
  'server/matrix/',
  'server/process/watching/two-processes.',
  'server/seed/',
  'server/test/',
]

/** Tests that cover all uses of PostgreSQL. Query plans are only for the embedded version. */
export const onOthers = [
  'server/areas/events/',
  'server/areas/neighbors/',
  'server/areas/orders/',
  'server/areas/people/roles/',
  'server/areas/ports/',
  'server/areas/reports/historicals/',
  'server/db/every-wall.',
  'server/db/functions.',
  'server/db/migrate.',
  'server/db/open.',
  'server/db/pooler.',
  'server/db/rights-clock.',
  'server/db/run-as.',
  'server/db/tenancy.',
  'server/jobs/',
  'server/kernel/list/lists.',
  'server/kernel/list/predicates.',
  'server/kernel/list/record-sql.',
  'server/kernel/request/change.',
  'server/kernel/request/order.',
  'server/kernel/request/write.',
  'server/kernel/sql/',
  'server/seed/',
]

/** Files that take longest of those that share a process, s on a quiet machine; all others count as `usualS`. */
export const longest = {
  'server/load/bombs.': 110,
  'server/load/round-trip.': 100,
  'server/process/watching/olt-evidence.': 100,
  'server/process/judging/trials-two-works.': 50,
  'server/process/judging/trials-beside.': 50,
  'server/process/judging/trials-9-12.': 45,
  'server/process/judging/trials-5-8.': 45,
  'server/process/watching/watch.': 45,
  'server/load/cases.': 45,
  'server/jobs/dead-jobs.': 40,
  'server/process/watching/lone-cuts.': 35,
  'server/areas/loads/load.': 35,
  'server/areas/loads/cells.': 30,
  'server/process/judging/trials-1-4.': 30,
  'server/load/read-table.': 25,
  'server/http/nginx.': 20,
  'server/kernel/request/budget.': 20,
  'server/process/watching/olt-events.': 20,
  'server/auth/slow-down.': 20,
}
const usualS = 4
const secondsOf = (file) => Object.entries(longest).find(([place]) => file.startsWith(place))?.[1] ?? usualS

/**
 * Deals files to processes, the longest first and each to the process with least to do: none is left alone with a long one.
 * @returns {string[][]} files of each process
 */
export function dealt(files, processes) {
  const hands = Array.from({ length: processes }, () => ({ seconds: 0, files: [] }))
  for (const file of files.toSorted((one, other) => secondsOf(other) - secondsOf(one))) {
    const least = hands.reduce((best, hand) => (hand.seconds < best.seconds ? hand : best))
    least.seconds += secondsOf(file)
    least.files.push(file)
  }
  return hands.map((hand) => hand.files)
}

/** True if a test file leaves the process unchanged, so that others can follow in it. */
export const sharesProcess = (file) => !alone.some((name) => file.startsWith(name))

/**
 * The server's tests: most of them share three processes, because loading the server per file takes as long as testing it; the
 * others have a process each, two at a time. More processes than cores, since tests wait a lot.
 */
export async function serverTests(node, name, files, { env }) {
  const part = (name, files, options) =>
    files.length === 0 ? nothing : nodeTests(node, name, files, { env, ...options })
  const hands = dealt(files.filter(sharesProcess), 3)
  const shared = hands.map((hand, at) => part(`${name}-${at}`, hand, { oneProcess: true }))
  const apart = files.filter((file) => !sharesProcess(file))
  const all = await Promise.all([...shared, part(name, apart)])
  const sum = (count) => all.reduce((total, one) => total + (one[count] ?? 0), 0)
  const failing = all.flatMap((one) => one.files ?? [])
  // A part that cannot be repeated fails for good, and with it the others.
  const lost = all.some((one) => one.failed > 0 && !one.again)
  const again = () => nodeTests(node, name, failing, { env, concurrency: 1 })
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    took: Object.assign({}, ...all.map((one) => one.took)),
    output: all
      .filter((one) => one.failed > 0 || one.skipped)
      .map((one) => one.output)
      .join('\n'),
    ...(!lost && mayBeChance(failing.length) && { files: failing, again }),
  }
}

const nothing = { passed: 0, failed: 0, output: '' }

/** A run of Playwright, counted test by test. */
export async function browserTests(node, env, more = []) {
  const counts = emptyFile('e2e')
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const words = [cli, 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json', ...more]
  const done = await run(node, words, {
    env: { HILO_E2E_DATA: join(tmpdir(), 'e2e-data'), ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: counts },
  })
  const { stats, suites } = (existsSync(counts) && parse(readFileSync(counts, 'utf8'))) || {}
  if (!stats) return { passed: 0, failed: 1, output: done.output }
  const again = () => browserTests(node, env, ['--last-failed', '--workers=1'])
  return {
    ...judged(stats.expected, stats.unexpected, stats.skipped, done),
    pages: failedPages(suites),
    took: Object.fromEntries(suites.map((suite) => [suite.file, timeOf(suite)])),
    ...(mayBeChance(stats.unexpected) && { again }),
  }
}

/** Total duration of a Playwright suite with its nested ones, ms. */
function timeOf({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map((one) => one.duration)))
  return [...own, ...suites.map(timeOf)].reduce((total, one) => total + one, 0)
}

/** A few failures may be due to a busy machine; many are the product's. */
function mayBeChance(failures) {
  return failures > 0 && failures <= 5
}

function judged(passed, failed, skipped, { code, output }) {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped, output }
}

function emptyFile(name) {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${name}.json`)
  rmSync(path, { force: true })
  return path
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
