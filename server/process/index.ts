import type { TaskList } from 'graphile-worker'
import type { FileStore } from '../files/store.ts'
import { caseTasks } from './cases/escalate.ts'
import { closingTasks } from './ending/index.ts'
import { hairTasks } from './hair-change/hair-change-rule.ts'
import { deliveryTasks } from './notices/deliver.ts'
import { massiveTasks } from './massive.ts'
import { openTasks } from './opening/index.ts'
import { reportScheduleTasks } from './reports/report-schedule.ts'
import { enrollFileTask } from './enrolment/enrollment-request.ts'
import { lineTasks } from './line/tasks.ts'
import { leftDarkTasks } from './watching/left-dark.ts'
import type { Process } from './process.ts'

/** Jobs that fail their own request after repeated process deaths, instead of being parked. */
export const endsItself = [enrollFileTask]

/** All jobs of the process. */
export const processTasks = (process: Process, store: FileStore): TaskList => ({
  ...openTasks(process),
  ...caseTasks(process),
  ...hairTasks(process),
  ...closingTasks(process, store),
  ...leftDarkTasks(process),
  ...lineTasks(process),
  ...deliveryTasks(process),
  ...massiveTasks(process),
  ...reportScheduleTasks(process, store),
})
