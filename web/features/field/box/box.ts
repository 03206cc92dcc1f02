import { spokenList } from '@hilo/domain/neighbour-look.ts'
import type { BoxSize } from '../../../ui/faceplate/geometry.ts'

export type { BoxSize }
const sizes: readonly BoxSize[] = [4, 8, 16, 24, 32]

/** Smallest box model with at least this many ports. */
export const boxSize = (ports: number): BoxSize => sizes.find((size) => size >= ports) ?? 32

/** Values of a sentence about ports: their number, and "3, 7 y 12". A port with two cuts counts once. */
export function portValues(all: readonly { port: number }[]): { count: number; ports: string } {
  const ports = [...new Set(all.map(({ port }) => port))]
  return { count: ports.length, ports: spokenList(ports) }
}

/** Printed label of a box: its code without the municipality. */
export const labelOf = (code: string): string => code.replace(/^\d{5}-/, '')
