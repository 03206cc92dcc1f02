export const reportsScreens = {} as const
