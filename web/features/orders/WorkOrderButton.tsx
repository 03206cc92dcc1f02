import { useState } from 'react'
import { send } from '../../api/call.ts'
import { problemText } from '../../api/problem-text.ts'
import { fileName, saveFile } from '../../lists/download/save-file.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'

/** Saves the paper of an intervention. */
export function WorkOrderButton({ event }: { event: { id: number; code: string } }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    if (busy) return
    setBusy(true)
    try {
      const response = await send('admin_vno/events/workorder', { event_id: event.id, disposition: 'attachment' })
      saveFile(await response.blob(), fileName(response, `${event.code}.pdf`))
    } catch (error) {
      toast.error(problemText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <button
      type="button"
      className="hl-button hl-small"
      aria-label={text('order.paper.of', { code: event.code })}
      aria-busy={busy}
      onClick={() => void save()}
    >
      {text('order.paper')}
    </button>
  )
}
