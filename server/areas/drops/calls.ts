export const drops = {}
export const dropsLists = {}
