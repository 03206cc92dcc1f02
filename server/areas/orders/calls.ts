export const orders = {}
export const ordersLists = {}
