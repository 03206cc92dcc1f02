export const historicals = {}
export const historicalsLists = {}
