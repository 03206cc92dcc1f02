/** Faceplate of a box on paper: each port with number, colour and sign. */
import type { FaceplateItem } from '@hilo/contract/wire.ts'
import type { Sign } from '@hilo/domain/neighbour-look.ts'
import { lineLook, portLook, type JudgedMarks } from '@hilo/domain/port-look.ts'
import type { Color } from '@hilo/domain/status.ts'
import { write, type Doc } from './paper-text.ts'

const perRow = 8
const gap = 4

const pitchOf = (width: number) => (width - 12) / perRow

/** Height of a faceplate of a width, pt. */
export function faceplateHeight(ports: number, width: number): number {
  const rows = Math.max(1, Math.ceil(ports / perRow))
  return rows * (pitchOf(width) + gap) + 12 - gap
}

/** Draws the ports in rows of eight. */
export function drawFaceplate(
  doc: Doc,
  items: readonly (FaceplateItem & JudgedMarks)[],
  { x, y, width }: { x: number; y: number; width: number },
): void {
  const pitch = pitchOf(width)
  const height = faceplateHeight(items.length, width)
  doc.lineWidth(0.8).strokeColor('#C6CEC9').roundedRect(x, y, width, height, 8).stroke()
  for (const [index, item] of items.entries()) {
    const left = x + 6 + (index % perRow) * pitch + gap / 2
    const top = y + 6 + Math.floor(index / perRow) * (pitch + gap)
    drawPort(doc, item, left, top, pitch - gap)
  }
}

const place = { body: '#FFFFFF', edge: '#C6CEC9' }
const inks: Readonly<Record<Color, { body: string; edge: string }>> = {
  success: { body: '#E2F3EA', edge: '#12946A' },
  accent: { body: '#E2F3EA', edge: '#12946A' },
  warning: { body: '#FFF2D9', edge: '#C67700' },
  danger: { body: '#FDEBE9', edge: '#D5342A' },
  medium: { body: '#EDF0EE', edge: '#87928C' },
}
/** Colours of a port without light, the most visible ones. */
const alarm = { body: '#D5342A', edge: '#B3211A' }

function drawPort(doc: Doc, item: FaceplateItem & JudgedMarks, x: number, y: number, size: number): void {
  const { name, mark } = portLook(item)
  const look = lineLook(name)
  const { body, edge } = name === 'cut' ? alarm : look ? inks[look.color] : place
  doc
    .lineWidth(0.9)
    .roundedRect(x, y, size, size, size / 5)
    .fillAndStroke(body, edge)
  const ink = name === 'cut' ? '#FFFFFF' : item.own ? '#08764F' : '#48534E'
  write(doc, String(item.port), { x: x + 3, y: y + 3 }, { size: 6.5, bold: item.own, ink })
  const [cx, cy, r] = [x + size / 2 + 1, y + size / 2 + 3, size / 6]
  drawSign(doc, look?.sign ?? 'ring', name === 'cut' ? '#FFFFFF' : edge, { cx, cy, r })
  if (mark) drawSign(doc, mark.sign, inks[mark.color].edge, { cx: x + size - 5, cy: y + size - 5, r: r * 0.8 })
}

function drawSign(doc: Doc, sign: Sign, ink: string, { cx, cy, r }: Record<'cx' | 'cy' | 'r', number>): void {
  switch (sign) {
    case 'disc':
      return void doc.circle(cx, cy, r).fill(ink)
    case 'triangle':
      return void doc.polygon([cx, cy - r], [cx + r, cy + r], [cx - r, cy + r]).fill(ink)
    case 'diamond':
      return void doc.polygon([cx, cy - r], [cx + r, cy], [cx, cy + r], [cx - r, cy]).fill(ink)
    case 'ring':
      return void doc.lineWidth(0.8).circle(cx, cy, r).stroke(ink)
    case 'bar':
    case 'gap':
      return void doc
        .lineWidth(1.2)
        .moveTo(cx - r, cy)
        .lineTo(cx + r, cy)
        .stroke(ink)
  }
}
