/** A database of the wanted size, created once and kept in its own folder. */
import { stressPlan } from '../server/test/stress-plan.ts'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openDatabase, type Database } from '../server/db/open.ts'
import { terminalLog } from '../server/log.ts'
import { isEmpty } from '../server/seed/seed-process.ts'
import { seed } from '../server/seed/index.ts'
import type { Options } from './options.ts'

interface Prepared {
  db: Database
  folder: string
}

/** @throws {Error} if the folder is in use or has another version's data */
export async function prepare(options: Options): Promise<Prepared> {
  const name = options.size === 'stress' ? `stress-${options.ports}` : options.size
  const folder = options.size === 'none' ? resolve(options.data) : resolve(join(options.data, name))
  await mkdir(folder, { recursive: true })
  const log = terminalLog()
  const db = await openDatabase({ dataDir: folder }, log)
  try {
    if (options.size !== 'none' && (await isEmpty(db))) {
      await seed(db, { size: options.size === 'stress' ? stressPlan(options.ports) : options.size, log })
      await db.owner.query('vacuum (freeze, analyze)')
    }
    await db.owner.query('checkpoint')
    return { db, folder }
  } catch (error) {
    await db.close()
    throw error
  }
}
