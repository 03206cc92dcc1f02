export const loadsScreens = {} as const
