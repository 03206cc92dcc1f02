export const vno = {}
