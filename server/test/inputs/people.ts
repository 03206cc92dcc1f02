import type { AreaInputs } from './area.ts'

export const peopleInputs: AreaInputs = {
  budgets: {},
  make: () => Promise.resolve({ inputs: {} }),
}
