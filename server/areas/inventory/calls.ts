export const inventory = {}
export const inventoryLists = {}
