import type { Sign } from '@hilo/domain/neighbour-look.ts'
import { enumerations, type Color, type Status } from '@hilo/domain/status.ts'

/** A state is always a shape and a colour together, never a colour alone. */
export type ShapeKind = Sign | 'check' | 'half' | 'doing' | 'dot'
export interface StateLook {
  shape: ShapeKind
  tone: Color
}

const byColor: Record<Color, ShapeKind> = {
  success: 'disc',
  danger: 'diamond',
  warning: 'triangle',
  medium: 'ring',
  accent: 'half',
}

const doing: StateLook = { shape: 'doing', tone: 'accent' }
/** States whose shape says more than their colour does. */
const special: Record<string, StateLook> = {
  'process_state.creating': doing,
  'process_state.created': doing,
  'process_state.finalizing': doing,
  'result_flag.doing': doing,
  'process_state.iddle': { shape: 'ring', tone: 'medium' },
  'process_state.cancelled': { shape: 'bar', tone: 'medium' },
  'process_state.canceledSync': { shape: 'bar', tone: 'medium' },
  'process_state.finalizedSync': { shape: 'check', tone: 'success' },
  // As on the faceplate: a free port is an empty ring, an occupied one a full disc.
  'port.disponible': { shape: 'ring', tone: 'success' },
  'port.ocupado': { shape: 'disc', tone: 'medium' },
  'assignment.available': { shape: 'ring', tone: 'success' },
  'assignment.occupied': { shape: 'disc', tone: 'medium' },
  'assignment.carrier_wave_equipment': { shape: 'disc', tone: 'medium' },
  'port.cesado': { shape: 'bar', tone: 'warning' },
  'assignment.to_be_withdrawn': { shape: 'bar', tone: 'warning' },
}

/** Shape and tone of one state of the enumeration `key` ("process_state", "port", …). */
export function stateLook(key: string, status: Status): StateLook {
  return special[`${key}.${status.name}`] ?? { shape: byColor[status.color], tone: status.color }
}

/** The declaration of a number that travelled, or undefined for a value outside the enumeration. */
export function statusOf(key: string, value: number | null | undefined): Status | undefined {
  return Object.hasOwn(enumerations, key) ? enumerations[key]?.of(value) : undefined
}
