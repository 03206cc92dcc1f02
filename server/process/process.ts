import type { TaskList } from 'graphile-worker'
import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import type { Log } from '../log.ts'
import type { Plant } from '../plant/plant.ts'
import type { Reader } from '../plant/reader.ts'

/** Dependencies of the process. */
export interface Process {
  db: Database
  plant: Plant
  reader: Reader
  config: Config
  log: Log
}

/** Jobs by name. A job may run twice or after a crash, so it checks the state first. */
export type ProcessTasks = (process: Process) => TaskList

/** The event id in a job's payload. */
export function eventIdOf(payload: unknown): number {
  const id = typeof payload === 'object' && payload !== null && 'event_id' in payload ? payload.event_id : undefined
  if (typeof id !== 'number') throw new Error('a job of the process names no event')
  return id
}
