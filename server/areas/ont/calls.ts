export const ont = {}
export const ontLists = {}
