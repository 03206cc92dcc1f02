export const feasibility = {}
