import type { AreaInputs } from './area.ts'

export const inventoryInputs: AreaInputs = {
  budgets: {},
  make: () => Promise.resolve({ inputs: {} }),
}
