import { useState } from 'react'
import { send } from '../../api/call.ts'
import { problemText } from '../../api/problem-text.ts'
import { fileName, saveFile } from '../../lists/download/save-file.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'

interface PaperButtonProps {
  /** What it says, and what it is the paper of. */
  name: string
  label: string
  className: string | undefined
  /** Asks for it, as a file. */
  ask: () => Promise<Response>
  fallback: string
}

/** Saves a paper that the server draws. */
function PaperButton({ name, label, className, ask, fallback }: PaperButtonProps) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    if (busy) return
    setBusy(true)
    try {
      const response = await ask()
      saveFile(await response.blob(), fileName(response, fallback))
    } catch (error) {
      toast.error(problemText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      title={label}
      aria-busy={busy}
      onClick={() => void save()}
    >
      {name}
    </button>
  )
}

/** The paper of an intervention. */
export function WorkOrderButton({ event }: { event: { id: number; code: string } }) {
  return (
    <PaperButton
      name={text('order.paper')}
      label={text('order.paper.of', { code: event.code })}
      className="hl-button hl-small"
      ask={() => send('admin_vno/events/workorder', { event_id: event.id, disposition: 'attachment' })}
      fallback={`${event.code}.pdf`}
    />
  )
}

interface ShiftButtonProps {
  technician: { id: number; name: string }
  day: string
  className: string | undefined
}

/** The day of a technician on paper. */
export function ShiftButton({ technician, day, className }: ShiftButtonProps) {
  return (
    <PaperButton
      name={text('agenda.shift')}
      label={text('agenda.shift.of', { name: technician.name })}
      className={className}
      ask={() => send('admin_vno/reports/shift', { technical_id: technician.id, date: day, disposition: 'attachment' })}
      fallback={`jornada-${day}.pdf`}
    />
  )
}
