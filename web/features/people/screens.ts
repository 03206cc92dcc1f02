export const peopleScreens = {} as const
