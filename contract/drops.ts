export const drops = {}
