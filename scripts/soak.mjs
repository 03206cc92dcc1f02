/** `npm run soak`: long repetitions of what `npm test` runs once. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runInPlace } from './child.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureModules, root, stop } from './modules.mjs'
import { enterRunFolder } from './run-folder.mjs'
import { buildWeb } from './web-build.mjs'

const node = ensureModules()
const tests = ['domain', 'server', 'crowd'].flatMap((home) =>
  readdirSync(join(root, home), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.soak.ts') && !name.includes('node_modules'))
    .map((name) => join(home, name)),
)
enterRunFolder()
let failed = await runInPlace(node, ['--test', '--test-concurrency=1', '--test-reporter=spec', ...tests], { cwd: root })
const chromium = ensureChromium(node, console.log)
if ('problem' in chromium) stop(chromium.problem)
const env = { ...process.env, HILO_CHROMIUM: chromium.path, HILO_E2E_KIND: 'soak' }
const browser = [join('node_modules', '@playwright', 'test', 'cli.js'), 'test', '-c', 'e2e/playwright.config.ts']
failed += buildWeb(node) ? await runInPlace(node, browser, { cwd: root, env }) : 1
process.exit(failed ? 1 : 0)
