import { accountStatus } from '@hilo/domain/status.ts'
import { formatDate } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { spanText, wallOf } from './clock.ts'
import { isOutOfZone, type Conflict, type Technician, type Visit } from './conflicts.ts'

/** Message of a conflict. `agreed`: hours accepted by the customer. */
export function conflictText(conflict: Conflict, agreed?: string | null): string {
  return text(`order.conflict.${conflict.kind}`, { order: conflict.order?.code ?? '', hours: agreed ?? '' })
}

/** "10:00 a. m. a 12:00 p. m.": accepted hours. */
export function agreedText(agreed: { from: string; to: string } | undefined, zone: Visit['time_zone']): string | null {
  if (!agreed) return null
  const [from, to] = [wallOf(agreed.from, zone), wallOf(agreed.to, zone)]
  return spanText(from.minute, to.minute)
}

/** "3 visitas", "Sin visitas" */
const loadText = (count: number): string => (count === 0 ? text('order.fit.free') : text('order.fit.load', { count }))

/** "3 visitas, 2 sin hora" */
export function loadOf(orders: readonly Pick<Visit, 'appointment'>[]): string {
  const count = orders.filter(({ appointment }) => appointment === null).length
  return count === 0 ? loadText(orders.length) : `${loadText(orders.length)}, ${text('agenda.unscheduled', { count })}`
}

export function ConflictMark() {
  return <Shape kind="triangle" tone="warning" size={10} />
}

interface FitProps {
  technician: Technician
  visits: readonly Visit[]
  conflicts: readonly Conflict[]
  /** Number of visits of the technician on the first day. */
  load: number
}

/** Match of a technician: zone, course, workload, and conflicts. */
export function Fit({ technician, visits, conflicts, load }: FitProps) {
  const { status, prl_valid_until: prl, skills } = technician
  const out = visits.some((visit) => isOutOfZone(visit, technician))
  const kinds = new Map(conflicts.map((one) => [one.kind === 'overlap' ? `overlap${one.order?.id}` : one.kind, one]))
  if (status !== accountStatus.is.active)
    return (
      <small className="flex wrap code-figures">
        <span className="hl-danger inline-flex middle gap-5">
          <Shape kind="diamond" tone="danger" size={10} />
          {text('order.conflict.inactive')}
        </span>
      </small>
    )
  return (
    <small className="flex wrap code-figures">
      <span className="inline-flex middle gap-5">{loadText(load)}</span>
      {!out && <span className="inline-flex middle gap-5">{text('order.fit.zone')}</span>}
      {prl !== null && !kinds.has('prl') && (
        <span className="inline-flex middle gap-5">{text('order.fit.prl', { date: formatDate(prl) })}</span>
      )}
      {skills.length > 0 && (
        <span className="inline-flex middle gap-5">
          {skills.map((skill) => text(`choice.skill.${skill}`)).join(', ')}
        </span>
      )}
      {[...kinds.values()]
        .filter(({ kind }) => kind === 'overlap' || kind === 'zone' || kind === 'prl')
        .slice(0, 3)
        .map((one) => (
          <span key={`${one.kind}${one.order?.id ?? ''}`} className="hl-warning inline-flex middle gap-5">
            <ConflictMark />
            {conflictText(one)}
          </span>
        ))}
    </small>
  )
}
