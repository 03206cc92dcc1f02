import type { Event } from '@hilo/contract/events.ts'
import type { Report } from '@hilo/contract/neighbors.ts'
import { useCto } from '../../lists/panel/use-cto.ts'
import { boxLabel, boxSize } from '../../lists/registry/faceplate-items.ts'
import { withDarkBefore } from '../../ui/faceplate/compared.ts'
import { Faceplate } from '../../ui/faceplate/Faceplate.tsx'
import { FaceplateLegend } from '../../ui/faceplate/FaceplateLegend.tsx'
import { text } from '../../ui/text.ts'
import { darkPorts } from './event-facts.ts'

interface BoxProps {
  event: Event
  size: 'small' | 'large'
  /** What became of each neighbour, as far as that is known. */
  diff?: Report['diff'] | undefined
}

/** The box as it was last read for this intervention: its own port and the harmed ones ringed. */
export function EventBox({ event, size, diff }: BoxProps) {
  const items = event.neighbours.items && withDarkBefore(event.neighbours.items, diff)
  const cto = useCto(event.cto_id)
  if (!items || items.length === 0) return <p className="hl-hint">{text('list.events.unread')}</p>
  const total = boxSize(Math.max(...items.map((item) => item.port)))
  const harmed = darkPorts(event).map((port) => ({ port, kind: 'harmed' as const }))
  const own = event.port_number === null ? [] : [{ port: event.port_number, kind: 'working' as const }]
  return (
    <>
      <Faceplate
        ports={items}
        total={total}
        size={size}
        title={boxLabel(event.cto.code)}
        subtitle={text('faceplate.ports', { count: total })}
        splitter={cto ? text('faceplate.splitter', { ratio: cto.splitter.ratio }) : undefined}
        ring={[...own, ...harmed]}
      />
      <FaceplateLegend ports={items} total={total} working={event.port_number ?? undefined} />
    </>
  )
}
