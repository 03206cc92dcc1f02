/**
 * Ports for servers of tests. A port that the system hands out may be handed out again before the server listens,
 * seconds later. These are below the system's own, and each is claimed for its process by a file.
 */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const first = 20_000
const systemsOwn = '/proc/sys/net/ipv4/ip_local_port_range'
const fewest = 1000
const folder = join(tmpdir(), `hilo-ports-${process.getuid?.() ?? 0}`)
const claimed: string[] = []

/** The port after the last one of ours: by default 32768, the first that Linux hands out. */
function endOfRange(): number {
  const said = existsSync(systemsOwn) ? Number(readFileSync(systemsOwn, 'utf8').split(/\s/)[0]) : 32_768
  return Math.min(said, 32_768)
}

/** True if no other process of the tests has it. */
function claim(port: number): boolean {
  const path = join(folder, String(port))
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false
    throw error
  }
  if (claimed.length === 0) process.once('exit', () => claimed.forEach((one) => rmSync(one, { force: true })))
  claimed.push(path)
  return true
}

/** Listens there for a moment; null if it cannot. */
async function probed(port: number): Promise<number | null> {
  const probe = createServer().listen(port, '127.0.0.1')
  const isOpen = await Promise.race([
    once(probe, 'listening').then(() => true),
    new Promise((resolve) => probe.once('error', () => resolve(false))),
  ]).catch(() => false)
  if (!isOpen) return null
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' ? (address?.port ?? null) : null
}

/** A free port, which no other test and no connection of this machine gets meanwhile. */
export async function freePort(): Promise<string> {
  const end = endOfRange()
  // A system that hands out nearly all ports itself.
  if (end - first < fewest) return String(await probed(0))
  mkdirSync(folder, { recursive: true })
  for (;;) {
    const port = randomInt(first, end)
    if (claim(port) && (await probed(port)) !== null) return String(port)
  }
}
