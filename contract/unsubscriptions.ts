export const unsubscriptions = {}
