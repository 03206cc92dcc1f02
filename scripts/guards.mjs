/**
 * `npm run guards`: removes every guard of the server, one at a time, in a copy, and expects a test to fail.
 * `-- --only <text>`, repeatable, for guards whose name contains it, `--known` skips the initial test run, `--list` only lists
 * them. Exits with 1 if a removal goes unnoticed.
 */
import { spawn } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { guardsOf } from '../server/guards/sites.ts'
import { root } from './modules.mjs'
import { together } from './parts.mjs'
import { enterRunFolder } from './run-folder.mjs'
import { startTestCluster } from './test-cluster.mjs'

const longestMs = 900_000
/** As many copies as the smallest machine has cores. */
const atOnce = 2
const packages = ['domain', 'contract', 'server', 'web']
const say = (line) => process.stdout.write(`${line}\n`)

/** The source with the same packages; workspace packages are the copy's. */
function makeCopy(number) {
  const copy = join(root, '.cache', 'guards', number)
  mkdirSync(join(copy, 'node_modules', '@hilo'), { recursive: true })
  for (const name of [...packages, 'scripts', 'package.json', 'tsconfig.base.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: (path) => !path.endsWith('/dist') })
  for (const name of readdirSync(join(root, 'node_modules')).filter((one) => one !== '@hilo'))
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  for (const name of packages) symlinkSync(join('..', '..', name), join(copy, 'node_modules', '@hilo', name))
  return copy
}

/** The first failing test, without waiting for the rest; null if all pass. */
function firstFailure(copy, server, words) {
  const child = spawn(process.execPath, ['--test-reporter=tap', ...words], {
    cwd: copy,
    env: { ...process.env, HILO_TEST_SERVER: server },
    stdio: ['ignore', 'pipe', 'ignore'],
    // Its child processes end with it.
    detached: true,
  })
  const stop = () => child.pid && process.kill(-child.pid, 'SIGKILL')
  const limit = setTimeout(stop, longestMs)
  let failed
  createInterface({ input: child.stdout }).on('line', (line) => {
    const name = /^\s*not ok \d+ - (?!server\/|\/)(.+)$/.exec(line)?.[1]
    if (failed !== undefined || name === undefined) return
    failed = name
    stop()
  })
  return new Promise((resolve) => {
    child.once('close', (status) => {
      clearTimeout(limit)
      resolve(failed ?? (status === 0 ? null : (words.at(-1) ?? '')))
    })
  })
}

/** The first failing test in a copy. */
async function failure(copy, server, tests) {
  // What the night files beside them prove counts too; they are asked last.
  const patterns = [...tests, ...tests.map((pattern) => pattern.replace(/\.test\.ts$/, '.night.ts'))]
  const files = [...new Set(patterns.flatMap((pattern) => globSync(pattern, { cwd: copy }).sort()))]
  const shared = files.filter((file) => file.endsWith('.test.ts'))
  const runs = [
    ...(shared.length > 0 ? [together(shared)] : []),
    ...files.filter((file) => !shared.includes(file)).map((file) => [file]),
  ]
  for (const words of runs) {
    const failed = await firstFailure(copy, server, words)
    if (failed !== null) return failed
  }
  return null
}

async function without(copy, server, guard) {
  const path = join(copy, guard.file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.slice(0, guard.at) + guard.becomes + text.slice(guard.at + guard.was.length))
  try {
    return await failure(copy, server, guard.tests)
  } finally {
    writeFileSync(path, text)
  }
}

/** Distributes items over idle copies. */
async function inCopies(copies, items, work) {
  const waiting = [...items]
  const worker = async (copy) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(copy, next)
  }
  await Promise.all(copies.map(worker))
}

/** @returns number of unnoticed removals */
async function takeAway(guards, server, known) {
  rmSync(join(root, '.cache', 'guards'), { recursive: true, force: true })
  const copies = Array.from({ length: atOnce }, (_, number) => makeCopy(String(number)))
  const whole = known ? [] : [...new Set(guards.flatMap(({ tests }) => tests))]
  await inCopies(copies, whole, async (copy, tests) => {
    const broken = await failure(copy, server, [tests])
    if (broken) throw new Error(`with every guard in its place, this fails already: ${broken}`)
  })
  let unnoticed = 0
  say('| guard | what fails without it |\n|---|---|')
  await inCopies(copies, guards, async (copy, guard) => {
    const failed = await without(copy, server, guard)
    if (failed === null) unnoticed++
    say(`| ${guard.name} | ${failed ?? '**nothing**'} |`)
  })
  say(`\n${guards.length} guards, ${unnoticed} of them taken away unnoticed`)
  return unnoticed
}

function list(guards) {
  say('| guard | tests that have to notice |\n|---|---|')
  for (const { name, tests } of guards) say(`| ${name} | ${tests.map((one) => `\`${one}\``).join(' ')} |`)
  say(`\n${guards.length} guards`)
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [''] },
    known: { type: 'boolean' },
    list: { type: 'boolean' },
  },
})
enterRunFolder()
const cluster = await startTestCluster(process.execPath)
if (!cluster) throw new Error('there is no PostgreSQL for the tests')
try {
  const guards = (await guardsOf(root)).filter(({ name }) => values.only.some((text) => name.includes(text)))
  if (values.list) list(guards)
  else process.exitCode = (await takeAway(guards, cluster.url, values.known)) > 0 ? 1 : 0
} finally {
  await cluster.stop()
}
