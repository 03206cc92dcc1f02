export const portActions = {}
