/** Pictures of the markers, drawn when the map first needs one and named by what they show. */
import type { Palette } from './palette.ts'
import { boxReach, clusterReach, type Look } from './markers.ts'

type Pen = OffscreenCanvasRenderingContext2D
/** Pixels of a picture for each pixel of the page: sharp on phones and enlarged pages. */
export const imageScale = 3
/** Steps in which the filling of a box and the parts of a cluster are drawn. */
export const levels = 8
const half = boxReach - 0.5

interface Drawing {
  /** Side of the square picture, in pixels of the page. */
  side: number
  draw: (pen: Pen) => void
}

function rounded(pen: Pen, x: number, y: number, width: number, height: number, radius: number) {
  pen.beginPath()
  pen.roundRect(x, y, width, height, radius)
}

function cross(pen: Pen, reach: number) {
  pen.beginPath()
  pen.moveTo(-reach, -reach)
  pen.lineTo(reach, reach)
  pen.moveTo(reach, -reach)
  pen.lineTo(-reach, reach)
  pen.stroke()
}

/** One box: its outline says the state, the height of its filling how many ports are taken. */
function box(look: Look, level: number, palette: Palette): Drawing {
  const side = 2 * half - 1.5
  const draw = (pen: Pen) => {
    pen.lineWidth = 1.5
    rounded(pen, -half + 0.75, -half + 0.75, side, side, 3)
    pen.fillStyle = look === 'defective' ? palette['danger-soft'] : palette.surface
    pen.fill()
    if (look === 'planned') pen.setLineDash([2.4, 2])
    const warn = look === 'full' || look === 'review'
    const tone = warn ? palette['warning-solid'] : palette['success-solid']
    const outline = { planned: palette['medium-solid'], defective: palette['danger-solid'] } as const
    pen.strokeStyle = look === 'planned' || look === 'defective' ? outline[look] : tone
    pen.stroke()
    if (look === 'planned') return
    if (look === 'defective') return cross(pen, 2.6)
    const inner = side - 3
    const filled = look === 'full' ? inner : (inner * level) / levels
    pen.fillStyle = tone
    rounded(pen, -half + 2.25, -half + 2.25 + inner - filled, inner, filled, 1)
    pen.fill()
  }
  return { side: 2 * boxReach + 2, draw }
}

/** Several joined: a plate with room for their number, and under it how they stand, good to bad. */
function joined(boxes: number, shares: Record<'full' | 'defective' | 'planned', number>, palette: Palette): Drawing {
  const reach = clusterReach(boxes)
  const draw = (pen: Pen) => {
    rounded(pen, -reach + 0.75, -reach + 0.75, 2 * reach - 1.5, 2 * reach - 1.5, 6)
    pen.fillStyle = palette.surface
    pen.fill()
    pen.lineWidth = 1.2
    pen.strokeStyle = palette['medium-solid']
    pen.stroke()
    const { full, defective, planned } = shares
    const parts = [
      [Math.max(0, levels - full - defective - planned), palette['success-solid']],
      [planned, palette['medium-solid']],
      [full, palette['warning-solid']],
      [defective, palette['danger-solid']],
    ] as const
    const whole = parts.reduce((sum, [share]) => sum + share, 0)
    const wide = 2 * reach - 10
    let left = -wide / 2
    for (const [share, colour] of parts) {
      const width = (share / whole) * wide
      pen.fillStyle = colour
      pen.fillRect(left, reach - 9, width, 3)
      left += width
    }
  }
  return { side: 2 * reach + 2, draw }
}

function ring(reach: number, colour: string): Drawing {
  const out = reach + 3
  const draw = (pen: Pen) => {
    rounded(pen, -out, -out, 2 * out, 2 * out, reach > boxReach ? 8 : 5)
    pen.lineWidth = 2
    pen.strokeStyle = colour
    pen.stroke()
  }
  return { side: 2 * out + 4, draw }
}

/** The home or the person that the map is about. */
function spot(kind: string, palette: Palette): Drawing {
  const draw = (pen: Pen) => {
    pen.lineWidth = 2
    pen.fillStyle = palette.accent
    pen.strokeStyle = palette.surface
    pen.beginPath()
    if (kind === 'home') {
      for (const [x, y] of [
        [0, -11],
        [10, -2],
        [10, 10],
        [-10, 10],
        [-10, -2],
      ] as const)
        pen.lineTo(x, y)
      pen.closePath()
    } else pen.arc(0, 0, 8, 0, 2 * Math.PI)
    pen.fill()
    pen.stroke()
  }
  return { side: 28, draw }
}

function drawingOf(name: string, palette: Palette): Drawing | null {
  const [kind, ...words] = name.split(':')
  const [a = 0, b = 0, c = 0, d = 0] = words.map(Number)
  if (kind === 'box') return box(words[0] as Look, b, palette)
  if (kind === 'joined') return joined(a, { full: b, defective: c, planned: d }, palette)
  if (kind === 'ring') return ring(a, words[1] === 'danger' ? palette['danger-solid'] : palette.accent)
  return kind === 'spot' ? spot(words[0] ?? '', palette) : null
}

/** The picture of that name: `box:free:3`, `joined:120:1:0:0`, `ring:7:accent`, `spot:home`; null for any other name. */
export function imageOf(name: string, palette: Palette): ImageData | null {
  const drawing = drawingOf(name, palette)
  if (!drawing) return null
  const px = Math.ceil(drawing.side * imageScale)
  const pen = new OffscreenCanvas(px, px).getContext('2d')
  if (!pen) return null
  pen.setTransform(imageScale, 0, 0, imageScale, px / 2, px / 2)
  drawing.draw(pen)
  return pen.getImageData(0, 0, px, px)
}
