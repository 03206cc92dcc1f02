export const settingsScreens = {} as const
