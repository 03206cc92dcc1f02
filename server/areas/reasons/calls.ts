export const reasons = {}
export const reasonsLists = {}
