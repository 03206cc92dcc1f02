/**
 * `npm test`: installs missing packages, then types, lint, layers, unit, server and browser tests. `npm run check` runs the
 * first four only. `npm run test:wide` repeats the tests for every screen, kind of work and plan. The last line has the
 * totals; a part that cannot run gives the reason and counts as failed.
 */
import { readdirSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { auditPackages } from './audit.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureModules, root } from './modules.mjs'
import { browserTests, checked, nodeTests, onOthers, serverTests } from './parts.mjs'
import { ensurePrograms } from './programs.mjs'
import { enterRunFolder } from './run-folder.mjs'
import { buildServer } from './server-build.mjs'
import { startTestCluster } from './test-cluster.mjs'
import { failuresIn, repeatAlone, verdict } from './verdict.mjs'
import { buildWeb } from './web-build.mjs'

/** Files of this kind. */
const kind = process.argv[2] === 'wide' ? 'wide' : 'test'
const quick = process.argv[2] === 'check'
const node = ensureModules()
const totals = { passed: 0, failed: 0 }
const doubtful = []
/** Parts with a failure, and their output. */
const failing = []
const bin = (name, file) => join(root, 'node_modules', name, file)
const tool = {
  tsc: bin('typescript', 'bin/tsc'),
  oxlint: bin('oxlint', 'bin/oxlint'),
  prettier: bin('prettier', 'bin/prettier.cjs'),
}
/** What was in form and has not changed since is not read again. */
const cachedForm = ['--cache', '--cache-strategy', 'content', '--cache-location', join(root, '.cache', 'prettier')]
const fast = {
  tipos: () => checked(node, tool.tsc, '-b', '--pretty', 'false'),
  reglas: () => checked(node, tool.oxlint, '.'),
  forma: () => checked(node, tool.prettier, '--check', '--log-level', 'warn', ...cachedForm, '.'),
  capas: () => checked(node, 'scripts/layers.mjs'),
  unidades: () => nodeTests(node, 'unit', ['{domain,contract,web}/**/*.test.ts', 'scripts/*.test.mjs']),
}

/** The slowest test files. */
function slowest(took) {
  const files = Object.entries(took).sort(([, one], [, other]) => other - one)
  const told = files.slice(0, 12).map(([file, ms]) => `${basename(file)} ${Math.round(ms / 1000)} s`)
  return told.join(', ')
}

/** Runs one part and prints its result. */
async function part(name, work) {
  const began = Date.now()
  const result = await work().catch((error) => ({ passed: 0, failed: 1, output: String(error.stack ?? error) }))
  totals.passed += result.passed
  totals.failed += result.failed
  const skipped = result.skipped ? `, ${result.skipped} sin ejecutar` : ''
  const note = result.note ? `, ${result.note}` : ''
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  console.log(`\n== ${name}: ${result.passed} bien, ${result.failed} mal${skipped}${note} (${seconds} s)`)
  if (result.took) console.log(`   las que más tardan: ${slowest(result.took)}`)
  if (result.failed > 0 || result.skipped) console.log(result.output.trimEnd())
  if (result.failed > 0) failing.push({ name, output: result.output, pages: result.pages ?? '' })
  if (result.again) doubtful.push({ name, ...result })
}

/** Two at a time, because the smallest machine has two cores. */
async function parts(table) {
  const waiting = Object.entries(table)
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await part(...next)
  }
  await Promise.all([worker(), worker()])
}

async function browserPart() {
  const chromium = ensureChromium(node, console.log)
  if ('problem' in chromium) return { passed: 0, failed: 1, output: chromium.problem }
  return browserTests(node, { HILO_CHROMIUM: chromium.path, HILO_E2E_KIND: kind })
}

const build = async () => {
  const done = buildWeb(node) && buildServer(node)
  return { passed: done ? 1 : 0, failed: done ? 0 : 1, output: 'No se pudo construir.' }
}

/** Test files of one kind of server and crowd, as paths from the root. */
function serverFiles(kind) {
  return ['server', 'crowd']
    .flatMap((home) => readdirSync(join(root, home), { recursive: true }).map((name) => join(home, String(name))))
    .map((name) => name.split(sep).join('/'))
    .filter((name) => name.endsWith(`.${kind}.ts`))
    .sort()
}

const onCluster = (name, kind, files, work) => async () => {
  ensurePrograms(console.log)
  const cluster = await startTestCluster(node, kind)
  if (!cluster) return { passed: 0, failed: 0, note: 'este equipo no tiene otro PostgreSQL' }
  try {
    const done = await work(node, name, files, { env: { HILO_TEST_SERVER: cluster.url }, concurrency: 1 })
    // The cluster is gone by then.
    return done.again ? { ...done, again: onCluster(name, kind, done.files, nodeTests) } : done
  } finally {
    await cluster.stop()
  }
}

const isOnOthers = (file) => onOthers.some((name) => file.startsWith(name))

const slow = {
  servidor: onCluster('server', 'embedded', serverFiles(kind), serverTests),
  navegador: browserPart,
  ...(kind === 'wide' && {
    'servidor con el PostgreSQL del sistema': onCluster(
      'system',
      'system',
      serverFiles('test').filter(isOnOthers),
      serverTests,
    ),
  }),
}

console.log(quick ? 'Comprobaciones rápidas…' : 'Todas las pruebas…')
enterRunFolder()
if (quick) await parts(fast)
else {
  await parts({ 'aplicación web y servidor': build, ...(kind === 'test' ? fast : { avisos: auditPackages }) })
  // Each of these loads the machine by itself; in parallel they would take longer.
  for (const [name, work] of Object.entries(slow)) await part(name, work)
}
const { line, code } = verdict(totals, quick ? 0 : await repeatAlone(doubtful))
for (const { name, output, pages } of failing)
  console.log(`\n== lo que falló en ${name}\n${failuresIn(output)}${pages}`)
console.log(`\n${line}`)
process.exitCode = code
