/** Builds what runs when what it is made of has changed since the last time. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './modules.mjs'

const skipped = new Set(['node_modules', 'dist', 'dist-native', '.cache'])

/**
 * @param {string} name of the build among others
 * @param {{ sources: string[], result: string, say: string, command: string, words: string[], cwd?: string }} how sources: folders
 *   and files from the root, beside the lock file; result: a file that a finished build leaves
 * @returns {boolean} true when it is there and up to date
 */
export function buildOnce(name, { sources, result, say, command, words, cwd = root }) {
  const stamp = join(root, '.cache', `${name}-build`)
  const now = hashOf([...sources, 'package-lock.json'])
  if (existsSync(join(root, result)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return true
  console.log(say)
  // Gone first: an interrupted build must not pass for a finished one.
  rmSync(stamp, { force: true })
  const done = spawnSync(command, words, { cwd, stdio: 'inherit' })
  if (done.status !== 0 || !existsSync(join(root, result))) return false
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, now)
  return true
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    if (/\.\w+$/.test(path)) addFile(hash, join(root, path))
    else addFolder(hash, join(root, path))
  }
  return hash.digest('hex')
}

function addFolder(hash, folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (skipped.has(entry.name) || /\.(?:test|night|soak)\./.test(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) addFolder(hash, path)
    else if (entry.isFile()) addFile(hash, path)
  }
}

function addFile(hash, path) {
  hash.update(path.slice(root.length)).update('\0').update(readFileSync(path))
}
