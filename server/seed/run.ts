/** Started by the server if its database is empty; ends with it. */
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import { runProgram } from '../failure.ts'
import { fileStore } from '../files/open.ts'
import { terminalLog } from '../log.ts'
import { seed } from './index.ts'

// The parent has ended: stop; the transaction leaves nothing.
process.on('disconnect', () => process.exit(1))

const log = terminalLog()
await runProgram(log, async () => {
  const config = readConfig(process.env)
  const db = await openDatabase(config, log)
  const store = fileStore(config)
  if (config.seed !== 'none') await seed(db, { size: config.seed, log, store })
  await db.close()
})
process.exit()
