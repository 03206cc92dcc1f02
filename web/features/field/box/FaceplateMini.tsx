import { neighbourLook } from '@hilo/domain/neighbour-look.ts'
import type { NeighbourClass } from '@hilo/domain/status.ts'
import type { BoxSize } from '../../../ui/faceplate/geometry.ts'
import { Glyph, PortMark } from '../../../ui/faceplate/glyphs.tsx'
import { countsLabel } from '../../../ui/faceplate/labels.ts'
import { lookColor, portLook } from '@hilo/domain/port-look.ts'
import { portsByPosition, type FaceplatePort } from '../../../ui/faceplate/port-look.ts'
import { text } from '../../../ui/text.ts'
import port from '../../../ui/faceplate/port.module.css'

const pitch = 19
const row = 30
const width = 16
const height = 23

/** Classes that get a frame. Ports that were dark or weak before the work get none. */
const harming = new Set<NeighbourClass>(['desconectado', 'movido', 'degradado'])

/** Compact faceplate without housing: a colour and a sign per port, and a frame around harmed ones. */
export function FaceplateMini({
  ports,
  total,
  mine,
}: {
  ports: readonly FaceplatePort[]
  total: BoxSize
  mine: number | null
}) {
  const columns = Math.min(8, total)
  const rows = total / columns
  return (
    <svg
      viewBox={`-3 -3 ${columns * pitch + 4} ${rows * row - 1}`}
      role="img"
      aria-label={countsLabel(text, ports, total)}
      style={{ maxWidth: columns * pitch * 1.3 }}
    >
      {portsByPosition(ports, total).map((one, index) => {
        const { name, thread, mark } = portLook(one)
        const [x, y] = [(index % columns) * pitch, Math.floor(index / columns) * row]
        const own = index + 1 === mine && (name === 'assigned' || thread === 'lit')
        const framed =
          one?.class !== undefined && harming.has(one.class)
            ? neighbourLook({ class: one.class, level: one.level ?? 'aviso' }).color
            : null
        return (
          <g
            key={index}
            className={`${port.port} ${port[name]} ${own ? port.mine : ''}`}
            data-tone={lookColor(name)}
            transform={`translate(${x + width / 2} ${y + height / 2})`}
          >
            {framed && (
              <rect
                x={-width / 2 - 2.6}
                y={-height / 2 - 2.6}
                width={width + 5.2}
                height={height + 5.2}
                rx={5.6}
                fill="none"
                stroke={`var(--${framed}-solid)`}
                strokeWidth="1.8"
              />
            )}
            <rect className={port.body} x={-width / 2} y={-height / 2} width={width} height={height} rx="3.6" />
            <Glyph look={name} scale={0.5} />
            {mark && <PortMark look={mark} x={width / 2 - 4} y={height / 2 - 4.5} scale={0.5} />}
          </g>
        )
      })}
    </svg>
  )
}
