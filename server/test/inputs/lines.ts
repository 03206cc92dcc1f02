import type { AreaInputs } from './area.ts'

export const linesInputs: AreaInputs = {
  budgets: {},
  make: () => Promise.resolve({ inputs: {} }),
}
