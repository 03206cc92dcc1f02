import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Restricts a tree to its owner: files hold password hashes, keys and pictures. For copies that keep other modes; own files
 * are private by the umask set at the start.
 */
export async function makePrivate(path: string): Promise<void> {
  const found = await lstat(path)
  if (found.isSymbolicLink()) return
  await chmod(path, found.isDirectory() ? 0o700 : 0o600)
  if (found.isDirectory()) for (const name of await readdir(path)) await makePrivate(join(path, name))
}
