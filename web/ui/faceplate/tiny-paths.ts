import type { Sign } from '@hilo/domain/neighbour-look.ts'
import { lineLook, portLook, type PortLook } from '@hilo/domain/port-look.ts'
import type { Color } from '@hilo/domain/status.ts'
import { portsByPosition, type FaceplatePort } from './port-look.ts'

/** Pitch between positions, CSS pixels. */
const pitch = 7
const edge = 4
export type TinyMark = 'lit' | 'mine' | 'cut' | 'weak' | 'off' | 'rest'

const dot = 'h0'
const ring = (radius: number) =>
  `m-${radius} 0a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0-${2 * radius} 0`
const shapes: Record<Sign, string> = {
  disc: dot,
  gap: dot,
  diamond: 'm0-3.7 3.7 3.7-3.7 3.7-3.7-3.7Z',
  triangle: 'm0-3.4 3.6 6.4h-7.2Z',
  ring: ring(1.8),
  bar: 'm-1.6 0h3.2',
}
const filled: Partial<Record<Color, TinyMark>> = { success: 'lit', warning: 'weak', danger: 'cut' }

/** Colour and sign of the neighbour's class, as everywhere else; a recovered cut replaces the light. */
function drawn({ name, mark }: PortLook, own: boolean): [mark: TinyMark, shape: string] {
  const look = mark?.color === 'warning' ? mark : lineLook(name)
  if (own && (name === 'assigned' || (name === 'lit' && look?.color === 'success'))) return ['mine', ring(2.6)]
  if (look === null) return ['rest', dot]
  return [filled[look.color] ?? (look.sign === 'ring' ? 'off' : 'rest'), shapes[look.sign]]
}

/**
 * Paths of the CTO in a table cell: two rows up to 16 ports, rows of eight above. Marks of the same kind share one
 * path, since a list draws hundreds of them. `mine` is the intervention's port, the only one drawn as own; without it
 * every own port with light is.
 */
export function tinyPaths(ports: readonly FaceplatePort[], total: number, mine?: number) {
  const columns = Math.min(8, Math.ceil(total / 2))
  const rows = Math.ceil(total / columns)
  const paths: Partial<Record<TinyMark, string>> = {}
  for (const [index, port] of portsByPosition(ports, total).entries()) {
    const own = mine === undefined ? port?.own : index + 1 === mine
    const [mark, shape] = drawn(portLook(port), own ?? false)
    const x = edge + (index % columns) * pitch
    const y = edge + Math.floor(index / columns) * pitch
    paths[mark] = `${paths[mark] ?? ''}M${x} ${y}${shape}`
  }
  return { paths, width: (columns - 1) * pitch + 2 * edge, height: (rows - 1) * pitch + 2 * edge }
}
