export const contractors = {}
export const contractorsLists = {}
