export const reportSchedules = {}
