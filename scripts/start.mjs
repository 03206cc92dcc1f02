/** `npm start`: installs, builds and starts, doing only what is missing. */
import { join } from 'node:path'
import { runInPlace } from './child.mjs'
import { ensureModules, root, stop } from './modules.mjs'
import { buildWeb } from './web-build.mjs'

const node = ensureModules()
if (!buildWeb(node)) stop('No se pudo construir la aplicación web.')
console.log('Se arranca Hilo…')
// Types are stripped and code is compiled once: the next start is quicker and carries neither the compiler nor the sources.
const env = { ...process.env, NODE_COMPILE_CACHE: join(root, '.cache', 'compiled') }
process.exit(await runInPlace(node, ['--max-semi-space-size=4', 'server/main.ts'], { cwd: root, env }))
