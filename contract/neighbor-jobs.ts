export const neighborJobs = {}
