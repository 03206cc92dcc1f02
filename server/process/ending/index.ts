import type { TaskList } from 'graphile-worker'
import type { FileStore } from '../../files/store.ts'
import { cancelJob } from './cancelling.ts'
import { closeJob } from './closing.ts'
import { controlJob } from '../controls/control.ts'
import { enrollFileJob } from '../enrolment/enrollment-file.ts'
import { enrollFileTask, enrollJob } from '../enrolment/enrollment-request.ts'
import { lightJob } from '../steps/light-check.ts'
import { acknowledgeJob } from '../notices/acknowledge.ts'
import type { Process } from '../process.ts'
import { reportFileJob } from '../reports/report-file.ts'
import { strayJob, strayTask } from '../watching/undeclared-light.ts'
import { deadlineJob } from './deadline.ts'

/** Jobs of the closing half. */
export const closingTasks = (process: Process, store: FileStore): TaskList => ({
  'process.close': (payload) => closeJob(process, payload),
  'process.cancel': (payload) => cancelJob(process, payload),
  'process.deadline': (payload) => deadlineJob(process, payload),
  'process.control': (payload) => controlJob(process, payload),
  'process.acknowledge': (payload) => acknowledgeJob(process, payload),
  'process.light': (payload) => lightJob(process, payload),
  [strayTask]: (payload) => strayJob(process, payload),
  'process.enroll': (payload) => enrollJob(process, payload),
  [enrollFileTask]: (payload, { job }) => enrollFileJob(process, store, payload, job),
  'process.report_pdf': (payload) => reportFileJob(process, store, payload),
})
