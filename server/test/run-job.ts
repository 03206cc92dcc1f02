/** Runs one job of the process in a process of its own, which a failpoint may end: `run-job.ts url folder task payload`. */
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import { DiskStore } from '../files/store.ts'
import { silentLog } from '../log.ts'
import { openReader } from '../plant/reader.ts'
import { SimulatedPlant } from '../plant/simulated/simulated-plant.ts'
import { processTasks } from '../process/index.ts'
import { quickPlant } from './quick-plant.ts'

const [databaseUrl = '', folder = '', task = '', payload = '{}'] = process.argv.slice(2)
const db = await openDatabase({ dataDir: '', databaseUrl }, silentLog)
const plant = new SimulatedPlant(db, quickPlant)
const config = readConfig({ HILO_SEED: 'none' })
const tasks = processTasks({ db, plant, reader: openReader(plant, db), config, log: silentLog }, new DiskStore(folder))
await tasks[task]?.(JSON.parse(payload), undefined as never)
await db.close()
