import css from './port.module.css'
import type { Geometry } from './geometry.ts'

/** Mean character width of the tag's font, 11.5 px at weight 650. */
const advance = 6.25

/** Red tag above a port, kept inside the box, with a line to the port's ring. */
export function Callout({ geometry: g, port, text }: { geometry: Geometry; port: number; text: string }) {
  const place = g.places[port - 1]
  if (!place) return null
  const width = text.length * advance + 16
  const x = Math.max(8, Math.min(g.width - 8 - width, place.x - width * 0.58))
  const ringTop = place.y - g.portHeight / 2 - (g.size === 'phone' ? 32 : 8)
  const top = ringTop - 40
  return (
    <g className={css.callout}>
      <path className={`${css.leader} fill-none`} d={`M${place.x} ${ringTop}V${top + 20}`} />
      <rect className="fill-danger" x={x} y={top} width={width} height={22} rx={3} />
      <text className="weight-650 fill-surface anchor-middle" x={x + width / 2} y={top + 15.2}>
        {text}
      </text>
    </g>
  )
}
