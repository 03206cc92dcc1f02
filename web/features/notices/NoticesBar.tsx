import { toast } from '../../ui/toasts.tsx'
import { text } from '../../ui/text.ts'
import type { BulkProps } from '../../lists/define.ts'
import { useAck } from './use-notices.ts'

/** What can be done with several notices. */
export function Bar({ ids, done }: BulkProps) {
  const { ack, sending } = useAck()
  const mark = async () => {
    if (!(await ack(ids))) return toast.error(text('notices.ack.failed'))
    toast.success(text('notices.ack.done', { count: ids.length }))
    done()
  }
  return (
    <button type="button" className="hl-button" disabled={sending} onClick={() => void mark()}>
      {text('notices.ack')}
    </button>
  )
}
