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
 * @throws {Error} in Spanish when neither is possible here
 */
export function chooseRunAs(program: string, folder: string): RunAs {
  if (process.getuid?.() !== 0) return { identity: {}, prefix: [] }
  const asNobody = spawnSync('/bin/sh', ['-c', 'cd "$1" && "$2" --version', 'sh', folder, program], {
    ...nobody,
    cwd: '/',
    stdio: 'ignore',
  })
  if (asNobody.status === 0) return { owner: nobody, identity: nobody, prefix: [] }
  const [command = '', ...words] = [...enterNamespace, program, '--version']
  if (spawnSync(command, words, { cwd: '/', stdio: 'ignore' }).status === 0)
    return { owner: { uid: 0, gid: 0 }, identity: {}, prefix: enterNamespace }
  throw new Error(
    `PostgreSQL no puede ejecutarse como root y aquí no hay otra forma: «nobody» no llega a ${folder} o a los programas, ` +
      'y no se permiten espacios de usuario. Arranca con otro usuario o indica una base de datos en DATABASE_URL.',
  )
}
