/** Calls of the histories and the audit. */
import type { AreaInputs } from './area.ts'

export const recordsInputs: AreaInputs = {
  budgets: { 'admin_vno/audit/verify': { trips: 3 } },
  neutralOnly: ['admin_vno/audit/verify'],
  make: () => Promise.resolve({ inputs: {} }),
}
