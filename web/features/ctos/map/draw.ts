/** The picture itself, on a canvas: a calm ground, the boxes by occupancy, what is joined, and what must not be missed. */
import { ctoState } from '@hilo/domain/status.ts'
import { formatNumber } from '../../../ui/format.ts'
import { graticule, toScreen, zoneOf, type Camera, type Size } from './geo.ts'
import { clusterReach, type Marker } from './markers.ts'

const tokens = [
  'bg',
  'surface',
  'line',
  'ink',
  'ink-3',
  'accent',
  'success-solid',
  'success-soft',
  'warning-solid',
  'warning-soft',
  'danger-solid',
  'danger-soft',
  'danger-line',
  'danger-text',
  'medium-solid',
] as const
export type Palette = Readonly<Record<(typeof tokens)[number], string>>

/** The colours of the scheme in force. */
export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element)
  return Object.fromEntries(tokens.map((name) => [name, style.getPropertyValue(`--${name}`)])) as Palette
}

export interface Picture {
  camera: Camera
  size: Size
  markers: readonly Marker[]
  /** Key of the marker that the keys stand on. */
  focus: string | null
  /** Id of the box whose panel is open. */
  open: number | null
  palette: Palette
}
type Pen = CanvasRenderingContext2D

const half = 6.5
/** What the scale takes at the bottom: no degrees are written there. */
const scaleRoom = 30
/** From here on boxes carry their label, as far as there is room. */
const labelled = { zoom: 16.4, most: 60 } as const
const font = (weight: number, px: number) => `${weight} ${px}px "Inter Variable", system-ui, sans-serif`

function rounded(pen: Pen, x: number, y: number, width: number, height: number, radius: number) {
  pen.beginPath()
  pen.roundRect(x, y, width, height, radius)
}

/** Meridians and parallels with their degrees: enough to see that one moves, and how far. */
function ground(pen: Pen, { camera, size, palette }: Picture) {
  const { south, north, west, east } = zoneOf(camera, size)
  pen.fillStyle = palette.bg
  pen.fillRect(0, 0, size.width, size.height)
  pen.strokeStyle = palette.line
  pen.fillStyle = palette['ink-3']
  pen.lineWidth = 1
  pen.font = font(400, 11)
  const degrees = (value: number, names: string) =>
    `${formatNumber(Math.abs(value), east - west < 0.05 ? 3 : east - west < 5 ? 2 : 0)}° ${names.charAt(value < 0 ? 1 : 0)}`
  pen.beginPath()
  for (const lon of graticule(west, east, size.width)) {
    const x = Math.round(toScreen({ lat: camera.lat, lon }, camera, size).x) + 0.5
    pen.moveTo(x, 0)
    pen.lineTo(x, size.height)
    pen.fillText(degrees(lon, 'EO'), x + 5, 15)
  }
  for (const lat of graticule(south, north, size.height)) {
    const y = Math.round(toScreen({ lat, lon: camera.lon }, camera, size).y) + 0.5
    pen.moveTo(0, y)
    pen.lineTo(size.width, y)
    if (y < size.height - scaleRoom) pen.fillText(degrees(lat, 'NS'), 8, y - 5)
  }
  pen.stroke()
}

function cross(pen: Pen, x: number, y: number, reach: number) {
  pen.beginPath()
  pen.moveTo(x - reach, y - reach)
  pen.lineTo(x + reach, y + reach)
  pen.moveTo(x + reach, y - reach)
  pen.lineTo(x - reach, y + reach)
  pen.stroke()
}

/** One box: its outline says the state, the height of its filling how many ports are taken. */
function drawBox(pen: Pen, { x, y, free, total, box }: Marker, palette: Palette) {
  const { copada, defectuosa, no_instalada, pendiente_revision } = ctoState.is
  const state = box?.state
  const [left, top] = [x - half + 0.75, y - half + 0.75]
  const side = 2 * half - 1.5
  pen.lineWidth = 1.5
  rounded(pen, left, top, side, side, 3)
  pen.fillStyle = state === defectuosa ? palette['danger-soft'] : palette.surface
  pen.fill()
  const warn = state === copada || state === pendiente_revision
  const tone = warn ? palette['warning-solid'] : palette['success-solid']
  if (state === no_instalada) {
    pen.setLineDash([2.4, 2])
    pen.strokeStyle = palette['medium-solid']
    pen.stroke()
    pen.setLineDash([])
    return
  }
  if (state === defectuosa) {
    pen.strokeStyle = palette['danger-solid']
    pen.stroke()
    cross(pen, x, y, 2.6)
    return
  }
  pen.strokeStyle = tone
  pen.stroke()
  const inner = side - 3
  const share = total > 0 ? (total - free) / total : 0
  const filled = state === copada ? inner : Math.round(inner * share)
  pen.fillStyle = tone
  rounded(pen, left + 1.5, top + 1.5 + inner - filled, inner, filled, 1)
  pen.fill()
}

/** Several joined: how many, and under it how they stand, good to bad. */
function drawJoined(pen: Pen, marker: Marker, palette: Palette) {
  const { x, y, boxes, full, defective, notInstalled } = marker
  const reach = clusterReach(marker)
  rounded(pen, x - reach, y - reach, 2 * reach, 2 * reach, 6)
  pen.fillStyle = palette.surface
  pen.fill()
  pen.lineWidth = 1.2
  pen.strokeStyle = palette['medium-solid']
  pen.stroke()
  pen.fillStyle = palette.ink
  pen.font = font(600, 12)
  pen.textAlign = 'center'
  pen.fillText(boxes < 10_000 ? formatNumber(boxes) : `${formatNumber(boxes / 1000)} k`, x, y + 2)
  pen.textAlign = 'left'
  const parts = [
    [boxes - full - defective - notInstalled, palette['success-solid']],
    [notInstalled, palette['medium-solid']],
    [full, palette['warning-solid']],
    [defective, palette['danger-solid']],
  ] as const
  const wide = 2 * reach - 10
  let left = x - wide / 2
  for (const [count, colour] of parts) {
    // What is there is seen, however few they are.
    const width = count === 0 ? 0 : Math.max(2, (count / boxes) * wide)
    pen.fillStyle = colour
    pen.fillRect(left, y + 6, Math.min(width, x + wide / 2 - left), 3)
    left += width
  }
}

function ringed(pen: Pen, { x, y, box }: Marker, reach: number, colour: string, width: number) {
  const out = (box ? half : reach) + 3
  rounded(pen, x - out, y - out, 2 * out, 2 * out, box ? 5 : 8)
  pen.lineWidth = width
  pen.strokeStyle = colour
  pen.stroke()
}

/** A joined marker tells at its corner how many of its neighbours are without light. */
function drawCount(pen: Pen, marker: Marker, palette: Palette) {
  const reach = clusterReach(marker)
  const [x, y] = [marker.x + reach + 1, marker.y - reach - 1]
  const said = String(marker.dark)
  pen.font = font(600, 11)
  const wide = pen.measureText(said).width + 20
  rounded(pen, x - 8, y - 8, wide, 16, 8)
  pen.fillStyle = palette.surface
  pen.fill()
  pen.lineWidth = 1.2
  pen.strokeStyle = palette['danger-solid']
  pen.stroke()
  pen.fillStyle = palette['danger-solid']
  pen.beginPath()
  pen.moveTo(x, y - 4)
  pen.lineTo(x + 4, y)
  pen.lineTo(x, y + 4)
  pen.lineTo(x - 4, y)
  pen.fill()
  pen.fillStyle = palette['danger-text']
  pen.fillText(said, x + 7, y + 4)
}

/** A box that must not be missed: its label, and what is the matter. */
function drawTag(pen: Pen, { x, y, box, dark }: Marker, { palette }: Picture, alarm: (count: number) => string) {
  const [label, word] = [box?.label ?? '', alarm(dark)]
  pen.font = font(600, 12)
  const [first, second] = [pen.measureText(label).width, pen.measureText(word).width]
  const left = x + 16
  rounded(pen, left, y - 13, first + second + 24, 26, 5)
  pen.fillStyle = palette.surface
  pen.fill()
  pen.lineWidth = 1
  pen.strokeStyle = palette['danger-line']
  pen.stroke()
  pen.fillStyle = palette.ink
  pen.fillText(label, left + 9, y + 4)
  pen.fillStyle = palette['danger-text']
  pen.fillText(word, left + first + 15, y + 4)
}

/** Width of a label or tag, roughly: what it would cover. */
const covers = ({ x, y, dark }: Marker) => ({ x, y, wide: dark > 0 ? 200 : 108 })

/** Labels where they cover neither a marker nor each other. */
function drawLabels(pen: Pen, { camera, markers, palette }: Picture) {
  const single = markers.filter(({ box, dark }) => box && dark === 0)
  if (camera.zoom < labelled.zoom || single.length > labelled.most) return
  const taken = markers.filter(({ dark, box }) => box && dark > 0).map(covers)
  pen.font = font(400, 11)
  pen.lineWidth = 3
  pen.strokeStyle = palette.bg
  pen.fillStyle = palette['ink-3']
  for (const marker of single) {
    const { x, y, box } = marker
    const free = (other: { x: number; y: number; wide: number }) =>
      Math.abs(other.y - y) > 14 || other.x - 10 > x + 108 || other.x + other.wide < x
    const clear = markers.every((other) => other === marker || free({ ...other, wide: 10 }))
    if (!clear || !taken.every(free)) continue
    taken.push(covers(marker))
    pen.strokeText(box?.label ?? '', x + 11, y + 4)
    pen.fillText(box?.label ?? '', x + 11, y + 4)
  }
}

/** Draws it all; `alarm` says how many neighbours are without light. */
export function drawMap(pen: Pen, picture: Picture, alarm: (count: number) => string): void {
  const { markers, palette, focus, open } = picture
  ground(pen, picture)
  drawLabels(pen, picture)
  for (const marker of markers) (marker.box ? drawBox : drawJoined)(pen, marker, palette)
  for (const marker of markers) {
    const reach = clusterReach(marker)
    if (marker.dark > 0) ringed(pen, marker, reach, palette['danger-solid'], 2)
    if (marker.box && marker.box.id === open) ringed(pen, marker, reach, palette.accent, 2)
  }
  for (const marker of markers) {
    if (marker.dark > 0 && marker.box) drawTag(pen, marker, picture, alarm)
    else if (marker.dark > 0) drawCount(pen, marker, palette)
    if (marker.key === focus) ringed(pen, marker, clusterReach(marker) + 3, palette.accent, 2)
  }
}
