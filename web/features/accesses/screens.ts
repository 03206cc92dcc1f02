export const accessesScreens = {} as const
