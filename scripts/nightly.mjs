/**
 * `npm run nightly`: what is longer, louder or rarer than `npm test`, in files `*.night.*`, one at a time and alone on the machine;
 * then what covers all uses of PostgreSQL again on the machine's own one. `-- --shard k/n` runs one part of n, `-- --only text`
 * the files whose path contains it. Ends with a table.
 */
import { parseArgs } from 'node:util'
import { auditPackages } from './audit.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureModules, stop } from './modules.mjs'
import { browserTests, nodeTests, onOthers, sum, testFiles } from './parts.mjs'
import { ensurePrograms } from './programs.mjs'
import { enterRunFolder } from './run-folder.mjs'
import { buildServer } from './server-build.mjs'
import { startTestCluster } from './test-cluster.mjs'
import { verdict } from './verdict.mjs'
import { buildWeb } from './web-build.mjs'

const { values } = parseArgs({ options: { shard: { type: 'string', default: '1/1' }, only: { type: 'string' } } })
const [shard, shards] = values.shard.split('/').map(Number)
if (!(shard >= 1 && shard <= shards)) stop('Así: npm run nightly -- --shard 2/12')
const node = ensureModules()
const chosen = (names) =>
  names.filter((name) => !values.only || name.includes(values.only)).filter((_, at) => at % shards === shard - 1)

enterRunFolder()
ensurePrograms(console.log)
if (!buildWeb(node) || !buildServer(node)) stop('No se pudo construir.')

/** Counts of everything that ran, and its output where it failed. */
const all = []
function record(name, result) {
  all.push(result)
  for (const [file, { ms, passed, failed }] of Object.entries(result.files ?? {}))
    console.log(`${(ms / 1000).toFixed(0).padStart(6)} s ${String(passed).padStart(5)} bien ${failed} mal  ${file}`)
  if (result.failed > 0) console.log(`\n== lo que falló en ${name}\n${result.failures}\n`)
}

/** Runs work on a PostgreSQL; nothing where the machine has none of its own. */
async function onCluster(kind, work) {
  const cluster = await startTestCluster(node, kind)
  if (!cluster) return console.log('Este equipo no tiene otro PostgreSQL.')
  try {
    await work({ HILO_TEST_SERVER: cluster.url })
  } finally {
    await cluster.stop()
  }
}

if (!values.only && shard === 1) record('avisos', await auditPackages())
await onCluster('embedded', async (env) => {
  for (const file of chosen(testFiles(['domain', 'contract', 'web', 'scripts', 'server', 'crowd'], 'night')))
    record(file, await nodeTests(node, 'night', [file], env))
})
const again = chosen(onOthers)
if (again.length > 0)
  await onCluster('system', async (env) => {
    for (const place of again) {
      const { files, ...rest } = await nodeTests(node, 'night', testFiles([place.slice(0, -1)], 'test'), env)
      const named = Object.entries(files).map(([file, counts]) => [`${file} (PostgreSQL del sistema)`, counts])
      record(place, { ...rest, files: Object.fromEntries(named) })
    }
  })
const pages = chosen(testFiles(['e2e'], 'night'))
if (pages.length > 0) {
  const chromium = ensureChromium(node, console.log)
  if ('problem' in chromium) stop(chromium.problem)
  const env = { HILO_CHROMIUM: chromium.path, HILO_E2E_KIND: 'night' }
  record('navegador', await browserTests(node, env, pages))
}

const total = sum(all)
console.log(`\n| file | s | passed | failed |\n|---|---|---|---|`)
for (const [file, { ms, passed, failed }] of Object.entries(total.files))
  console.log(`| \`${file}\` | ${(ms / 1000).toFixed(0)} | ${passed} | ${failed} |`)
const { line, code } = verdict(total)
console.log(`\n${line}`)
process.exit(code)
