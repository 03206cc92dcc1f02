export const devices = {}
