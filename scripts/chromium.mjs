/** Finds a Chromium that starts: one already found, else Playwright's, else the distribution's package. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './modules.mjs'

/** The headless shell has no window, whose drawing costs as much CPU as the pages: 40 % of a test. */
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const words = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--dump-dom',
  'about:blank',
]

/**
 * The browser found before, else the best one on the path, else Playwright's own.
 * @returns {{ executablePath?: string }} options for Playwright's launch
 */
export function foundChromium() {
  const executablePath = process.env['HILO_CHROMIUM'] ?? onPath()
  return executablePath ? { executablePath } : {}
}

/**
 * @param {(text: string) => void} log
 * @returns {{ path: string } | { problem: string }} the problem in Spanish
 */
export function ensureChromium(node, log) {
  const tried = [onPath, () => playwrights(node, false), () => playwrights(node, true, log), () => packaged(log)]
  for (const find of tried) {
    const path = find()
    if (path && starts(path)) return { path }
  }
  return { problem: 'No hay un Chromium que arranque y no se pudo instalar. Instala chromium y repite.' }
}

/** @returns {string | undefined} */
function onPath() {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

function playwrights(node, install, log) {
  if (install) {
    log('Se descarga Chromium…')
    const cli = join(root, 'node_modules', 'playwright', 'cli.js')
    const done = spawnSync(node, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: 180_000 })
    if (done.status !== 0) return undefined
  }
  const ask = "import('playwright').then(({ chromium }) => console.log(chromium.executablePath()))"
  const answer = spawnSync(node, ['--input-type=module', '-e', ask], { cwd: root, encoding: 'utf8' })
  const path = answer.stdout.trim()
  return path && existsSync(path) ? path : undefined
}

function packaged(log) {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0)
    return undefined
  log('Se instala Chromium…')
  const options = { stdio: 'ignore', timeout: 300_000, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update'], options)
  // A distribution may have only the full browser.
  for (const name of [shell, 'chromium'])
    if (spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], options).status === 0) break
  return onPath()
}

function starts(path) {
  const page = spawnSync(path, words, { encoding: 'utf8', timeout: 60_000 })
  return page.status === 0 && page.stdout.includes('<html')
}
