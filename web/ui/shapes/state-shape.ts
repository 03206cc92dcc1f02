import type { Sign } from '@hilo/domain/neighbour-look.ts'
import { enumerations, processState, requestState, type Color, type Status } from '@hilo/domain/status.ts'

/** A state always has a shape and a colour, never a colour alone. */
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
/** States with a shape more specific than the one of their colour. */
const special: Record<string, StateLook> = {
  'process_state.creating': doing,
  'process_state.created': doing,
  'process_state.finalizing': doing,
  'result_flag.doing': doing,
  'process_state.iddle': { shape: 'ring', tone: 'medium' },
  'process_state.cancelled': { shape: 'bar', tone: 'medium' },
  'process_state.canceledSync': { shape: 'bar', tone: 'medium' },
  'process_state.finalizedSync': { shape: 'check', tone: 'success' },
  // As on the faceplate: a ceased port is a bar, a free one an empty ring.
  'port.cesado': { shape: 'bar', tone: 'medium' },
  'assignment.to_be_withdrawn': { shape: 'bar', tone: 'medium' },
}

/** Shape and tone of one state of the enumeration `key` ("process_state", "port", …). */
export function stateLook(key: string, status: Status): StateLook {
  const own = key === requestState.key ? processState.key : key
  return special[`${own}.${status.name}`] ?? { shape: byColor[status.color], tone: status.color }
}

/** The declared status of a received number; undefined if outside the enumeration. */
export function statusOf(key: string, value: number | null | undefined): Status | undefined {
  return Object.hasOwn(enumerations, key) ? enumerations[key]?.of(value) : undefined
}
