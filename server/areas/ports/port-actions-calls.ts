export const portActions = {}
export const portActionsLists = {}
