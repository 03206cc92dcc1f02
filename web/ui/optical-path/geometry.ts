import type { Hop, HopKind, LightPath } from '@hilo/domain/optical-path.ts'

/** Rows of the drawing, px from its top. */
export const rows = { name: 14, above: 38, thread: 52, below: 66, code: 82, zero: 134, loss: 284, height: 292 } as const
export const node = 30
/** Left of the first node: the scale's figures. Right of the last: half a serial. */
const [left, right] = [62, 56]
const scaleLeft = 44
const perDb = 4.2
export const lowest = -30

/** How much room the way to a hop takes, against the others. */
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
  /** Height of its power; null inside the drop. */
  y: number | null
}

export const heightOf = (dbm: number): number => rows.zero - Math.max(lowest, dbm) * perDb
export const span = (width: number) => ({ from: scaleLeft, to: width - 4 })

/** Where each hop is drawn. */
export function spots({ hops }: LightPath, width: number): Spot[] {
  const all = hops.reduce((sum, { kind }) => sum + room[kind], 0)
  let passed = 0
  return hops.map((hop) => {
    passed += room[hop.kind]
    const x = Math.round(left + ((width - left - right) * passed) / all)
    return { hop, x, y: hop.dbm === null ? null : heightOf(hop.dbm) }
  })
}

/** A splitter and whatever a hop itself takes fall just before it; glass slopes. */
const fallPx = 16

/** The stairs from one spot with a figure to the next. */
function step(from: Spot, to: Spot): string {
  const before = heightOf((to.hop.dbm ?? 0) + to.hop.fall)
  return `L${to.x - fallPx} ${Math.max(from.y ?? 0, before).toFixed(1)}L${to.x} ${(to.y ?? 0).toFixed(1)}`
}

/** Line through the spots, in order; those without a figure are passed over. */
export function stairs(through: readonly Spot[]): string {
  const known = through.filter(({ y }) => y !== null)
  const [first, ...others] = known
  if (!first) return ''
  return others.reduce((path, spot, index) => path + step(known[index] ?? first, spot), `M${first.x} ${first.y}`)
}
