import { text } from '../text.ts'
import css from './box.module.css'
import { geometry, type BoxSize, type FaceplateSize, type Geometry } from './geometry.ts'
import { Housing, Threads } from './Housing.tsx'
import { boxLabel, captionOf, splitterLabel } from './labels.ts'
import { portLook, type PortLook } from '@hilo/domain/port-look.ts'
import { portsByPosition, type FaceplatePort } from './port-look.ts'
import { PortDrawing, PortRing, type RingKind } from './PortDrawing.tsx'
import { PortOptions } from './PortOptions.tsx'
import portCss from './port.module.css'

export interface FaceplateProps {
  ports: readonly FaceplatePort[]
  total: BoxSize
  size: FaceplateSize
  /** Code printed on the box. */
  title: string
  /** "Fachada · 16 puertos" */
  subtitle?: string | undefined
  /** "1:16"; only the large and phone sizes draw the splitter bar. */
  splitter?: string | undefined
  ring?: readonly { port: number; kind: 'harmed' | 'working' }[] | undefined
  /** What happened to one port: "Desconectado 2:32:07 p. m. · 38 s". */
  callout?: { port: number; text: string } | undefined
  selectedPort?: number | undefined
  /** Makes the ports selectable by pointer and keyboard. */
  onSelectPort?: ((port: number) => void) | undefined
}

/** A CTO drawn to its real layout: each port in its place, its state as shape and colour. */
export function Faceplate(props: FaceplateProps) {
  const { ports, total, size, title, ring = [], callout, selectedPort, onSelectPort } = props
  const g = geometry(total, size)
  const places = portsByPosition(ports, total)
  const looks = places.map(portLook)
  const label = boxLabel(text, title, ports, total)
  const splitter = props.splitter && splitterLabel(text, props.splitter, total)
  const working = ring.find(({ kind }) => kind === 'working')?.port
  const waiting = size === 'phone' && working && looks[working - 1]?.name === 'assigned' ? working : undefined
  // On the phone the user's own port is solid instead of ringed.
  const rings = ringsOf(
    ring.filter(({ port }) => port !== waiting),
    selectedPort,
  )
  const drawing = (
    <>
      <Housing geometry={g} title={title} subtitle={props.subtitle} splitter={splitter} />
      <Threads geometry={g} looks={looks} mine={waiting} rings={rings} />
      <Rings geometry={g} rings={rings} />
      {places.map((port, index) => {
        const place = g.places[index]
        const look: PortLook | undefined = looks[index]
        if (!place || !look) return null
        const mine = index + 1 === waiting
        const figures = size === 'large' ? 2 : 1
        const caption = mine ? { text: text('faceplate.caption.mine'), figure: false } : captionOf(text, port, figures)
        // There is no room for words under a small port; only a cut line is named there.
        if (size === 'small' && !caption.figure && look.name !== 'cut') caption.text = look.name === 'lit' ? '' : '–'
        return (
          <PortDrawing
            key={index}
            geometry={g}
            place={place}
            number={index + 1}
            look={look}
            own={port?.own ?? false}
            mine={mine}
            ring={rings.get(index + 1)}
            caption={caption}
          />
        )
      })}
      {callout && <Callout geometry={g} port={callout.port} text={callout.text} />}
    </>
  )
  const frame = { className: css.faceplate, 'data-size': size, viewBox: g.viewBox, style: { maxWidth: g.outer[0] } }
  if (!onSelectPort) {
    return (
      <svg {...frame} role="img" aria-label={label}>
        {drawing}
      </svg>
    )
  }
  return (
    <svg {...frame}>
      <g aria-hidden="true">{drawing}</g>
      <PortOptions geometry={g} ports={ports} label={label} selectedPort={selectedPort} onSelectPort={onSelectPort} />
    </svg>
  )
}

function ringsOf(ring: readonly { port: number; kind: RingKind }[], selected: number | undefined) {
  const rings = new Map<number, RingKind>()
  if (selected !== undefined) rings.set(selected, 'selected')
  // A harmed neighbour's ring takes precedence over the selection.
  for (const { port, kind } of ring) if (rings.get(port) !== 'harmed') rings.set(port, kind)
  return rings
}

function Rings({ geometry: g, rings }: { geometry: Geometry; rings: ReadonlyMap<number, RingKind> }) {
  return [...rings].map(([port, kind]) => {
    const place = g.places[port - 1]
    return place && <PortRing key={port} geometry={g} place={place} kind={kind} />
  })
}

/** Mean character width of the tag's font, 11.5 px at weight 650. */
const advance = 6.25

/** Red tag above a port, kept inside the box, with a line to the port's ring. */
function Callout({ geometry: g, port, text }: { geometry: Geometry; port: number; text: string }) {
  const place = g.places[port - 1]
  if (!place) return null
  const width = text.length * advance + 16
  const x = Math.max(8, Math.min(g.width - 8 - width, place.x - width * 0.58))
  const ringTop = place.y - g.portHeight / 2 - (g.size === 'phone' ? 32 : 8)
  const top = ringTop - 40
  return (
    <g className={portCss.callout}>
      <path className={`${portCss.leader} fill-none`} d={`M${place.x} ${ringTop}V${top + 20}`} />
      <rect className="fill-danger" x={x} y={top} width={width} height={22} rx={3} />
      <text className="weight-650 fill-surface anchor-middle" x={x + width / 2} y={top + 15.2}>
        {text}
      </text>
    </g>
  )
}
