export const neighborJobs = {}
export const neighborJobsLists = {}
