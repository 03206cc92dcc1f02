/** Runs one job in its own process, which a failpoint may end: `run-job.ts url folder task payload`. */
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import { DiskStore } from '../files/store.ts'
import { silentLog } from '../log.ts'
import { usual } from '../plant/gate.ts'
import { openReader } from '../plant/reader.ts'
import { SimulatedPlant } from '../plant/simulated/simulated-plant.ts'
import { processTasks } from '../process/index.ts'
import { patientReads, quickPlant } from './quick-plant.ts'

const [databaseUrl = '', folder = '', task = '', payload = '{}'] = process.argv.slice(2)
const db = await openDatabase({ dataDir: '', databaseUrl }, silentLog)
const plant = new SimulatedPlant(db, quickPlant)
// The session of a process that has died is free again as soon as usual.
const reads = { ...patientReads, leaseMs: usual.leaseMs }
const config = readConfig({ HILO_SEED: 'none' })
const tasks = processTasks(
  { db, plant, reader: openReader(plant, db, reads), config, log: silentLog },
  new DiskStore(folder),
)
await tasks[task]?.(JSON.parse(payload), undefined as never)
await db.close()
