import type { AreaInputs } from './area.ts'

export const recordsInputs: AreaInputs = {
  budgets: {},
  make: () => Promise.resolve({ inputs: {} }),
}
