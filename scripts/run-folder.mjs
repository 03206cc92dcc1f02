/** Where a test run makes and throws away its databases and folders: in memory, ten times faster than on a disk. */
import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux keeps what lies here in memory; containers often give it too little. */
const inMemory = '/dev/shm'
const room = 6 * 2 ** 30
const name = /^hilo-run-(\d+)-/

/** From here on this process and those it starts keep temporary files in a folder that goes when this one ends. */
export function enterRunFolder() {
  const home = roomy() ? inMemory : tmpdir()
  for (const left of readdirSync(home)) {
    const pid = Number(name.exec(left)?.[1])
    if (pid && !alive(pid)) remove(join(home, left))
  }
  const folder = mkdtempSync(join(home, `hilo-run-${process.pid}-`))
  // PostgreSQL does not run as root: others pass through here.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.once('exit', () => remove(folder))
}

/** What is another person's, or still written to, is left to a later run: it says nothing about the tests. */
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
