import type { AreaInputs } from './area.ts'

export const enrollmentsInputs: AreaInputs = {
  budgets: {},
  make: () => Promise.resolve({ inputs: {} }),
}
