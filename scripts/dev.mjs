/** `npm run dev`: the web client reloads on change, and the server restarts on change. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureModules, root } from './modules.mjs'

const node = ensureModules()
const api = Number(process.env['PORT'] ?? 3000)
const web = Number(process.env['WEB_PORT'] ?? 5173)
const address = `http://127.0.0.1:${web}`
const env = { ...process.env, PORT: String(api), PUBLIC_URL: address, HILO_API: `http://127.0.0.1:${api}` }
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
const children = [
  spawn(node, ['--watch', '--watch-preserve-output', 'server/main.ts'], { cwd: root, env, stdio: 'inherit' }),
  spawn(node, [vite, '--host', '127.0.0.1', '--port', String(web), '--strictPort'], {
    cwd: join(root, 'web'),
    env,
    stdio: 'inherit',
  }),
]
// Ctrl-C reaches the whole group; if one ends the other is stopped.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => children.forEach((child) => child.kill('SIGTERM')))
await Promise.race(children.map((child) => new Promise((done) => child.once('exit', done))))
for (const child of children) child.kill('SIGTERM')
