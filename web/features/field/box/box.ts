import { spokenList } from '@hilo/domain/neighbour-look.ts'
import type { BoxSize } from '../../../ui/faceplate/geometry.ts'

export type { BoxSize }
const sizes: readonly BoxSize[] = [4, 8, 16, 24, 32]

/** Smallest box model with at least this many ports. */
export const boxSize = (ports: number): BoxSize => sizes.find((size) => size >= ports) ?? 32

/** Port numbers, each once: a port may have two cuts. */
export const portsOf = (all: readonly { port: number }[]): number[] => [...new Set(all.map(({ port }) => port))]

/** Values of a sentence about ports: their number, and "3, 7 y 12". */
export function portValues(all: readonly { port: number }[]): { count: number; ports: string } {
  const ports = portsOf(all)
  return { count: ports.length, ports: spokenList(ports) }
}

/** Printed label of a box: its code without the municipality. */
export const labelOf = (code: string): string => code.replace(/^\d{5}-/, '')
