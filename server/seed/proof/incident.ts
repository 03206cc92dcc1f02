import { shortCut } from '@hilo/domain/proof/cuts.ts'
import type { NeighbourClass } from '@hilo/domain/status.ts'
import { planBox } from '../box.ts'
import type { Draft, Incident, Outcome, World } from '../draft.ts'
import { at, clamp } from '../rng.ts'
import type { Rng } from '../rng.ts'
import { roleOf } from '../survey.ts'
import { minute, second } from '../time.ts'

/** Shares of the interventions with each incident. */
export const errorModel = {
  touch: 0.06,
  unplug: 0.015,
  /** In a box without a free position. */
  unplugFull: 0.06,
  swap: 0.003,
  seat: 0.01,
  unread: 0.01,
  /** Of those left unplugged: corrected at the first alarm, within two minutes. */
  firstAlert: 0.7,
  /** Of the others: still dark when a supervisor closes by override. */
  left: 0.2,
} as const
/** Longer cuts are notified to the operators. */
export const toldAfter = 2 * minute

/** Number of a draft's own port; null for work on the box only. */
export function workedPort({ survey, network }: World, { line, onPort }: Draft): number | null {
  if (!onPort) return null
  return at(survey.port, line) - at(network.firstPort, at(survey.box, line)) + 1
}

/** Other customers' lit positions beside the worked line. */
export function victimsOf(world: World, draft: Draft): { port: number; tenant: number }[] {
  const own = workedPort(world, draft)
  return planBox(world.network, at(world.survey.box, draft.line))
    .filter((plan) => plan.optical === 'online' && plan.number !== own && plan.access && !plan.past)
    .map(({ number, tenant }) => ({ port: number, tenant }))
}

const plain = { with: null, lasts: null, db: 0, outcome: 'restaurado' as const }
const outcomes: readonly Outcome[] = ['restaurado', 'restaurado', 'restaurado', 'escalado', 'escalado', 'aceptado']

function touches(port: number, span: number, rng: Rng): Incident[] {
  // Something pulls at the fibre: repeated cuts of one neighbour.
  const times = rng.chance(0.06) ? rng.int(5, 7) : 1
  const first = span * (0.2 + rng.next() * 0.4)
  return Array.from({ length: times }, (_, n) => ({
    ...plain,
    kind: 'touch' as const,
    port,
    after: Math.round(first + n * 40 * second),
    lasts: rng.int(2000, 15_000),
  }))
}

function unplugged(port: number, span: number, may: boolean, rng: Rng): Incident {
  const cut = { ...plain, kind: 'unplug' as const, port, after: Math.round(span * (0.2 + rng.next() * 0.25)) }
  if (rng.chance(errorModel.firstAlert)) return { ...cut, lasts: rng.int(21_000, 115_000) }
  if (may && rng.chance(errorModel.left)) return { ...cut, outcome: rng.pick(outcomes) }
  return { ...cut, lasts: Math.round(clamp(rng.logNormal(5.5, 0.6) * minute, toldAfter + 5000, span * 0.4)) }
}

/** Two customers answer at each other's position, found at the closing. */
function swapped(port: number, other: number, span: number, may: boolean, rng: Rng): Incident[] {
  const after = Math.round(span - Math.min(span * 0.4, (5 + rng.next() * 6) * minute))
  const lasts = may && rng.chance(errorModel.left) ? null : Math.round((span - after) * 0.6)
  const hair = { ...plain, kind: 'swap' as const, after, lasts, outcome: rng.pick(outcomes) }
  return [
    { ...hair, port, with: other },
    { ...hair, port: other, with: port },
  ]
}

/**
 * Incidents during the work, by the error model.
 * @param span milliseconds from the opening to the closing
 * @param may whether harm may remain: not for a cancellation
 */
export function drawIncidents(world: World, draft: Draft, span: number, may: boolean, rng: Rng): Incident[] {
  const unplug =
    roleOf(world.network, at(world.survey.box, draft.line)) === 'full' ? errorModel.unplugFull : errorModel.unplug
  const wanted = {
    touch: rng.chance(errorModel.touch),
    // A very short work has no long darkness.
    unplug: rng.chance(unplug * world.clumsy) && span > 12 * minute,
    swap: rng.chance(errorModel.swap * world.clumsy) && span > 12 * minute,
    seat: rng.chance(errorModel.seat),
    unread: rng.chance(errorModel.unread),
  }
  if (!Object.values(wanted).includes(true)) return []
  const free = victimsOf(world, draft).map(({ port }) => port)
  const next = () => (free.length > 0 ? free.splice(rng.int(0, free.length - 1), 1) : [])
  return [
    ...(wanted.touch ? next().flatMap((port) => touches(port, span, rng)) : []),
    ...(wanted.unplug ? next().map((port) => unplugged(port, span, may, rng)) : []),
    ...(wanted.swap && free.length > 1
      ? next().flatMap((port) => next().flatMap((other) => swapped(port, other, span, may, rng)))
      : []),
    ...(wanted.seat
      ? next().map((port) => ({ ...plain, kind: 'seat' as const, port, after: 0, db: 2.2 + rng.next() * 3.8 }))
      : []),
    ...(wanted.unread ? next().map((port) => ({ ...plain, kind: 'unread' as const, port, after: 0 })) : []),
  ]
}

/** Light not restored by the closing. */
export const isLeft = ({ kind, lasts }: Incident) => lasts === null && (kind === 'unplug' || kind === 'swap')
/** Dark for long enough to notify the operators. */
export const isTold = (one: Incident) =>
  isLeft(one) || one.kind === 'swap' || (one.kind === 'unplug' && (one.lasts ?? 0) > toldAfter)

/** Class of the neighbour after the work, if no reading is stored. */
export function incidentClass(one: Incident): NeighbourClass {
  if (isLeft(one)) return one.kind === 'swap' ? 'movido' : 'desconectado'
  if (one.kind === 'seat') return 'degradado'
  if (one.kind === 'unread') return 'no_concluyente'
  return (one.lasts ?? 0) < shortCut ? 'microcorte' : 'corte_recuperado'
}
