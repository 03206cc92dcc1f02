export const hairChanges = {}
