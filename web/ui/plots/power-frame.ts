import type { Scale } from './power-scale.ts'

/** Margins and height in px; the width is the place's. */
export const [left, right, top, bottom, height] = [34, 10, 26, 24, 252]

export interface Frame {
  scale: Scale
  x: (at: number) => number
  y: (dbm: number) => number
  width: number
}

export function frameOf(scale: Scale, width: number): Frame {
  const x = (at: number) => left + ((at - scale.from) / (scale.to - scale.from)) * (width - left - right)
  const y = (dbm: number) => {
    const within = Math.min(scale.high, Math.max(scale.low, dbm))
    return top + ((scale.high - within) / (scale.high - scale.low)) * (height - top - bottom)
  }
  return { scale, x, y, width }
}
