export const roles = {}
export const rolesLists = {}
