export interface Reading {
  at: string
  rx_dbm: number | null
}

/** Median of what was read, and how far a reading usually strays from it (three deviations). */
export function powersIn(series: readonly Reading[]): { median: number; spread: number } {
  const read = series.flatMap(({ rx_dbm }) => rx_dbm ?? []).toSorted((one, other) => one - other)
  const median = read[Math.floor(read.length / 2)] ?? 0
  // Of the middle nine tenths: a cut or a bad night says nothing of the habit.
  const usual = read.slice(Math.floor(read.length * 0.05), Math.ceil(read.length * 0.95))
  const square = usual.reduce((sum, one) => sum + (one - median) ** 2, 0) / Math.max(1, usual.length)
  return { median, spread: 3 * Math.sqrt(square) }
}

export interface Frame {
  left: number
  right: number
  top: number
  bottom: number
  /** The time at both ends. */
  from: number
  to: number
  ticks: number[]
  x: (time: number) => number
  y: (dbm: number) => number
}

interface Shown {
  shown: readonly Reading[]
  habit: { median: number; spread: number }
  /** Where the warning begins. */
  good: number
  width: number
  height: number
}

/** What the plot spans: every reading shown, the habit, and the warning where it is near. */
export function frameOf({ shown, habit, good, width, height }: Shown): Frame {
  const read = shown.flatMap(({ rx_dbm }) => rx_dbm ?? [])
  const highest = Math.max(...read, habit.median + habit.spread)
  const lowest = Math.min(...read, habit.median - habit.spread, good - 1)
  const step = highest - lowest > 16 ? 4 : 2
  const above = Math.ceil((highest + 0.5) / step) * step
  const below = Math.floor((lowest - 0.5) / step) * step
  const [left, right, top, bottom] = [34, Math.max(60, width - 8), 10, height - 26]
  const from = Date.parse(shown[0]?.at ?? '')
  const to = Date.parse(shown.at(-1)?.at ?? '')
  return {
    left,
    right,
    top,
    bottom,
    from,
    to,
    ticks: Array.from({ length: (above - below) / step + 1 }, (_, index) => below + index * step),
    x: (time) => left + ((right - left) * (time - from)) / Math.max(1, to - from),
    y: (dbm) => top + ((bottom - top) * (above - dbm)) / (above - below),
  }
}

/** The line through the readings, broken where nothing was read. */
export function lineOf({ x, y }: Pick<Frame, 'x' | 'y'>, shown: readonly Reading[]): string {
  let pen = 'M'
  return shown.reduce((path, { at, rx_dbm }) => {
    if (rx_dbm === null) {
      pen = 'M'
      return path
    }
    const point = `${pen}${x(Date.parse(at)).toFixed(1)} ${y(rx_dbm).toFixed(1)}`
    pen = 'L'
    return path + point
  }, '')
}
