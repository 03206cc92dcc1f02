/** Programs for tests beside the server: the machine's, else the distribution's packages if installable. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['nginx', 'pgbouncer']

const isHere = (name) =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'].some((folder) =>
    existsSync(join(folder, name)),
  )

/**
 * Installs missing ones, as root on Debian; elsewhere their tests are skipped with a message.
 * @param {(text: string) => void} log
 */
export function ensurePrograms(log) {
  const missing = names.filter((name) => !isHere(name))
  const may = process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0
  if (missing.length === 0 || !may) return
  log(`Se instala ${missing.join(' y ')}…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const options = { stdio: 'ignore', timeout: 300_000, env }
  spawnSync('apt-get', ['update'], options)
  for (const name of missing) spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], options)
}
