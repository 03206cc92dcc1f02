export const sync = {}
export const syncLists = {}
