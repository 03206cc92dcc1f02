import type { BoxSize } from '../../ui/faceplate/geometry.ts'

export type { BoxSize }
const sizes: readonly BoxSize[] = [4, 8, 16, 24, 32]

/** The box that holds so many ports. */
export const boxSize = (ports: number): BoxSize => sizes.find((size) => size >= ports) ?? 32

const listed = new Intl.ListFormat('es', { type: 'conjunction' })
/** "3, 7 y 12": of whatever has a port. */
export const portList = (all: readonly { port: number }[]): string => listed.format(all.map(({ port }) => String(port)))

/** What is printed on a box: its code without the municipality. */
export const labelOf = (code: string): string => code.replace(/^\d{5}-/, '')
