export const inventory = {}
