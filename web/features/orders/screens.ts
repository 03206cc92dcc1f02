export const ordersScreens = {} as const
