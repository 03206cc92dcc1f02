/** View of a picture: zoom, offset, and rotation in quarter turns. */
export interface View {
  /** 1: the whole picture is visible. */
  zoom: number
  /** Offset of the picture's centre from the stage's, px. */
  x: number
  y: number
  turns: number
}
export interface Size {
  width: number
  height: number
}
interface Point {
  x: number
  y: number
}

export const whole: View = { zoom: 1, x: 0, y: 0, turns: 0 }
export const most = 12

/** Stage pixels per picture pixel at zoom 1. */
export function fit(stage: Size, picture: Size, turns: number): number {
  const [width, height] = turns % 2 === 0 ? [picture.width, picture.height] : [picture.height, picture.width]
  return Math.min(stage.width / width, stage.height / height)
}

const between = (value: number, least: number, greatest: number) => Math.min(greatest, Math.max(least, value))

/** Limits the offset: a picture larger than the stage covers it, a smaller one is centred. */
export function clampView(view: View, stage: Size, picture: Size): View {
  const zoom = between(view.zoom, 1, most)
  const scale = fit(stage, picture, view.turns) * zoom
  const [width, height] = view.turns % 2 === 0 ? [picture.width, picture.height] : [picture.height, picture.width]
  const room = (long: number, edge: number) => Math.max(0, (long * scale - edge) / 2)
  const [left, top] = [room(width, stage.width), room(height, stage.height)]
  return { ...view, zoom, x: between(view.x, -left, left) + 0, y: between(view.y, -top, top) + 0 }
}

/** Scales by a factor around `at`, an offset from the stage's centre. */
export function zoomed(view: View, factor: number, at: Point = { x: 0, y: 0 }): View {
  const zoom = between(view.zoom * factor, 1, most)
  const by = zoom / view.zoom
  return { ...view, zoom, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }
}

export const moved = (view: View, x: number, y: number): View => ({ ...view, x: view.x + x, y: view.y + y })

/** Rotates a quarter turn clockwise around the stage's centre. */
export const turned = (view: View): View => ({ ...view, turns: (view.turns + 1) % 4, x: -view.y, y: view.x })

export const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
export const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)
