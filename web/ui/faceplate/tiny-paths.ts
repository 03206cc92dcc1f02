import { inPlaces, portLook, type FaceplatePort, type LookName } from './port-look.ts'

/** Between positions, CSS pixels. */
const pitch = 7
const edge = 4
export type TinyMark = 'lit' | 'mine' | 'cut' | 'weak' | 'off' | 'rest'

/** Marks of the same kind are one path: a list draws them by the hundred. */
const marks: Record<TinyMark, string> = {
  lit: 'h0',
  mine: 'm-2.6 0a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0',
  cut: 'm0-3.7 3.7 3.7-3.7 3.7-3.7-3.7Z',
  weak: 'm0-3.4 3.6 6.4h-7.2Z',
  off: 'm-1.8 0a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0',
  rest: 'h0',
}
const byLook: Partial<Record<LookName, TinyMark>> = {
  lit: 'lit',
  weak: 'weak',
  degraded: 'weak',
  degraded_hard: 'cut',
  cut: 'cut',
  off: 'off',
  dark_before: 'off',
}

/**
 * Paths of the box in a table cell: two rows up to 16 ports, rows of eight above.
 * `mine` is the port drawn as one's own: the one of the intervention; without it every own port with light.
 */
export function tinyPaths(ports: readonly FaceplatePort[], total: number, mine?: number) {
  const columns = Math.min(8, Math.ceil(total / 2))
  const rows = Math.ceil(total / columns)
  const paths: Partial<Record<TinyMark, string>> = {}
  for (const [index, port] of inPlaces(ports, total).entries()) {
    const { name } = portLook(port)
    const own = mine === undefined ? port?.own : index + 1 === mine
    const mark = own && (name === 'lit' || name === 'assigned') ? 'mine' : (byLook[name] ?? 'rest')
    const x = edge + (index % columns) * pitch
    const y = edge + Math.floor(index / columns) * pitch
    const path =
      name === 'unread' || name === 'silent' || name === 'doubtful'
        ? `M${x - 1.6} ${y}h3.2`
        : `M${x} ${y}${marks[mark]}`
    paths[mark] = (paths[mark] ?? '') + path
  }
  return { paths, width: (columns - 1) * pitch + 2 * edge, height: (rows - 1) * pitch + 2 * edge }
}
