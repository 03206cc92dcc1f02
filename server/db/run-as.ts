/** PostgreSQL refuses to run as root. Chooses the user that runs its programs on this machine. */
import { spawnSync } from 'node:child_process'

export interface RunAs {
  /** New owner of the cluster's files; undefined if unchanged. */
  owner?: { uid: number; gid: number }
  /** Identity for the child process. */
  identity: { uid?: number; gid?: number }
  /** Command prefix that enters a user namespace. */
  prefix: string[]
}

/** System user of the embedded database if the server runs as root: its files are accessible to no other program. */
export const databaseUser = 'hilo-db'
/** Owner of root's files inside the namespace. */
const mapped = 65_534
const enterNamespace = ['unshare', '--user', `--map-user=${mapped}`, `--map-group=${mapped}`, '--']

interface Existing {
  /** User id that owns the cluster. */
  uid: number
  /** Its postmaster runs: the files keep their owner until it has stopped. */
  running: boolean
}

/**
 * An ordinary user runs the programs itself. Root runs them as a separate system user, created if missing, if that user can
 * reach programs and data; otherwise in a user namespace where root's own files look like another user's.
 * @param program one of the programs, to try
 * @param folder the data directory, to try
 * @param existing an existing cluster: a running one keeps its user, root's stays in its namespace
 * @throws {Error} in Spanish if neither is possible, with what the programs said
 */
export function chooseRunAs(program: string, folder: string, existing?: Existing): RunAs {
  if (process.getuid?.() !== 0) return { identity: {}, prefix: [] }
  const ways = [() => asUser(ownUser(), program, folder), () => inNamespace(program)]
  if (existing?.uid === 0) ways.reverse()
  else if (existing?.running)
    ways.unshift(() => asUser({ uid: existing.uid, gid: groupOf(existing.uid) }, program, folder))
  const said = new Set<string>()
  for (const way of ways)
    try {
      return way()
    } catch (error) {
      said.add(error instanceof Error ? error.message : String(error))
    }
  throw new Error(
    `PostgreSQL no arranca como el usuario «${databaseUser}» ni en un espacio de usuario, y root no puede ejecutarlo:\n` +
      `${[...said].join('\n')}\nArréglalo, arranca con otro usuario o indica una base de datos en DATABASE_URL.`,
  )
}

/** @throws {Error} with what the program itself said, if it failed */
function run(command: string, words: readonly string[], identity: RunAs['identity'] = {}): void {
  const { error, stderr, status, signal } = spawnSync(command, words, { ...identity, cwd: '/', encoding: 'utf8' })
  if (status !== 0) throw error ?? new Error(stderr.trim() || `${command}: ${signal ?? status}`)
}

function idOf(flag: '-u' | '-g', user: string): number | null {
  const { status, stdout } = spawnSync('id', [flag, user], { encoding: 'utf8' })
  return status === 0 && /^\d+$/.test(stdout.trim()) ? Number(stdout) : null
}
const groupOf = (uid: number): number => idOf('-g', String(uid)) ?? uid

/** initdb needs its user's name, so that an entry in the user database is required. */
const making = [
  [
    'useradd',
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
  ],
  // Debian without `passwd`'s tools, then busybox.
  ['adduser', '--system', '--group', '--no-create-home', '--home', '/nonexistent', '--quiet'],
  ['adduser', '-S', '-D', '-H', '-h', '/nonexistent', '-s', '/sbin/nologin'],
] as const

/**
 * The system user, created if missing. Of two concurrent starts one creates it and both find it.
 * @throws {Error} with what the programs said
 */
function ownUser(): { uid: number; gid: number } {
  const found = () => {
    const [uid, gid] = [idOf('-u', databaseUser), idOf('-g', databaseUser)]
    return uid === null || gid === null || uid === 0 ? null : { uid, gid }
  }
  const known = found()
  if (known) return known
  const said: string[] = []
  for (const [command, ...words] of making) {
    try {
      run(command, [...words, databaseUser])
    } catch (error) {
      said.push(error instanceof Error ? error.message : String(error))
    }
    const made = found()
    if (made) return made
  }
  throw new Error(said.join('\n'))
}

function asUser(user: { uid: number; gid: number }, program: string, folder: string): RunAs {
  run('/bin/sh', ['-c', 'cd "$1" && "$2" --version', 'sh', folder, program], user)
  return { owner: user, identity: user, prefix: [] }
}

function inNamespace(program: string): RunAs {
  const [command = '', ...words] = [...enterNamespace, program, '--version']
  run(command, words)
  return { owner: { uid: 0, gid: 0 }, identity: {}, prefix: enterNamespace }
}
