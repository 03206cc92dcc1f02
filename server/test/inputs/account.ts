import type { AreaInputs } from './area.ts'

export const accountInputs: AreaInputs = {
  budgets: {},
  make: () => Promise.resolve({ inputs: {} }),
}
