import { accountStatus, connectionType, type technicalSkills } from '@hilo/domain/status.ts'
import type { OrderKind } from '@hilo/domain/order.ts'
import { serverNow } from '../../api/clock.ts'
import { standingDay } from './clock.ts'
import { conflictsOf, isPast, municipalityOf, type Conflict, type Technician, type Visit } from './conflicts.ts'

type Skill = (typeof technicalSkills)[number]
/** What the proposal knows of a box, by its id. */
export type Boxes = ReadonlyMap<number, { type: string; height_m: number | null; connection_type: number }>
/** Reason for an empty proposal: the first requirement that no technician meets. */
type Lack = 'past' | 'inactive' | 'zone' | 'skill' | 'prl' | 'busy'

interface Share<V extends Visit> {
  visit: V
  /** The proposed technician; null if none meets the requirements. */
  technician: Technician | null
  /** Visits that the technician has that day, with those proposed before this one. */
  load: number
  /** Reason for an empty proposal; null if there is a technician. */
  lack: Lack | null
}

/** Work at the customer's home only needs no skill at the box. */
const atHome: readonly OrderKind[] = ['cambio_ont', 'migracion']
/** Height of a box above which work counts as work at height, m. */
const highM = 2

/** Skills that a visit takes, from its kind and its box. */
function skillsFor({ cto, kind }: Visit & { kind?: OrderKind }, boxes: Boxes): Skill[] {
  const box = cto === null ? undefined : boxes.get(cto.id)
  if (box === undefined || (kind !== undefined && atHome.includes(kind))) return []
  return [
    box.connection_type === connectionType.is.fusion ? 'fusion' : 'preconectorizada',
    ...(box.type === 'camara' ? ['camara' as const] : []),
    ...((box.height_m ?? 0) > highM ? ['altura' as const] : []),
  ]
}

/** A late visit is better than none. */
const speaks = ({ kind }: Conflict) => kind !== 'late'

const timeOf = (at: string | null | undefined) => (at == null ? Number.POSITIVE_INFINITY : Date.parse(at))
/** Visits with hours come first; the others by their deadlines. */
const moment = ({ appointment }: Visit) => timeOf(appointment?.from)
const dueAt = ({ appointment, deadline_at }: Visit) => (appointment ? 0 : timeOf(deadline_at))

/**
 * Proposes assignments without conflicts: active technicians of the zone with the skills and a safety course that is
 * valid that day; of these, those with the fewest visits that day first. Visits without hours come last, in the order of their deadlines.
 */
export function shareOut<V extends Visit>(
  waiting: readonly V[],
  technicians: readonly Technician[],
  planned: readonly Visit[],
  boxes: Boxes = new Map(),
  now: number = serverNow(),
): Share<V>[] {
  const assigned: Visit[] = [...planned]
  // An operator whose technicians have no zones does not work by zones.
  const byZone = technicians.some(({ zones }) => zones.length > 0)
  const inOrder = waiting.toSorted((one, other) => moment(one) - moment(other) || dueAt(one) - dueAt(other) || 0)
  const shares = new Map<number, Share<V>>()
  for (const visit of inOrder) {
    const day = standingDay(visit, now)
    const load = (technician: Technician) =>
      assigned.filter((one) => one.technical === technician.id && standingDay(one, now) === day).length
    const place = municipalityOf(visit)
    const wanted = skillsFor(visit, boxes)
    const past = isPast(visit.appointment, visit.appointment, now)
    const requirements: [Lack, (technician: Technician) => boolean][] = [
      ['past', () => !past],
      ['inactive', ({ status }) => status === accountStatus.is.active],
      ['zone', ({ zones }) => place === null || !byZone || zones.includes(place)],
      ['skill', ({ skills }) => wanted.every((one) => skills.includes(one))],
      ['prl', ({ prl_valid_until: until }) => until !== null && until >= day],
      ['busy', (technician) => !conflictsOf(visit, technician, assigned).some(speaks)],
    ]
    let fit = technicians
    let lack: Lack | null = null
    for (const [name, meets] of requirements) {
      fit = fit.filter(meets)
      if (fit.length === 0) lack ??= name
    }
    const [best] = fit.toSorted((one, other) => load(one) - load(other))
    shares.set(visit.id, { visit, technician: best ?? null, load: best ? load(best) : 0, lack })
    if (best) assigned.push({ ...visit, state: 'asignada', technical: best.id })
  }
  return waiting.flatMap((visit) => shares.get(visit.id) ?? [])
}

/** Proposed orders by technician. */
export function byTechnician<V extends Visit>(shares: readonly Share<V>[]): Map<number, V[]> {
  const groups = new Map<number, V[]>()
  for (const { visit, technician } of shares)
    if (technician) groups.set(technician.id, [...(groups.get(technician.id) ?? []), visit])
  return groups
}
