import type { AreaInputs } from './area.ts'

export const hairChangesInputs: AreaInputs = {
  budgets: {},
  make: () => Promise.resolve({ inputs: {} }),
}
