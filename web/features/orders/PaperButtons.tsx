import { useState } from 'react'
import { send } from '../../api/call.ts'
import { problemText } from '../../api/problem-text.ts'
import { Press } from '../../kit/Button.tsx'
import type { Look } from '../../kit/look.ts'
import { fileName, saveFile } from '../../lists/download/save-file.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'

interface PaperButtonProps {
  /** Label, and accessible name with the subject. */
  name: string
  label: string
  look?: Look
  className?: string | undefined
  /** Requests the file. */
  ask: () => Promise<Response>
  fallback: string
}

/** Downloads a PDF that the server renders. */
function PaperButton({ name, label, look, className, ask, fallback }: PaperButtonProps) {
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
    <Press
      look={look}
      className={className}
      aria-label={label}
      title={label}
      aria-busy={busy}
      onClick={() => void save()}
    >
      {name}
    </Press>
  )
}

/** Work order of an intervention. */
export function WorkOrderButton({ event }: { event: { id: number; code: string } }) {
  return (
    <PaperButton
      name={text('order.paper')}
      label={text('order.paper.of', { code: event.code })}
      look={{ size: 'small' }}
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

/** Day schedule of a technician. */
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
