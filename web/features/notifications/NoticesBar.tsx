import { Button } from '../../kit/Button.tsx'
import { toast } from '../../kit/toasts.tsx'
import { text } from '../../ui/text.ts'
import type { BulkProps } from '../../lists/define.ts'
import { useAck } from './use-notices.ts'

/** Actions on selected notices. */
export function Bar({ ids, done }: BulkProps) {
  const { ack, sending } = useAck()
  const mark = async () => {
    if (!(await ack(ids))) return toast.error(text('notices.ack.failed'))
    toast.success(text('notices.ack.done', { count: ids.length }))
    done()
  }
  return (
    <Button disabled={sending} onClick={() => void mark()}>
      {text('notices.ack')}
    </Button>
  )
}
