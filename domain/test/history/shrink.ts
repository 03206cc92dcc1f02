/** Makes a history that breaks a rule as small as it can be while it still breaks it. */
import type { Plan } from './plan.ts'

/** Every plan that is this one with a single thing less. */
function* smaller(plan: Plan): Generator<Plan> {
  const without = <T>(items: readonly T[], index: number) => items.filter((_, other) => other !== index)
  for (let index = 0; index < plan.acts.length; index++) yield { ...plan, acts: without(plan.acts, index) }
  for (const [index, { id }] of plan.works.entries()) {
    const acts = plan.acts.filter((act) => !('work' in act) || act.work !== id)
    if (plan.works.length > 1) yield { ...plan, works: without(plan.works, index), acts }
  }
  for (const [index, { id }] of plan.onts.entries()) {
    if (plan.acts.some((act) => 'ont' in act && act.ont === id) || plan.works.some(({ worked }) => worked === id))
      continue
    yield { ...plan, onts: without(plan.onts, index) }
  }
  if (plan.clock.jump) yield { ...plan, clock: { ...plan.clock, jump: null } }
  if (plan.clock.offset || plan.clock.drift) yield { ...plan, clock: { ...plan.clock, offset: 0, drift: 0 } }
  for (const flag of ['clockless', 'powerless', 'forgets', 'cachesPowers'] as const)
    if (plan[flag]) yield { ...plan, [flag]: false }
}

/** @param fails whether a plan still breaks the same rule */
export function shrink(plan: Plan, fails: (smaller: Plan) => boolean): Plan {
  for (const less of smaller(plan)) if (fails(less)) return shrink(less, fails)
  return plan
}
