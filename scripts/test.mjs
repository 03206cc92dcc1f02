/**
 * `npm test`: installs what is missing, then types, lint, layers, unit, server and browser tests. `npm run check` runs
 * the first four alone. `npm run test:wide` shows everywhere what those show once: every screen, kind of work and plan.
 * The last line counts everything; a part that cannot run says why and counts as failed.
 */
import { readdirSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { auditPackages } from './audit.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureModules, root } from './modules.mjs'
import { browserTests, checked, nodeTests, serverTests } from './parts.mjs'
import { ensurePrograms } from './programs.mjs'
import { enterRunFolder } from './run-folder.mjs'
import { startTestCluster } from './test-cluster.mjs'
import { buildWeb } from './web-build.mjs'

/** Which tests: those in files of this kind. */
const kind = process.argv[2] === 'wide' ? 'wide' : 'test'
const quick = process.argv[2] === 'check'
const node = ensureModules()
const totals = { passed: 0, failed: 0, second: 0 }
const doubtful = []
const bin = (name, file) => join(root, 'node_modules', name, file)
const tool = {
  tsc: bin('typescript', 'bin/tsc'),
  oxlint: bin('oxlint', 'bin/oxlint'),
  prettier: bin('prettier', 'bin/prettier.cjs'),
}
const fast = {
  tipos: () => checked(node, tool.tsc, '-b', '--pretty', 'false'),
  reglas: () => checked(node, tool.oxlint, '.'),
  forma: () => checked(node, tool.prettier, '--check', '--log-level', 'warn', '.'),
  capas: () => checked(node, 'scripts/layers.mjs'),
  unidades: () => nodeTests(node, 'unit', ['{domain,contract,web}/**/*.test.ts', 'scripts/*.test.mjs']),
}

/** The files whose tests take longest, which are the ones to look at when the whole takes too long. */
function slowest(took) {
  const files = Object.entries(took).sort(([, one], [, other]) => other - one)
  const told = files.slice(0, 12).map(([file, ms]) => `${basename(file)} ${Math.round(ms / 1000)} s`)
  return told.join(', ')
}

/** Runs one part and tells its result as soon as it has it. */
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
  if (result.again) doubtful.push({ name, ...result })
}

/**
 * What failed beside everything else is run once more with the machine to itself: a fault of the product fails again,
 * and what passes is told apart in the last line.
 */
async function settle() {
  for (const { name, failed, again } of doubtful) {
    const second = await again()
    console.log(`\n== ${name}, otra vez y a solas: ${second.failed} mal`)
    console.log(second.output.trimEnd())
    const mended = Math.max(0, failed - second.failed)
    totals.passed += mended
    totals.failed += second.failed - failed
    totals.second += mended
  }
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
  const done = buildWeb(node)
  return { passed: done ? 1 : 0, failed: done ? 0 : 1, output: 'La aplicación web no se pudo construir.' }
}

/** The test files of one kind of the server and of the crowd against it, as paths from the root. */
function serverFiles(kind, wanted = /./) {
  return ['server', 'crowd']
    .flatMap((home) => readdirSync(join(root, home), { recursive: true }).map((name) => join(home, String(name))))
    .map((name) => name.split(sep).join('/'))
    .filter((name) => name.endsWith(`.${kind}.ts`) && wanted.test(name))
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

/**
 * What speaks to PostgreSQL in every way that the product does; the rest says the same again. Plans are those of the
 * version that the product brings along.
 */
const onOthers =
  /^server\/(?:http\/(?:order|lists|write|change)\.|areas\/(?:events|ports|roles|orders|historicals|neighbors)\/|(?:jobs|seed)\/|db\/(?!crash|embedded))/

const slow = {
  servidor: onCluster('server', 'embedded', serverFiles(kind), serverTests),
  navegador: browserPart,
  ...(kind === 'wide' && {
    'servidor con el PostgreSQL del sistema': onCluster('system', 'system', serverFiles('test', onOthers), serverTests),
  }),
}

console.log(quick ? 'Comprobaciones rápidas…' : 'Todas las pruebas…')
enterRunFolder()
if (quick) await parts(fast)
else {
  await parts({ 'aplicación web': build, ...(kind === 'test' ? fast : { avisos: auditPackages }) })
  // Each of these keeps the machine busy by itself; side by side they would wait for one another and take longer.
  for (const [name, work] of Object.entries(slow)) await part(name, work)
  await settle()
}
const unsure = totals.second ? ` (${totals.second} de ellas, a la segunda)` : ''
console.log(`\n${totals.passed} passed${unsure}, ${totals.failed} failed`)
process.exitCode = totals.failed > 0 ? 1 : 0
