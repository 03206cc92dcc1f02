/** The server of the browser tests: always on fresh demonstration data, so that "today" is today and nothing is left over. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const dataDir = process.env['DATA_DIR']
if (!dataDir) throw new Error('DATA_DIR says where the data of the browser tests go')

/** A run that was killed may have left its database behind: it must be gone before its files are. */
async function stopLeftover(folder: string): Promise<void> {
  const note = join(folder, 'pg', 'postmaster.pid')
  if (!existsSync(note)) return
  const pid = Number(readFileSync(note, 'utf8').split('\n')[0])
  try {
    process.kill(pid, 'SIGQUIT')
    for (let tries = 0; tries < 100; tries++) {
      process.kill(pid, 0)
      await wait(50)
    }
  } catch {
    return
  }
}

const mark = join(dataDir, 'e2e')
if (existsSync(dataDir) && !existsSync(mark) && basename(dataDir) !== 'e2e-data')
  throw new Error(`${dataDir} holds something that no browser test put there, so it is not emptied`)
await stopLeftover(dataDir)
rmSync(dataDir, { recursive: true, force: true })
mkdirSync(dataDir, { recursive: true, mode: 0o711 })
writeFileSync(mark, '')
await import('../server/main.ts')
