import type { TaskList } from 'graphile-worker'
import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import type { Log } from '../log.ts'
import type { Plant } from '../plant/plant.ts'
import type { Reader } from '../plant/reader.ts'

/** What the process of an intervention works with. */
export interface Process {
  db: Database
  plant: Plant
  reader: Reader
  config: Config
  log: Log
}

/** Jobs by name, each given a process. A job may run twice and after a crash: it looks at the state first. */
export type ProcessTasks = (process: Process) => TaskList

/** The intervention that a job is about. */
export function eventIdOf(payload: unknown): number {
  const id = typeof payload === 'object' && payload !== null && 'event_id' in payload ? payload.event_id : undefined
  if (typeof id !== 'number') throw new Error('a job of the process names no event')
  return id
}
