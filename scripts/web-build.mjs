/** Builds the web client when what it is made of has changed since the last time. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './modules.mjs'

const stamp = join(root, '.cache', 'web-build')
const result = join(root, 'web', 'dist', 'index.html')
const skipped = new Set(['node_modules', 'dist', 'dist-native', '.cache'])

/** @returns {boolean} true when it is there and up to date */
export function buildWeb(node) {
  const now = sourceHash()
  if (existsSync(result) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return true
  console.log('Se construye la aplicación web…')
  // Gone first: an interrupted build must not pass for a finished one.
  rmSync(stamp, { force: true })
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const done = spawnSync(node, [vite, 'build', '--logLevel', 'warn'], { cwd: join(root, 'web'), stdio: 'inherit' })
  if (done.status !== 0 || !existsSync(result)) return false
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, now)
  return true
}

function sourceHash() {
  const hash = createHash('sha256')
  for (const folder of ['web', 'domain', 'contract']) addFolder(hash, join(root, folder))
  hash.update(readFileSync(join(root, 'package-lock.json')))
  return hash.digest('hex')
}

function addFolder(hash, folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (skipped.has(entry.name) || entry.name.includes('.test.')) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) addFolder(hash, path)
    else if (entry.isFile()) hash.update(path.slice(root.length)).update('\0').update(readFileSync(path))
  }
}
