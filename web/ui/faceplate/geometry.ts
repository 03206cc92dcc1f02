/** Layout of a CTO drawing in CSS pixels at scale 1; pure, shared by drawings of every size. */
export type BoxSize = 4 | 8 | 16 | 24 | 32
export type FaceplateSize = 'large' | 'small' | 'phone'

export interface Place {
  /** Centre of the port. */
  x: number
  y: number
  column: number
  row: number
}

export interface Geometry {
  size: FaceplateSize
  columns: number
  rows: number
  /** Housing, without hinges, lock and glands. */
  width: number
  height: number
  portWidth: number
  portHeight: number
  pitch: number
  rowPitch: number
  /** Splitter bar; absent in sizes without threads. */
  splitter: { x: number; y: number; width: number; height: number } | undefined
  places: Place[]
  viewBox: string
  /** Width and height of the whole drawing. */
  outer: [number, number]
}

interface Metrics {
  pitch: number
  margin: number
  /** Pitch, margin and port width of a four-port box, wide enough for the title. */
  four: readonly [pitch: number, margin: number, port: number]
  /** Centre of the first row, and distance from the last row to the lower edge. */
  top: number
  bottom: number
  /** Row pitch for 1, 2, 3 and 4 rows. */
  rowPitch: readonly [number, number, number, number]
  port: readonly [number, number]
  splitter?: readonly [number, number, number]
  /** Left, top, right and bottom space around the housing: hinges, lock, glands. */
  around: readonly [number, number, number, number]
}

const metrics: Record<FaceplateSize, Metrics> = {
  large: {
    pitch: 43.8,
    four: [57, 46.1, 34],
    margin: 46.1,
    top: 170.5,
    bottom: 63.5,
    rowPitch: [0, 172, 124, 108],
    port: [34, 34],
    splitter: [96, 22, 22],
    around: [5, 1, 5, 20],
  },
  small: {
    pitch: 35.4,
    four: [45, 29, 21],
    margin: 29,
    top: 64.7,
    bottom: 39,
    rowPitch: [0, 67, 67, 67],
    port: [21, 21],
    around: [4.5, 1, 4.5, 1],
  },
  phone: {
    pitch: 48.1,
    four: [96, 50.6, 60],
    margin: 26.2,
    top: 149,
    bottom: 79,
    rowPitch: [0, 146, 118, 100],
    port: [42, 77],
    splitter: [118, 13, 32],
    around: [1, 1, 1, 26],
  },
}

/** Columns of eight (four in the smallest box), numbered left to right and top to bottom. */
export function geometry(total: BoxSize, size: FaceplateSize): Geometry {
  const m = metrics[size]
  const columns = Math.min(total, 8)
  const rows = total / columns
  const [pitch, margin, portWidth] = columns === 8 ? [m.pitch, m.margin, m.port[0]] : m.four
  const rowPitch = m.rowPitch[rows - 1] ?? 0
  // On the phone, boxes of more than two rows have shorter ports, so that the box fits the screen.
  const portHeight = size === 'phone' && rows > 2 ? 48 : m.port[1]
  const saved = (m.port[1] - portHeight) / 2
  const top = m.top - saved
  const width = 2 * margin + (columns - 1) * pitch
  const height = top + (rows - 1) * rowPitch + m.bottom - saved
  const [left, above, right, below] = m.around
  const places = Array.from({ length: total }, (_, index): Place => {
    const column = index % columns
    const row = Math.floor(index / columns)
    return { x: margin + column * pitch, y: top + row * rowPitch, column, row }
  })
  const outer: [number, number] = [width + left + right, height + above + below]
  return {
    size,
    columns,
    rows,
    width,
    height,
    portWidth,
    portHeight,
    pitch,
    rowPitch,
    places,
    outer,
    splitter: m.splitter && splitterOf(m.splitter, width, columns),
    viewBox: `${-left} ${-above} ${outer[0]} ${outer[1]}`,
  }
}

function splitterOf([width, y, height]: readonly [number, number, number], box: number, columns: number) {
  // A narrow box has its title on its own line above the splitter.
  return { x: (box - width) / 2, y: columns === 8 ? y : y + 18, width, height }
}

const round = (value: number) => Math.round(value * 10) / 10

/** S-curve between two points, vertical at both ends; `bend` is the share of the height that stays vertical. */
function sway(x: number, y: number, toX: number, toY: number, bend: number): string {
  const reach = (toY - y) * bend
  return `C${round(x)} ${round(y + reach)} ${round(toX)} ${round(toY - reach)} ${round(toX)} ${round(toY)}`
}

/** Height of the key above the port, and how far captions reach below it. */
export const keyHeight = { large: 3.6, small: 2.2, phone: 7 } as const
const captionDepth = 20

/** A port's number above it, clear of its thread, of those beside it and of a ring. */
export const numberAt = {
  large: { x: -3.2, y: () => -26.5, anchor: 'end' },
  small: { x: -12, y: () => -20, anchor: 'start' },
  phone: { x: -19.5, y: (portHeight: number) => -portHeight / 2 - 12, anchor: 'start' },
} as const

/** Path of each port's thread, from the splitter to its key; threads of lower rows pass between the columns. */
export function threadPaths(g: Geometry): string[] {
  const from = g.splitter
  if (!from) return []
  const start = from.y + from.height
  const exits = exitsOf(g)
  const keyX = g.size === 'phone' ? g.portWidth * 0.2 : 0
  return g.places.map((place, index) => {
    const exit = exits[index] ?? 0
    const end = place.y - g.portHeight / 2 - keyHeight[g.size]
    const head = `M${round(exit)} ${start}`
    // Threads are vertical before they pass the number; on the phone it takes the whole width beside the key.
    const straight = g.size === 'phone' ? 24 : 16
    if (place.row === 0) return `${head}${sway(exit, start, place.x + keyX, end - straight, 0.62)}V${round(end)}`
    const lane = laneOf(g, place)
    const first = g.places[0]?.y ?? 0
    const above = place.y - g.rowPitch + g.portHeight / 2 + captionDepth
    const gather = place.y - g.portHeight / 2 - 20
    return (
      head +
      sway(exit, start, lane, first - g.portHeight / 2 - (g.size === 'phone' ? straight * 1.3 : 0), 0.62) +
      `V${round(above)}` +
      sway(lane, above, place.x + keyX, Math.min(gather, end), 0.5) +
      `V${round(end)}`
    )
  })
}

/** Threads of several rows share the gap left of their column; the next row to branch off runs rightmost. */
function laneOf(g: Geometry, place: Place): number {
  return place.x - g.pitch / 2 + (g.rows / 2 - place.row) * (g.size === 'phone' ? 1.7 : 2.4)
}

/** Splitter exit of each thread, ordered by destination to minimize crossings. */
function exitsOf(g: Geometry): number[] {
  const count = g.places.length
  const middle = g.width / 2
  const step = Math.min(5.4, ((g.splitter?.width ?? 0) - 14) / (count - 1))
  const order = g.places
    .map((place, index) => ({ index, to: place.row === 0 ? place.x : laneOf(g, place) }))
    .sort((a, b) => a.to - b.to)
  const exits = new Array<number>(count).fill(middle)
  for (const [rank, { index }] of order.entries()) exits[index] = middle + (rank - (count - 1) / 2) * step
  return exits
}
