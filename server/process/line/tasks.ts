import type { TaskList } from 'graphile-worker'
import type { Process } from '../process.ts'
import { ceaseLightJob } from './cease-light.ts'
import { ceaseJob } from './cease.ts'
import { inquiryJob } from './inquiry.ts'
import { changeJob } from './ont-change.ts'
import { resetJob } from './reset.ts'

/** Jobs of a customer's line. */
export const lineTasks = (process: Process): TaskList => ({
  'process.ont_reset': (payload) => resetJob(process, payload),
  'process.ont_change': (payload) => changeJob(process, payload),
  'process.unsubscribe': (payload) => ceaseJob(process, payload),
  'process.cease_light': (payload) => ceaseLightJob(process, payload),
  'process.inquiry': (payload) => inquiryJob(process, payload),
})
