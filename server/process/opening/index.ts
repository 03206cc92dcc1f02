import { openJob } from './open.ts'
import type { ProcessTasks } from '../process.ts'
import { reservationJob } from './reserve.ts'
import { lookJob } from '../steps/step-look.ts'

/** Jobs of the opening half. */
export const openTasks: ProcessTasks = (process) => ({
  'process.open': (payload) => openJob(process, payload),
  'process.look': (payload) => lookJob(process, payload),
  'process.reservation': (payload) => reservationJob(process, payload),
})
