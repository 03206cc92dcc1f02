export const system = {}
export const systemLists = {}
