/** Square part of a picture, as shown in the frame. */
export interface View {
  /** Scale relative to filling the frame. */
  zoom: number
  /** Centre of the frame, as fractions of the picture's width and height. */
  x: number
  y: number
}
export const mostZoom = 4
export const wholeView: View = { zoom: 1, x: 0.5, y: 0.5 }

const between = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** Side of the square in picture pixels. */
export const sideOf = (width: number, height: number, zoom: number): number => Math.min(width, height) / zoom

/** The view, shifted so that the frame is inside the picture. */
export function clampView({ zoom, x, y }: View, width: number, height: number): View {
  const bounded = between(zoom, 1, mostZoom)
  const half = sideOf(width, height, bounded) / 2
  return {
    zoom: bounded,
    x: between(x, half / width, 1 - half / width),
    y: between(y, half / height, 1 - half / height),
  }
}

/** The square in picture pixels. */
export function squareOf(view: View, width: number, height: number): { left: number; top: number; side: number } {
  const { zoom, x, y } = clampView(view, width, height)
  const side = sideOf(width, height, zoom)
  return { left: x * width - side / 2, top: y * height - side / 2, side }
}
