import type { AreaInputs } from './area.ts'

export const accessRightsInputs: AreaInputs = {
  budgets: {},
  make: () => Promise.resolve({ inputs: {} }),
}
