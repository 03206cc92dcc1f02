import { formatNumber } from '../format.ts'
import { text } from '../text.ts'

/** Goal: at most 1 % of interventions leave a neighbour without light. */
const value = 1

export const harmGoal = (): { value: number; name: string } => ({
  value,
  name: text('home.contractors.goal', { goal: formatNumber(value) }),
})
