export const settings = {}
export const settingsLists = {}
