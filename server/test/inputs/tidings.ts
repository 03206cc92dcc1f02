import type { AreaInputs } from './area.ts'

export const tidingsInputs: AreaInputs = {
  budgets: {},
  make: () => Promise.resolve({ inputs: {} }),
}
