import { caseAck } from './case-ack.ts'
import { jobList, resultList } from './job-lists.ts'
import { ownStates } from './own-states.ts'

export const neighborJobs = { ...ownStates, ...caseAck }
export const neighborJobsLists = {
  'admin_vno/neighbors/jobs/get': jobList,
  'admin_vno/neighbors/jobs/results/get': resultList,
}
