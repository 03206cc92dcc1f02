import { conflictsOf, type Conflict, type Technician, type Visit } from './conflicts.ts'

export interface Share<V extends Visit> {
  visit: V
  /** Null where nobody can go without a conflict. */
  technician: Technician | null
}

/** A visit that comes too late is better than none. */
const speaks = ({ kind }: Conflict) => kind !== 'late'

/**
 * Proposes who goes where: nobody with a conflict, in his own zone, whoever has fewest visits that day first. Visits without
 * hours come last, to whoever has least to do in all.
 */
export function shareOut<V extends Visit>(
  waiting: readonly V[],
  technicians: readonly Technician[],
  planned: readonly Visit[],
): Share<V>[] {
  const given: Visit[] = [...planned]
  const dayOf = ({ appointment }: Visit) => appointment?.from.slice(0, 10) ?? null
  const inOrder = waiting.toSorted((one, other) =>
    (one.appointment?.from ?? '~').localeCompare(other.appointment?.from ?? '~'),
  )
  const shares = new Map<number, Share<V>>()
  for (const visit of inOrder) {
    const day = dayOf(visit)
    const load = (technician: Technician) =>
      given.filter((one) => one.technical === technician.id && (day === null || dayOf(one) === day)).length
    const [best] = technicians
      .filter((technician) => !conflictsOf(visit, technician, given).some(speaks))
      .map((technician) => ({ technician, load: load(technician) }))
      .toSorted((one, other) => one.load - other.load)
    shares.set(visit.id, { visit, technician: best?.technician ?? null })
    if (best) given.push({ ...visit, state: 'asignada', technical: best.technician.id })
  }
  return waiting.flatMap((visit) => shares.get(visit.id) ?? [])
}

/** Orders of a proposal by who gets them. */
export function byTechnician<V extends Visit>(shares: readonly Share<V>[]): Map<number, V[]> {
  const groups = new Map<number, V[]>()
  for (const { visit, technician } of shares)
    if (technician) groups.set(technician.id, [...(groups.get(technician.id) ?? []), visit])
  return groups
}
