export const contractors = {}
