/**
 * `npm test`: installs missing packages, then types, lint, layers, unit, server and browser tests. `npm run check` runs the
 * first four only. The last line has the totals; a part that cannot run gives the reason and counts as failed.
 */
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureModules, root } from './modules.mjs'
import { browserTests, checked, nodeTests, serverTests, testFiles } from './parts.mjs'
import { enterRunFolder } from './run-folder.mjs'
import { buildServer } from './server-build.mjs'
import { verdict } from './verdict.mjs'
import { buildWeb } from './web-build.mjs'

/** Limits of real time are tried by night, on an idle machine. */
process.env['HILO_PATIENCE'] ??= '10'
const quick = process.argv[2] === 'check'
const node = ensureModules()
const totals = { passed: 0, failed: 0, skipped: 0 }
/** What went wrong in each part, shown again at the end. */
const failing = []
const bin = (name, file) => join(root, 'node_modules', name, file)
const tool = {
  tsc: bin('typescript', 'bin/tsc'),
  oxlint: bin('oxlint', 'bin/oxlint'),
  oxfmt: bin('oxfmt', 'bin/oxfmt'),
}

async function browserPart() {
  const chromium = ensureChromium(node, console.log)
  if ('problem' in chromium) return { passed: 0, failed: 1, failures: chromium.problem }
  return browserTests(node, { HILO_CHROMIUM: chromium.path })
}

async function build() {
  const done = buildWeb(node) && buildServer(node)
  return done ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, failures: 'No se pudo construir.' }
}

const checks = {
  forma: () => checked(node, tool.oxfmt, '--check', '.'),
  tipos: () => checked(node, tool.tsc, '-b', '--pretty', 'false'),
  reglas: () => checked(node, tool.oxlint, '.'),
  capas: () => checked(node, 'scripts/layers.mjs'),
  unidades: () => nodeTests(node, 'unit', testFiles(['domain', 'contract', 'web', 'scripts'], 'test')),
}

/** Each of these loads the whole machine by itself. */
const servers = {
  'aplicación web y servidor': build,
  servidor: () => serverTests(node, testFiles(['server'], 'test')),
  navegador: browserPart,
}

/** The slowest test files. */
function slowest(files) {
  const order = Object.entries(files).sort(([, one], [, other]) => other.ms - one.ms)
  const told = order.slice(0, 12).map(([file, { ms }]) => `${file} ${(ms / 1000).toFixed(0)} s`)
  return told.join(', ')
}

/** Runs one part and prints its result. */
async function part([name, work]) {
  const began = Date.now()
  const result = await work().catch((error) => ({ passed: 0, failed: 1, failures: String(error.stack ?? error) }))
  for (const count of Object.keys(totals)) totals[count] += result[count] ?? 0
  const skipped = result.skipped ? `, ${result.skipped} sin ejecutar` : ''
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  console.log(`\n== ${name}: ${result.passed} bien, ${result.failed} mal${skipped} (${seconds} s)`)
  if (result.files) console.log(`   las que más tardan: ${slowest(result.files)}`)
  if (result.failed > 0) failing.push(`\n== lo que falló en ${name}\n${result.failures}`)
}

console.log(quick ? 'Comprobaciones rápidas…' : 'Todas las pruebas…')
enterRunFolder()
// Two at a time, because the smallest machine has two cores.
const waiting = Object.entries(checks)
const lane = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) await part(next)
}
await Promise.all([lane(), lane()])
if (!quick) for (const next of Object.entries(servers)) await part(next)
for (const text of failing) console.log(text)
const { line, code } = verdict(totals)
console.log(`\n${line}`)
process.exitCode = code
