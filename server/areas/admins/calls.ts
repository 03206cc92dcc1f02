export const admins = {}
export const adminsLists = {}
