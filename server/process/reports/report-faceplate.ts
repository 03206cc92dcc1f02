/** The face of a box on paper: each port by its number, its light as colour and shape. */
import type { FaceplateItem } from '@hilo/contract/wire.ts'
import { portState } from '@hilo/domain/status.ts'

type Doc = PDFKit.PDFDocument
const perRow = 8
const gap = 4

/**
 * Draws the ports in rows of eight and answers where the drawing ends. `dark`: ports without light before the work, drawn
 * like one that is switched off and not as an alarm.
 */
export function drawFaceplate(
  doc: Doc,
  items: readonly FaceplateItem[],
  dark: ReadonlySet<number>,
  { x, y, width }: { x: number; y: number; width: number },
): number {
  const pitch = (width - 12) / perRow
  const rows = Math.max(1, Math.ceil(items.length / perRow))
  const height = rows * (pitch + gap) + 12 - gap
  doc.lineWidth(0.8).strokeColor('#C6CEC9').roundedRect(x, y, width, height, 8).stroke()
  for (const [index, item] of items.entries()) {
    const left = x + 6 + (index % perRow) * pitch + gap / 2
    const top = y + 6 + Math.floor(index / perRow) * (pitch + gap)
    drawPort(
      doc,
      dark.has(item.port) && item.light === 'dark' ? { ...item, light: 'off' } : item,
      left,
      top,
      pitch - gap,
    )
  }
  return y + height
}

const lights = {
  ok: { body: '#E2F3EA', edge: '#12946A' },
  weak: { body: '#FFF2D9', edge: '#C67700' },
  dark: { body: '#D5342A', edge: '#B3211A' },
  off: { body: '#EDF0EE', edge: '#87928C' },
  unknown: { body: '#FFFFFF', edge: '#C6CEC9' },
} as const

function drawPort(doc: Doc, item: FaceplateItem, x: number, y: number, size: number): void {
  const free = item.port_state === portState.is.disponible && item.light !== 'ok' && item.light !== 'weak'
  const { body, edge } = lights[free ? 'unknown' : item.light]
  doc
    .lineWidth(0.9)
    .roundedRect(x, y, size, size, size / 5)
    .fillAndStroke(body, edge)
  const dark = body === lights.dark.body
  doc
    .font(item.own ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(6.5)
    .fillColor(dark ? '#FFFFFF' : item.own ? '#08764F' : '#48534E')
  doc.text(String(item.port), x + 3, y + 3, { width: size, lineBreak: false })
  const [cx, cy, r] = [x + size / 2 + 1, y + size / 2 + 3, size / 6]
  switch (free ? 'unknown' : item.light) {
    case 'ok':
      return void doc.circle(cx, cy, r).fill(edge)
    case 'weak':
      return void doc.polygon([cx, cy - r], [cx + r, cy + r], [cx - r, cy + r]).fill(edge)
    case 'dark':
      return void doc.polygon([cx, cy - r], [cx + r, cy], [cx, cy + r], [cx - r, cy]).fill('#FFFFFF')
    case 'off':
      return void doc
        .lineWidth(1.2)
        .moveTo(cx - r, cy)
        .lineTo(cx + r, cy)
        .stroke(edge)
    case 'unknown':
      return void doc.lineWidth(0.8).circle(cx, cy, r).stroke(edge)
  }
}
