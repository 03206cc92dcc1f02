import type { Hop, HopKind, LightPath } from '@hilo/domain/optical-path.ts'

/** Rows of the drawing, px from its top. */
export const rows = { name: 14, above: 38, thread: 52, below: 66, code: 82, zero: 134, loss: 284, height: 292 } as const
export const node = 30
/** Margins: the scale's figures on the left, half a serial on the right. */
const [left, right] = [62, 56]
const scaleLeft = 44
const perDb = 4.2
export const lowest = -30

/** Relative width of the section that leads to each hop. */
const room: Readonly<Record<HopKind, number>> = {
  olt: 0,
  pon: 1.15,
  splitter1: 1.65,
  splitter2: 1.6,
  port: 1.4,
  drop: 1.15,
  socket: 1.25,
  ont: 1.1,
}

export interface Spot {
  hop: Hop
  x: number
  /** Vertical position of its power; null inside the drop. */
  y: number | null
}

export const heightOf = (dbm: number): number => rows.zero - Math.max(lowest, dbm) * perDb
export const span = (width: number) => ({ from: scaleLeft, to: width - 4 })

/** Position of each hop in the drawing. */
export function spots({ hops }: LightPath, width: number): Spot[] {
  const all = hops.reduce((sum, { kind }) => sum + room[kind], 0)
  let passed = 0
  return hops.map((hop) => {
    passed += room[hop.kind]
    const x = Math.round(left + ((width - left - right) * passed) / all)
    return { hop, x, y: hop.dbm === null ? null : heightOf(hop.dbm) }
  })
}

/** Width in px over which a splitter's or connector's loss is drawn just before its hop; fibre loss is a slope. */
const fallPx = 16

/** Step of the curve from one spot with a figure to the next. */
function step(from: Spot, to: Spot): string {
  const before = heightOf((to.hop.dbm ?? 0) + to.hop.fall)
  return `L${to.x - fallPx} ${Math.max(from.y ?? 0, before).toFixed(1)}L${to.x} ${(to.y ?? 0).toFixed(1)}`
}

/** Curve through the spots in order; spots without a figure are skipped. */
export function stairs(through: readonly Spot[]): string {
  const known = through.filter(({ y }) => y !== null)
  const [first, ...others] = known
  if (!first) return ''
  return others.reduce((path, spot, index) => path + step(known[index] ?? first, spot), `M${first.x} ${first.y}`)
}
