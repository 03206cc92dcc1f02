export const hairScreens = {} as const
