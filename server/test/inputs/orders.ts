import type { AreaInputs } from './area.ts'

export const ordersInputs: AreaInputs = {
  budgets: {},
  make: () => Promise.resolve({ inputs: {} }),
}
