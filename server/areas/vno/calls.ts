export const vno = {}
export const vnoLists = {}
