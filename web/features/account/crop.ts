/** The part of a picture that is kept: a square of it, as the frame shows it. */
export interface View {
  /** How much larger than just filling the frame. */
  zoom: number
  /** Middle of the frame in the picture, as shares of its width and height. */
  x: number
  y: number
}
export const mostZoom = 4
export const wholeView: View = { zoom: 1, x: 0.5, y: 0.5 }

const between = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** Side of the square in the picture's own pixels. */
export const sideOf = (width: number, height: number, zoom: number): number => Math.min(width, height) / zoom

/** The same view, moved so that the frame shows nothing but picture. */
export function within({ zoom, x, y }: View, width: number, height: number): View {
  const kept = between(zoom, 1, mostZoom)
  const half = sideOf(width, height, kept) / 2
  return {
    zoom: kept,
    x: between(x, half / width, 1 - half / width),
    y: between(y, half / height, 1 - half / height),
  }
}

/** Where the square lies in the picture, pixels. */
export function squareOf(view: View, width: number, height: number): { left: number; top: number; side: number } {
  const { zoom, x, y } = within(view, width, height)
  const side = sideOf(width, height, zoom)
  return { left: x * width - side / 2, top: y * height - side / 2, side }
}
