export const enrollmentActions = {}
