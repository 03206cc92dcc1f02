export const unsubscriptions = {}
export const unsubscriptionsLists = {}
