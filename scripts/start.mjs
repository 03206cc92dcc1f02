/** `npm start`: installs, builds and starts, doing only what is missing. */
import { runInPlace } from './child.mjs'
import { ensureModules, root, stop } from './modules.mjs'
import { buildWeb } from './web-build.mjs'

const node = ensureModules()
if (!buildWeb(node)) stop('No se pudo construir la aplicación web.')
console.log('Se arranca Hilo…')
process.exit(await runInPlace(node, ['--max-semi-space-size=4', 'server/main.ts'], { cwd: root }))
