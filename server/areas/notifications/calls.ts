export const notifications = {}
export const notificationsLists = {}
