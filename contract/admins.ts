export const admins = {}
