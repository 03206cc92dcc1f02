export const historicals = {}
