/** Folders and owners of files, as root sees them. */
import { spawnSync } from 'node:child_process'
import { chmod, lstat, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const isRoot = process.getuid?.() === 0
/** For tests that only root can run. */
export const asRoot = { skip: isRoot ? false : 'needs root' }

/** A folder that other users can traverse, as `/var/lib/hilo`. */
export async function inOpenFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hilo-run-as-'))
  await chmod(folder, 0o711)
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
export const idOf = (user: string): number => Number(spawnSync('id', ['-u', user], { encoding: 'utf8' }).stdout)
export const ownerOf = async (path: string): Promise<number> => (await lstat(path)).uid
