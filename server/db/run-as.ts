/** PostgreSQL refuses to run as root. This decides as whom its programs run on this machine. */
import { spawnSync } from 'node:child_process'

export interface RunAs {
  /** Owner of the cluster's files; undefined when nothing has to be handed over. */
  owner?: { uid: number; gid: number }
  /** Identity for the child process. */
  identity: { uid?: number; gid?: number }
  /** Words before the program: enters a user namespace. */
  prefix: string[]
}

const nobody = { uid: 65_534, gid: 65_534 }
const enterNamespace = ['unshare', '--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`, '--']

/**
 * An ordinary user runs the programs himself. Root runs them as `nobody` where that user reaches the programs and the
 * data, otherwise inside a user namespace where root's own files look like those of `nobody`.
 * @param program one of the programs, to try
 * @param folder the data directory, to try
 * @param present user id that owns an existing cluster: stays as it is where that works, because it may be running
 * @throws {Error} in Spanish when neither is possible here
 */
export function chooseRunAs(program: string, folder: string, present?: number): RunAs {
  if (process.getuid?.() !== 0) return { identity: {}, prefix: [] }
  const ways = [() => asNobody(program, folder), () => inNamespace(program)]
  for (const way of present === 0 ? ways.toReversed() : ways) {
    const found = way()
    if (found) return found
  }
  throw new Error(
    `PostgreSQL no puede ejecutarse como root y aquí no hay otra forma: «nobody» no llega a ${folder} o a los programas, ` +
      'y no se permiten espacios de usuario. Arranca con otro usuario o indica una base de datos en DATABASE_URL.',
  )
}

function asNobody(program: string, folder: string): RunAs | null {
  const options = { ...nobody, cwd: '/', stdio: 'ignore' } as const
  const tried = spawnSync('/bin/sh', ['-c', 'cd "$1" && "$2" --version', 'sh', folder, program], options)
  return tried.status === 0 ? { owner: nobody, identity: nobody, prefix: [] } : null
}

function inNamespace(program: string): RunAs | null {
  const [command = '', ...words] = [...enterNamespace, program, '--version']
  const tried = spawnSync(command, words, { cwd: '/', stdio: 'ignore' })
  return tried.status === 0 ? { owner: { uid: 0, gid: 0 }, identity: {}, prefix: enterNamespace } : null
}
