import { formatNumber } from '../format.ts'
import { text } from '../text.ts'

/** At most one intervention in a hundred leaves somebody without light. */
const value = 1

export const harmGoal = (): { value: number; name: string } => ({
  value,
  name: text('home.contractors.goal', { goal: formatNumber(value) }),
})
