export const enrollmentActions = {}
export const enrollmentActionsLists = {}
