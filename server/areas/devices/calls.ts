export const devices = {}
export const devicesLists = {}
