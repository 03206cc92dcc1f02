/** Programs for tests beside the server: the machine's, else the distribution's packages if installable. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian's packages, those of programs with the program that shows that it is there. */
const packages = [
  { name: 'nginx', program: 'nginx' },
  { name: 'pgbouncer', program: 'pgbouncer' },
  // Issuers; without the first apt chooses MariaDB's.
  { name: 'dbconfig-sqlite3' },
  { name: 'glewlwyd', program: 'glewlwyd' },
  { name: 'lemonldap-ng-fastcgi-server', program: 'llng-fastcgi-server' },
  { name: 'liblemonldap-ng-portal-perl' },
  { name: 'libstring-random-perl' },
  { name: 'libio-string-perl' },
  // What people open spreadsheets with.
  { name: 'libreoffice-calc', program: 'soffice' },
  { name: 'gnumeric', program: 'ssconvert' },
  { name: 'python3-openpyxl' },
  { name: 'r-cran-openxlsx' },
  { name: 'r-cran-readxl' },
  { name: 'libspreadsheet-xlsx-perl' },
  { name: 'libspreadsheet-parsexlsx-perl' },
]

const isInPath = (name) =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'].some((folder) =>
    existsSync(join(folder, name)),
  )
const isHere = ({ name, program }) =>
  program === undefined ? spawnSync('dpkg-query', ['-W', name], { stdio: 'ignore' }).status === 0 : isInPath(program)

/**
 * Installs missing ones, as root on Debian; elsewhere their tests are skipped with a message.
 * @param {(text: string) => void} log
 */
export function ensurePrograms(log) {
  const missing = packages.filter((one) => !isHere(one)).map(({ name }) => name)
  const may = process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0
  if (missing.length === 0 || !may) return
  log(`Se instala ${missing.join(', ')}…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const options = { stdio: 'ignore', timeout: 300_000, env }
  spawnSync('apt-get', ['update'], options)
  for (const name of missing) spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], options)
}
