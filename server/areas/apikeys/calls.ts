export const apiKeys = {}
export const apiKeysLists = {}
