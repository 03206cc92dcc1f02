/** `npm run soak`: the long tests, which repeat what `npm test` shows once. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runInPlace } from './child.mjs'
import { ensureModules, root, stop } from './modules.mjs'

const node = ensureModules()
const tests = readdirSync(join(root, 'server'), { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.soak.ts') && !name.includes('node_modules'))
  .map((name) => join('server', name))
const programs = ['bench/soak.ts'].filter((name) => existsSync(join(root, name)))
if (tests.length + programs.length === 0) stop('No hay pruebas largas.')
let failed = 0
if (tests.length > 0)
  failed += await runInPlace(node, ['--test', '--test-concurrency=1', '--test-reporter=spec', ...tests], { cwd: root })
for (const program of programs) failed += await runInPlace(node, [program], { cwd: root })
process.exit(failed ? 1 : 0)
