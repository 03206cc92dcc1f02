import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Takes a tree from everybody but its owner: files hold password hashes, keys and pictures. For what was copied with the modes
 * that it had elsewhere; what a program makes itself is private by the umask that it sets first.
 */
export async function makePrivate(path: string): Promise<void> {
  const found = await lstat(path)
  if (found.isSymbolicLink()) return
  await chmod(path, found.isDirectory() ? 0o700 : 0o600)
  if (found.isDirectory()) for (const name of await readdir(path)) await makePrivate(join(path, name))
}
