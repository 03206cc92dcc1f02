export const ont = {}
