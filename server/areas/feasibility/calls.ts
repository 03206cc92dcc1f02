export const feasibility = {}
export const feasibilityLists = {}
