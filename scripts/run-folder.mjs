/** Temporary folder of a test run: in memory, ten times faster than on a disk. */
import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** In-memory on Linux; containers often make it too small. */
const inMemory = '/dev/shm'
const room = 6 * 2 ** 30
const name = /^hilo-run-(\d+)-/

/** Redirects temporary files of this process and its children to a folder that is removed on exit. */
export function enterRunFolder() {
  const home = roomy() ? inMemory : tmpdir()
  for (const left of readdirSync(home)) {
    const pid = Number(name.exec(left)?.[1])
    if (pid && !alive(pid)) remove(join(home, left))
  }
  const folder = mkdtempSync(join(home, `hilo-run-${process.pid}-`))
  // PostgreSQL does not run as root, so other users need access.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.once('exit', () => remove(folder))
}

/** Files of another user, or in use, are left to a later run. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch (error) {
    console.warn(`Queda ${folder}: ${error.code}`)
  }
}

function roomy() {
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize > room
  } catch {
    return false
  }
}

function alive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
