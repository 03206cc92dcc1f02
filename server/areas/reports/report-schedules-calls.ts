export const reportSchedules = {}
export const reportSchedulesLists = {}
