/** `npm start`: installs and builds if needed, then starts; restarts a crashed server. */
import { keepRunning } from './keep-running.mjs'
import { ensureModules, root, stop } from './modules.mjs'
import { serverEnv, serverWords } from '../server/node-options.mjs'
import { buildServer } from './server-build.mjs'
import { buildWeb } from './web-build.mjs'

const node = ensureModules()
if (!buildWeb(node)) stop('No se pudo construir la aplicación web.')
if (!buildServer(node)) stop('No se pudo preparar el servidor.')
console.log('Se arranca Hilo…')
const env = { ...serverEnv, ...process.env }
process.exit(await keepRunning({ command: node, words: serverWords, options: { cwd: root, env } }, console.error))
