/**
 * Prerequisites of all scripts: the packages of the lock file and the Node that runs TypeScript. Plain JavaScript for any Node
 * from 20 on, without packages, because it runs before they are installed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const oldestNode = 20
const neededNode = 24

/** Installs missing packages and returns the path of the Node to use. Exits with a Spanish text on failure. */
export function ensureModules() {
  if (major(process.versions.node) < oldestNode)
    stop(`Hace falta Node ${oldestNode} o posterior; este es el ${process.versions.node}.`)
  if (!isInstalled() || !nodePath()) install()
  const node = nodePath()
  if (!node)
    stop(
      `Hace falta Node ${neededNode} o posterior: este es el ${process.versions.node} y entre los paquetes no hay ninguno ` +
        `para este equipo (${process.platform}-${process.arch}).`,
    )
  return node
}

/** Exits with a message. */
export function stop(message) {
  console.error(message)
  process.exit(1)
}

function major(version) {
  return Number.parseInt(version, 10)
}

/** Compares npm's list of installed packages with the lock file: same packages, same versions. */
function isInstalled() {
  const installed = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installed)) return false
  const have = JSON.parse(readFileSync(installed, 'utf8')).packages ?? {}
  const want = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(want).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return true
    const found = have[path]
    // Optional packages of other platforms are not installed.
    return found ? found.version === entry.version : entry.optional === true
  })
}

function install() {
  console.log('Se instalan los paquetes (la primera vez tarda unos minutos)…')
  const words = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env['npm_execpath']
  const options = { cwd: root, stdio: 'inherit' }
  const done = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...words], options)
    : spawnSync('npm', words, { ...options, shell: process.platform === 'win32' })
  if (done.status !== 0) stop('No se pudieron instalar los paquetes (npm ci). Revisa la conexión y lo que dice arriba.')
}

/** By its folder: npm 10 takes the link in `.bin` away with the packages of other platforms. */
function nodePath() {
  const names = ['node', 'node-bin'].map((name) => `${name}-${process.platform}-${process.arch}`)
  const own = names.map((name) => join(root, 'node_modules', name, 'bin', 'node')).find(existsSync)
  if (own) return own
  return major(process.versions.node) >= neededNode ? process.execPath : undefined
}
