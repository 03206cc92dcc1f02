/** Rules of manual inventory edits: codes, places, and allowed changes. */
import { portAfter, type PortMove, type PortState } from './port.ts'
import { portState, type DropState } from './status.ts'

/** Allowed form of a code: operators differ, but blanks and lower case do not occur. */
export const codeForm = /^[0-9A-Z][0-9A-Z._/-]{1,47}$/
/** Most characters of such a code. */
export const longestCode = 48

/** The municipality before the label in a box's code. */
export const beforeLabel = /^\d{5}-/
/** Code printed on the CTO: without the municipality. */
export function boxLabel(code: string): string {
  return code.replace(beforeLabel, '')
}
/** `VAL01-0312-07/05`. */
export function portLabel(box: string, number: number): string {
  return `${box}/${String(number).padStart(2, '0')}`
}
/** `VAL01-OLT02/1/7/3`: frame, slot, port. */
export function ponCode(olt: string, slot: number, port: number): string {
  return `${olt}/1/${slot}/${port}`
}

/** Bounds in degrees of the mainland with the Balearics, Ceuta and Melilla, and of the Canaries. */
const spain = [
  { south: 35.1, north: 43.9, west: -9.4, east: 4.4 },
  { south: 27.5, north: 29.5, west: -18.3, east: -13.3 },
] as const
/** Rough check: coordinates outside were most likely swapped or mistyped. */
export function inSpain({ lat, lon }: { lat: number; lon: number }): boolean {
  return spain.some(({ south, north, west, east }) => lat >= south && lat <= north && lon >= west && lon <= east)
}

/** Manual transitions of a port by the neutral operator; all others result from work, orders and measured repairs. */
const handMoves = ['assign', 'release', 'regularise', 'report', 'clear', 'confirm'] as const satisfies PortMove[]
export type HandMove = (typeof handMoves)[number]

/**
 * The manual transition from one state to another; null if there is none. A review may also end in the state after the
 * one that it returns to: an undeclared occupation is discovered by its light.
 */
export function handMove(from: PortState, to: PortState, before: PortState | null): HandMove | null {
  if (from === to) return null
  const direct = oneMove(from, to, before)
  if (direct || from !== portState.is.pendiente_revision || before === null) return direct
  return portAfter(from, 'clear', before) === null ? null : oneMove(before, to, null)
}
function oneMove(from: PortState, to: PortState, before: PortState | null): HandMove | null {
  return handMoves.find((move) => portAfter(from, move, before) === to) ?? null
}

/** A removed cable is never reinstalled: a new one with its own label is. */
export const dropMoves: Readonly<Record<DropState, readonly DropState[]>> = {
  instalada: ['reutilizable', 'averiada', 'retirada'],
  reutilizable: ['instalada', 'averiada', 'retirada'],
  averiada: ['instalada', 'retirada'],
  retirada: [],
}
export function dropMayBecome(from: DropState, to: DropState): boolean {
  return from === to || dropMoves[from].includes(to)
}
