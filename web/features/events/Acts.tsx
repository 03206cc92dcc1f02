import type { Event } from '@hilo/contract/events/events.ts'
import { phoneText } from '@hilo/domain/phone.ts'
import { useState } from 'react'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { Button } from '../../kit/Button.tsx'
import { AnchorButton, LinkButton } from '../../kit/LinkButton.tsx'
import { Icon } from '../../lists/icons.tsx'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { actsOf, cancelOf, useAct, type Act } from './use-acts.ts'
import { stillOpen } from './event-facts.ts'
import { mayHaveReport } from './use-event.ts'

/** A button per action; an action with a reason opens its dialog first. */
function ActButtons({ event, acts }: { event: Event; acts: readonly Act[] }) {
  const { run, pending } = useAct(event)
  const [asking, setAsking] = useState<Act | null>(null)
  const press = (act: Act) => {
    if (act.reason !== undefined) setAsking(act)
    else if (pending === null) void run(act).then((problem) => problem !== null && toast.error(problem))
  }
  return (
    <>
      {acts.map((act) => (
        <Button
          key={act.key}
          kind={act.main ? 'main' : 'second'}
          busy={pending === act.key}
          aria-haspopup={act.reason === undefined ? undefined : 'dialog'}
          onClick={() => press(act)}
        >
          {text(`event.act.${act.key}`)}
        </Button>
      ))}
      {asking && (
        <ReasonDialog
          title={text(`event.act.${asking.key}.title`)}
          sentence={text(`event.act.${asking.key}.sentence`)}
          yes={text(`event.act.${asking.key}`)}
          danger={asking.key === 'cancel'}
          least={asking.reason ?? 1}
          send={(reason) => run(asking, reason)}
          close={() => setAsking(null)}
        />
      )}
    </>
  )
}

/** Actions that the intervention's state requires. */
export function BandActs({ event }: { event: Event }) {
  return <ActButtons event={event} acts={actsOf(event)} />
}

/** Calls the technician while still at the box, to put the fibre back before the process asks. */
export function CallTechnician({ event: { technical, ...event } }: { event: Event }) {
  const called = technical !== null && stillOpen({ technical, ...event }) && session.can('technician_view')
  return called && <CallButton id={technical.id} />
}

function CallButton({ id }: { id: number }) {
  const phone = useCall('admin_vno/technicals/get', { id }).data?.records[0]?.phone
  return (
    phone && (
      <AnchorButton href={`tel:${phone}`} title={phoneText(phone)}>
        <Icon name="phone" size={15} />
        {text('event.call')}
      </AnchorButton>
    )
  )
}

/** Actions available in every state. */
export function HeadActs({ event }: { event: Event }) {
  const cancel = cancelOf(event)
  return (
    <>
      <CallTechnician event={event} />
      {mayHaveReport(event) && (
        <LinkButton to="/vno/vecinos/informes/$id" params={{ id: String(event.id) }}>
          {text('event.report')}
        </LinkButton>
      )}
      {cancel && <ActButtons event={event} acts={[cancel]} />}
    </>
  )
}
