export const audit = {}
export const auditLists = {}
