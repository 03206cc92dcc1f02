export { portActions } from './verify.ts'
export const portActionsLists = {}
