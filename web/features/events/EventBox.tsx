import type { Event } from '@hilo/contract/events/events.ts'
import type { Report } from '@hilo/contract/neighbors/neighbors.ts'
import { useCto } from '../../lists/panel/use-cto.ts'
import { boxLabel, boxSize } from '../../lists/registry/faceplate-items.ts'
import { withPreexistingDark } from '@hilo/domain/port-look.ts'
import { Faceplate } from '../../ui/faceplate/Faceplate.tsx'
import { FaceplateLegend } from '../../ui/faceplate/FaceplateLegend.tsx'
import { text } from '../../ui/text.ts'
import { darkPorts, unreadText } from './event-facts.ts'

interface BoxProps {
  event: Event
  size: 'small' | 'large'
  /** Findings on the neighbours, if known. */
  findings?: Report['diff'] | undefined
}

/** The box as last read for this intervention; its own port and the harmed ones are ringed. */
export function EventBox({ event, size, findings: diff }: BoxProps) {
  const items = event.neighbours.items && withPreexistingDark(event.neighbours.items, diff)
  const cto = useCto(event.cto_id)
  if (!items || items.length === 0) return <p className="hl-hint">{unreadText(event)}</p>
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
        splitter={cto?.splitter.ratio}
        ring={[...own, ...harmed]}
      />
      <FaceplateLegend ports={items} total={total} working={event.port_number ?? undefined} />
    </>
  )
}
