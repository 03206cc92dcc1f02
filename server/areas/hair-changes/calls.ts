export const hairChanges = {}
export const hairChangesLists = {}
