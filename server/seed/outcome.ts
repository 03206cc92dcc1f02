import { limits } from '@hilo/domain/optics.ts'
import { processState } from '@hilo/domain/status.ts'
import { opticsOf } from './box.ts'
import type { Draft, World } from './draft.ts'
import { at } from './rng.ts'
import type { Rng } from './rng.ts'

const state = processState.is

/** The verdict on the neighbours, by what technicians do wrong: 6 % touch a wrong hair, 1.5 % leave one out, 1 % a bad seat. */
export function drawVerdict(rng: Rng): Pick<Draft, 'verdict' | 'harmed'> {
  const chance = rng.next()
  if (chance < 0.01) return { verdict: 'no_concluyente', harmed: 0 }
  if (chance < 0.02) return { verdict: 'degradada', harmed: 1 }
  // Finalized by a supervisor's decision: seven in ten are put right before it comes to that.
  if (chance < 0.0245) return { verdict: 'con_desconectados', harmed: rng.chance(0.15) ? 2 : 1 }
  return { verdict: chance < 0.092 ? 'con_microcortes' : 'limpia', harmed: 0 }
}

/** Power in dBm that the technician measures at the box: 3 % amber, 1 % below what may be accepted when `failed`. */
export function drawPower(world: World, line: number, rng: Rng, failed = false): number {
  const box = at(world.survey.box, line)
  const number = at(world.survey.port, line) - at(world.network.firstPort, box) + 1
  const { olt } = at(world.network.pons, at(world.network.pon, box))
  const { good, low, high } = limits('cto_port', olt.opticClass)
  const chance = rng.next()
  const natural = opticsOf(world.network, box, number, 'offline').median + 0.5 + rng.next() * 0.9
  const amber = chance < 0.03 || natural < good
  const measured = failed
    ? low - 0.2 - rng.next() * 4
    : amber
      ? low + rng.next() * (good - low)
      : Math.min(natural, high)
  return Math.round(measured * 100) / 100
}

const errors: Readonly<Record<number, readonly [string, string][]>> = {
  [state.error]: [
    ['OLT_UNREACHABLE', 'La OLT no respondió en el plazo.'],
    ['PORT_RESERVED_EXPIRED', 'Pasaron 24 horas sin cerrar la intervención.'],
  ],
  [state.wronglyFinalized]: [
    ['ONT_NOT_DETECTED', 'La OLT no ve la ONT nueva en este árbol.'],
    ['EVIDENCE_MISSING', 'Falta la fotografía de la caja cerrada.'],
    ['NEIGHBOUR_HARMED', 'Hay un vecino sin luz desde esta intervención.'],
    ['POWER_OUT_OF_RANGE', 'La potencia medida está fuera del margen.'],
  ],
  [state.wronglyCreated]: [
    ['SNAPSHOT_INCOMPLETE', 'No se pudo leer el 95 % de los vecinos.'],
    ['OLT_BUSY', 'La OLT está ocupada con otras lecturas.'],
  ],
  [state.wronglyCancelled]: [['NEIGHBOUR_HARMED', 'Hay un vecino sin luz desde esta intervención.']],
}

/** Why an intervention stands where it stands; null for the states that are no failure. */
export function drawError(processed: number, rng: Rng): Draft['error'] {
  const known = errors[processed]
  if (!known) return null
  const [code, text] = rng.pick(known)
  return { code, text }
}

/** Puts a draft into a failure state with everything that goes with it. */
export function fail(world: World, draft: Draft, processed: number, rng: Rng): void {
  draft.state = processed
  draft.error = drawError(processed, rng)
  draft.attempts = Math.max(draft.attempts, 1)
  if (processed === state.error)
    draft.resume = draft.error?.code === 'OLT_UNREACHABLE' ? state.finalizing : state.cancelled
  if (draft.error?.code === 'NEIGHBOUR_HARMED') Object.assign(draft, { verdict: 'con_desconectados', harmed: 1 })
  if (draft.error?.code === 'POWER_OUT_OF_RANGE') draft.power = drawPower(world, draft.line, rng, true)
}
