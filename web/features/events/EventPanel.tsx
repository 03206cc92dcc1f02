import type { Event } from '@hilo/contract/events/events.ts'
import { darkBefore } from '@hilo/domain/neighbour-look.ts'
import { fieldSteps } from '@hilo/domain/status.ts'
import type { Report } from '@hilo/contract/neighbors/neighbors.ts'
import { withPreexistingDark } from '@hilo/domain/port-look.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { StepBar } from '../../lists/panel/StepBar.tsx'
import { choiceText } from '../../lists/text.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import { CallTechnician } from './Acts.tsx'
import { alarmOf, darkPorts, unreadText } from './event-facts.ts'
import { EventFacts } from './EventFacts.tsx'
import { PanelTrail } from './PanelTrail.tsx'
import { useEventReport } from './use-event.ts'
import { useCto } from '../../lists/panel/use-cto.ts'
import { boxLabel, boxSize } from '../../lists/registry/faceplate-items.ts'
import { Faceplate } from '../../ui/faceplate/Faceplate.tsx'
import { FaceplateLegend } from '../../ui/faceplate/FaceplateLegend.tsx'

/** "Alta, paso 7 de 8" */
function Work({ event }: { event: Event }) {
  const kind = event.work_kind ? choiceText('work_kind', event.work_kind) : ''
  const step =
    event.current_step === null ? '' : text('list.events.step', { step: event.current_step, total: fieldSteps.length })
  return <span>{[kind, step].filter(Boolean).join(', ')}</span>
}

interface BoxProps {
  event: Event
  size: 'small' | 'large'
  /** Findings on the neighbours, if known. */
  findings?: Report['diff'] | undefined
}

/** The box as last read for this intervention; its own port and the harmed ones are ringed. */
function EventBox({ event, size, findings: diff }: BoxProps) {
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

/** The box as last read. The state before the work is loaded only if a judged intervention left a port dark. */
export function ReadBox({ event }: { event: Event }) {
  const dark = event.neighbours.items?.some(({ light }) => light === 'dark') ?? false
  const diff = useEventReport(event, dark && event.neighbours.verdict !== null)?.diff
  const sentence = darkBefore(diff ?? [])
  return (
    <>
      {sentence && <p className="hl-hint">{text(sentence.key, sentence.values)}</p>}
      <EventBox event={event} size="small" findings={diff} />
    </>
  )
}

function Body({ record: event }: PanelProps<Event>) {
  const alarm = alarmOf(event)
  return (
    <>
      <div className="hl-line">
        <StateBadge enumeration="process_state" value={event.process_state} />
        <Work event={event} />
      </div>
      <StepBar event={event} />
      {alarm && (
        <div className="hl-alert">
          <Shape kind="diamond" size={10} />
          <b>{alarm.text}</b>
        </div>
      )}
      <ReadBox event={event} />
      <hr className="hl-rule" />
      <EventFacts event={event} />
      <PanelTrail event={event} />
    </>
  )
}

function Foot({ record: event }: PanelProps<Event>) {
  return (
    <>
      <LinkButton kind="main" to="/vno/intervenciones/$id" params={{ id: String(event.id) }}>
        {text('list.events.open')}
      </LinkButton>
      <CallTechnician event={event} />
    </>
  )
}

export const eventPanel: PanelParts<Event> = { Body, Foot }
