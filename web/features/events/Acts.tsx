import type { Event } from '@hilo/contract/events.ts'
import { phoneText } from '@hilo/domain/phone.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { Icon } from '../../lists/icons.tsx'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { actsOf, cancelOf, useAct, type Act } from './use-acts.ts'
import { stillOpen } from './use-event.ts'

/** A button per act; one that asks for a reason opens its dialog first. */
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
        <button
          key={act.key}
          type="button"
          className={act.main ? 'hl-button hl-main-button' : 'hl-button'}
          aria-busy={pending === act.key}
          aria-haspopup={act.reason === undefined ? undefined : 'dialog'}
          onClick={() => press(act)}
        >
          {text(`event.act.${act.key}`)}
        </button>
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

/** What the state of the intervention asks for. */
export function BandActs({ event }: { event: Event }) {
  return <ActButtons event={event} acts={actsOf(event)} />
}

/** Whoever is at the box, while he is there: told to put the fibre back before the process asks. */
function CallTechnician({ id }: { id: number }) {
  const phone = useCall('admin_vno/technicals/get', { id }).data?.records[0]?.phone
  return (
    phone && (
      <a className="hl-button" href={`tel:${phone}`} title={phoneText(phone)}>
        <Icon name="phone" size={15} />
        {text('event.call')}
      </a>
    )
  )
}

/** What can always be done. */
export function HeadActs({ event }: { event: Event }) {
  const cancel = cancelOf(event)
  return (
    <>
      {stillOpen(event) && event.technical && session.can('technician_view') && (
        <CallTechnician id={event.technical.id} />
      )}
      {(session.can('neightborState_view') || session.can('event_view')) && (
        <Link className="hl-button" to="/vno/vecinos/informes/$id" params={{ id: String(event.id) }}>
          {text('event.report')}
        </Link>
      )}
      {cancel && <ActButtons event={event} acts={[cancel]} />}
    </>
  )
}
