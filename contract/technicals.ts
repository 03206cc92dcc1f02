export const technicals = {}
