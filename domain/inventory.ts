/** Rules of the inventory that people keep by hand: names, places, and what may be changed into what. */
import { portAfter, type PortMove, type PortState } from './port.ts'
import { portState, type DropState } from './status.ts'

/** What a code may look like: operators differ, blanks and lower case do not occur. */
export const codeForm = /^[0-9A-Z][0-9A-Z._/-]{1,47}$/

/** What is printed on the box: its code without the municipality. */
export function boxLabel(code: string): string {
  return code.replace(/^\d{5}-/, '')
}
/** `VAL01-0312-07/05`. */
export function portLabel(box: string, number: number): string {
  return `${box}/${String(number).padStart(2, '0')}`
}
/** `VAL01-OLT02/1/7/3`: frame, slot, port. */
export function ponCode(olt: string, slot: number, port: number): string {
  return `${olt}/1/${slot}/${port}`
}

/** Degrees around the mainland with the Balearics, Ceuta and Melilla, and around the Canaries. */
const spain = [
  { south: 35.1, north: 43.9, west: -9.4, east: 4.4 },
  { south: 27.5, north: 29.5, west: -18.3, east: -13.3 },
] as const
/** Roughly: what lies outside was most likely typed the wrong way round. */
export function inSpain({ lat, lon }: { lat: number; lon: number }): boolean {
  return spain.some(({ south, north, west, east }) => lat >= south && lat <= north && lon >= west && lon <= east)
}

/** What the neutral operator may do to a port by hand; everything else follows from work, orders and measured repairs. */
export const handMoves = ['assign', 'release', 'regularise', 'report', 'clear', 'confirm'] as const satisfies PortMove[]
export type HandMove = (typeof handMoves)[number]

/**
 * The move by which a hand takes a port from one state to another; null when there is none. A review may end in the next
 * state of the one that it returns to: an occupation that nobody had declared is found out by its light.
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

/** A cable that was taken away does not come back: another one is laid, with its own label. */
export const dropMoves: Readonly<Record<DropState, readonly DropState[]>> = {
  instalada: ['reutilizable', 'averiada', 'retirada'],
  reutilizable: ['instalada', 'averiada', 'retirada'],
  averiada: ['instalada', 'retirada'],
  retirada: [],
}
export function dropMayBecome(from: DropState, to: DropState): boolean {
  return from === to || dropMoves[from].includes(to)
}
