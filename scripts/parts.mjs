/** The parts of a test run: each runs as a process of its own, keeps its output together and ends with its counts. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './modules.mjs'

const folder = join(root, '.cache', 'test')
const longestMs = 40 * 60_000
/** Every test file is a process that loads the same modules: their types are stripped and their code is compiled once. */
const compiled = { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled') }

/**
 * @typedef {{ passed: number, failed: number, skipped?: number, took?: Record<string, number>, files?: string[],
 *   again?: () => Promise<Counts> }} Counts
 *   `took` says for each file how long it worked, in ms; `files` are those with a failure, `again` runs them once
 *   more, one at a time
 * @typedef {{ output: string, code: number, seconds: number }} Done
 */

/** Runs one program to its end. */
export function run(command, words, options = {}) {
  const began = Date.now()
  return new Promise((resolve) => {
    let output = ''
    const env = { ...process.env, FORCE_COLOR: '0', ...options.env }
    const child = spawn(command, words, { cwd: root, ...options, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const limit = setTimeout(() => child.kill('SIGKILL'), longestMs)
    const end = (code) => {
      clearTimeout(limit)
      resolve({ output, code: code ?? 1, seconds: (Date.now() - began) / 1000 })
    }
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.once('error', (error) => {
      output += error.message
      end(1)
    })
    child.once('close', end)
  })
}

/** A program, counted as one test: it passes when it ends well. */
export async function checked(command, ...words) {
  const { code, output } = await run(command, words)
  return { ...(code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }), output }
}

/** What node is told to run files in one process. */
export const together = (files) => [join('scripts', 'together.mjs'), ...files]

/**
 * A run of node:test, counted test by test.
 * @param globs files, each in a process of its own, or all in one
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

/** What starts, stops, floods or starves whole processes, or measures its own; and what takes longest. */
const alone = [
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
  'server/fuzz/',
  'server/http/fatal.',
  'server/matrix/',
  'server/process/watching/two-processes.',
  'server/seed/',
  'server/test/',
]

/** Whether a test file leaves the process as it was, so that others follow in it. */
export const sharesProcess = (file) => !alone.some((name) => file.startsWith(name))

/**
 * The server's tests: most of them share three processes, because loading the server once per file takes as long as
 * testing it; the others have each its own, two at a time. More than there are cores: a test that waits leaves its own.
 */
export async function serverTests(node, name, files, { env }) {
  const part = (name, files, options) =>
    files.length === 0 ? nothing : nodeTests(node, name, files, { env, ...options })
  const shared = files.filter(sharesProcess)
  const third = (rest) =>
    part(
      `${name}-${rest}`,
      shared.filter((_, index) => index % 3 === rest),
      { oneProcess: true },
    )
  const apart = files.filter((file) => !sharesProcess(file))
  const all = await Promise.all([third(0), third(1), third(2), part(name, apart)])
  const sum = (count) => all.reduce((total, one) => total + (one[count] ?? 0), 0)
  const failing = all.flatMap((one) => one.files ?? [])
  // A part that cannot be asked again fails for good, and the others with it.
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
    took: Object.fromEntries(suites.map((suite) => [suite.file, timeOf(suite)])),
    ...(mayBeChance(stats.unexpected) && { again }),
  }
}

/** What the tests of a suite of Playwright and of those within it took, in ms. */
function timeOf({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map((one) => one.duration)))
  return [...own, ...suites.map(timeOf)].reduce((total, one) => total + one, 0)
}

/** A few failures may be a machine that was too busy; many are the product's. */
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
