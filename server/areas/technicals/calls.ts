export const technicals = {}
export const technicalsLists = {}
