import { spokenList } from '@hilo/domain/neighbour-look.ts'
import type { BoxSize } from '../../../ui/faceplate/geometry.ts'

export type { BoxSize }
const sizes: readonly BoxSize[] = [4, 8, 16, 24, 32]

/** Smallest box model with at least this many ports. */
export const boxSize = (ports: number): BoxSize => sizes.find((size) => size >= ports) ?? 32

/** "3, 7 y 12": port numbers as a list. */
export const portList = (all: readonly { port: number }[]): string => spokenList(all.map(({ port }) => port))

/** Printed label of a box: its code without the municipality. */
export const labelOf = (code: string): string => code.replace(/^\d{5}-/, '')
