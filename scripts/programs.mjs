/** Programs that tests run beside the server: those of the machine, else the distribution's packages where they can be installed. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['nginx', 'pgbouncer']

const isHere = (name) =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'].some((folder) =>
    existsSync(join(folder, name)),
  )

/**
 * Installs what is missing, as root on Debian; elsewhere the tests of what is missing say so and do not run.
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
