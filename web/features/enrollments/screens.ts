export const enrollmentsScreens = {} as const
