import css from './port.module.css'
import { keyHeight, numberAt, type Geometry, type Place } from './geometry.ts'
import { Glyph, PortMark } from './glyphs.tsx'
import { lookColor, type PortLook } from '@hilo/domain/port-look.ts'

export type RingKind = 'harmed' | 'working' | 'selected'

/** Port radius, and offset of its caption from its centre, per size: words keep their place beside a ring. */
const style = {
  large: { radius: 7, caption: 35, key: 10.6, keyX: 0, ring: 6.5 },
  small: { radius: 4.4, caption: 27.4, key: 6.6, keyX: 0, ring: 6 },
  phone: { radius: 6, caption: 17, key: 14, keyX: 8.4, ring: 2.4 },
} as const

interface PortDrawingProps {
  geometry: Geometry
  place: Place
  number: number
  look: PortLook
  own: boolean
  /** The port of this intervention, on the phone. */
  mine: boolean
  ring: RingKind | undefined
  caption: { text: string; figure: boolean }
}

/** One port with its number above and its figure or word below. */
export function PortDrawing({ geometry, place, number, look, own, mine, ring, caption }: PortDrawingProps) {
  const { size, portWidth: width, portHeight: height } = geometry
  const s = style[size]
  const phone = size === 'phone'
  const at = numberAt[size]
  const below = phone ? height / 2 : 0
  const mark = { x: width * 0.31, y: (phone ? 0.38 : 0.3) * height, scale: phone ? 1.1 : width / 38 }
  const captions = [css.caption, caption.figure && css.figure, look.name === 'cut' && css.alarm]
  return (
    <g
      className={`${css.port} ${css[look.name]} ${mine ? css.mine : ''}`}
      data-tone={lookColor(look.name)}
      data-look={look.name}
      data-ring={ring}
      transform={`translate(${place.x} ${place.y})`}
    >
      <text className={`${css.number} ${own ? css.own : ''}`} x={at.x} y={at.y(height)} textAnchor={at.anchor}>
        {number}
      </text>
      <rect
        className={css.key}
        x={s.keyX - s.key / 2}
        y={-height / 2 - keyHeight[size]}
        width={s.key}
        height={keyHeight[size] + 2}
        rx={phone ? 2 : 1}
      />
      <rect
        className={phone && own ? `${css.body} ${css.thick}` : css.body}
        x={-width / 2}
        y={-height / 2}
        width={width}
        height={height}
        rx={s.radius}
      />
      <Glyph look={look.name} scale={phone ? 1.3 : width / 34} />
      {look.mark && <PortMark look={look.mark} {...mark} />}
      {caption.text && (
        <text className={captions.filter(Boolean).join(' ')} y={below + s.caption}>
          {caption.text}
        </text>
      )}
    </g>
  )
}

/** Frame around a port: a harmed neighbour, the port being worked on, or the selected one. */
export function PortRing({ geometry, place, kind }: { geometry: Geometry; place: Place; kind: RingKind }) {
  const { size, portWidth, portHeight } = geometry
  const { ring, radius } = style[size]
  // On the phone the frame includes number and key, and around a harmed port its word too.
  const above = size === 'phone' ? 32 : ring
  const below = size === 'phone' ? (kind === 'harmed' ? 23 : 6) : ring
  const box = {
    x: place.x - portWidth / 2 - ring,
    y: place.y - portHeight / 2 - above,
    width: portWidth + 2 * ring,
    height: portHeight + above + below,
    rx: radius + ring - 1,
  }
  return (
    <>
      {kind === 'harmed' && <rect className={`${css.halo} fill-none`} data-halo="" {...box} />}
      <rect className={`${css.ring} ${css[kind]}`} {...box} />
    </>
  )
}
