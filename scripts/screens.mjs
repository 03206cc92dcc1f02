/** `npm run screens`: builds the web client and takes screenshots of each screen. */
import { spawnSync } from 'node:child_process'
import { ensureChromium } from './chromium.mjs'
import { ensureModules, root } from './modules.mjs'
import { buildWeb } from './web-build.mjs'

const node = ensureModules()
const chromium = ensureChromium(node, console.log)
if ('problem' in chromium) throw new Error(chromium.problem)
if (!buildWeb(node)) throw new Error('La aplicación web no se pudo construir.')
const done = spawnSync(node, ['e2e/screens/run.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, HILO_CHROMIUM: chromium.path },
})
process.exitCode = done.status ?? 1
