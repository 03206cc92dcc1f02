/** `npm start`: installs, builds and starts, doing only what is missing; a server that dies is started again. */
import { keepRunning } from './keep-running.mjs'
import { ensureModules, root, stop } from './modules.mjs'
import { serverEnv, serverWords } from '../server/node-options.mjs'
import { buildWeb } from './web-build.mjs'

const node = ensureModules()
if (!buildWeb(node)) stop('No se pudo construir la aplicación web.')
console.log('Se arranca Hilo…')
const env = { ...serverEnv, ...process.env }
process.exit(await keepRunning({ command: node, words: serverWords, options: { cwd: root, env } }, console.error))
