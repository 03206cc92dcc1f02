/** Parts of a test run: each is one or more processes with their own output and counts. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { failedPages } from './failed-pages.mjs'
import { root } from './modules.mjs'
import { startTestCluster } from './test-cluster.mjs'
import { failuresIn } from './verdict.mjs'

const folder = join(root, '.cache', 'test')
/** A program that says nothing for this long stands still; a slow machine alone stops none. */
const longestSilenceMs = 20 * 60_000
/** Every test process loads the same modules: stripped and compiled code is cached. */
const compiled = { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled') }

/**
 * @typedef {{ passed: number, failed: number, skipped: number, ms: number }} FileCounts
 * @typedef {{ passed: number, failed: number, skipped?: number, files?: Record<string, FileCounts>, failures?: string }} Counts
 *   `failures`: what went wrong, to be shown at the end of a run
 * @typedef {{ output: string, code: number, seconds: number }} Done
 */

/** Test files below these folders, as paths from the root. */
export function testFiles(homes, kind) {
  return homes
    .flatMap((home) => readdirSync(join(root, home), { recursive: true }).map((name) => join(home, String(name))))
    .map((name) => name.split(sep).join('/'))
    .filter((name) => /\.(\w+)\.(?:ts|mjs)$/.exec(name)?.[1] === kind && !name.includes('node_modules/'))
    .sort()
}

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
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, failures: output.trimEnd() }
}

/**
 * Runs files of node:test in one process, one after the other.
 * @param name of this run among others that go on
 * @returns {Promise<Counts>}
 */
export async function nodeTests(node, name, files, env) {
  const counts = emptyFile(name)
  const done = await run(
    node,
    [
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${join(root, 'scripts', 'count-reporter.mjs')}`,
      `--test-reporter-destination=${counts}`,
      ...together(files),
    ],
    { env: { ...compiled, ...env } },
  )
  return judged(readJson(counts), done)
}

/** Arguments for node to run files in one process. */
export const together = (files) => [join('scripts', 'together.mjs'), ...files]

/** Tests that cover all uses of PostgreSQL. Query plans are only for the embedded version. */
export const onOthers = [
  'server/areas/events/',
  'server/areas/neighbors/',
  'server/areas/orders/',
  'server/areas/people/roles/',
  'server/areas/ports/',
  'server/areas/reports/historicals/',
  'server/db/',
  'server/jobs/',
  'server/kernel/list/',
  'server/kernel/request/',
  'server/kernel/sql/',
  'server/seed/',
]

/** Files that share a test process: loading the server takes two seconds of processor time, so not one each. */
const filesOfProcess = 20

/**
 * The server's tests, in three processes at a time: each waits a third of its time, and the smallest machine has two cores. Each
 * has a PostgreSQL of its own, because jobs and the audit seal wait for the oldest transaction of a whole cluster.
 */
export async function serverTests(node, files) {
  const processes = Math.ceil(files.length / filesOfProcess)
  // Neighbours in a folder take similar times, so they are spread.
  const waiting = Array.from({ length: processes }, (_, at) => files.filter((_, i) => i % processes === at))
  const lane = async (index) => {
    const cluster = await startTestCluster(node)
    try {
      const all = []
      for (let next = waiting.shift(); next; next = waiting.shift())
        all.push(await nodeTests(node, `server-${index}`, next, { HILO_TEST_SERVER: cluster.url }))
      return all
    } finally {
      await cluster.stop()
    }
  }
  return sum((await Promise.all([0, 1, 2].map(lane))).flat())
}

/** Counts of several runs together. */
export function sum(all) {
  const total = (count) => all.reduce((more, one) => more + (one[count] ?? 0), 0)
  return {
    passed: total('passed'),
    failed: total('failed'),
    skipped: total('skipped'),
    files: Object.assign({}, ...all.map((one) => one.files)),
    failures: all.flatMap((one) => one.failures ?? []).join('\n'),
  }
}

/** A run of Playwright. */
export async function browserTests(node, env, more = []) {
  const counts = emptyFile('e2e')
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const words = [cli, 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json', ...more]
  const done = await run(node, words, {
    env: { HILO_E2E_DATA: join(tmpdir(), 'e2e-data'), ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: counts },
  })
  const { suites } = readJson(counts) ?? {}
  const files = suites && Object.fromEntries(suites.map((suite) => [`e2e/${suite.file}`, countsOf(suite)]))
  const { failures, ...rest } = judged(files, done)
  return { ...rest, ...(failures && { failures: failures + failedPages(suites ?? []) }) }
}

/** Counts of a Playwright suite with its nested ones. */
function countsOf({ specs = [], suites = [] }) {
  const outcomes = { expected: 'passed', unexpected: 'failed', flaky: 'failed', skipped: 'skipped' }
  const counts = { passed: 0, failed: 0, skipped: 0, ms: 0 }
  for (const { tests } of specs)
    for (const { status, results } of tests) {
      counts[outcomes[status]]++
      for (const { duration } of results) counts.ms += duration
    }
  for (const nested of suites.map(countsOf)) for (const name of Object.keys(counts)) counts[name] += nested[name]
  return counts
}

/** A run without counts, or one that ends badly although nothing failed, is a failure too. */
function judged(files, { code, output }) {
  const all = Object.values(files ?? {})
  const total = (count) => all.reduce((more, one) => more + one[count], 0)
  const failed = total('failed') || (code === 0 && all.length > 0 ? 0 : 1)
  return {
    passed: total('passed'),
    failed,
    skipped: total('skipped'),
    files: files ?? {},
    ...(failed > 0 && { failures: failuresIn(output) }),
  }
}

function emptyFile(name) {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${name}.json`)
  rmSync(path, { force: true })
  return path
}

function readJson(path) {
  if (!existsSync(path)) return undefined
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
