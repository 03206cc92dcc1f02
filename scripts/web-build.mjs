/** The web client, as the server sends it. */
import { join } from 'node:path'
import { buildOnce } from './build-once.mjs'
import { root } from './modules.mjs'

/** @returns {boolean} true if built and up to date */
export const buildWeb = (node) =>
  buildOnce('web', {
    sources: ['web', 'domain', 'contract'],
    result: 'web/dist/index.html',
    say: 'Se construye la aplicación web…',
    command: node,
    words: [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'error'],
    cwd: join(root, 'web'),
  })
