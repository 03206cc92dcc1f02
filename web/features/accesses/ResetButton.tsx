import type { Access } from '@hilo/contract/accesses/accesses.ts'
import { useState } from 'react'
import { problemText } from '../../api/problem-text.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { Button } from '../../kit/Button.tsx'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { refreshResets } from './use-reset.ts'

const leastReason = 3

/** Restarts the ONT after a reason and a confirmation of the service interruption. */
export function ResetButton({ access, main }: { access: Access; main?: boolean }) {
  const [asking, setAsking] = useState(false)
  const { send } = useSend('admin_vno/ont/resetONT')
  if (!session.can('resetONT_create')) return null
  const reset = async (reason: string) => {
    const sent = await send({ access_id: access.id, version: access.version, reason, confirm: true })
    if (sent?.answer == null) return sent && problemText(sent.problem)
    toast.success(text('restart.sent'))
    void refreshResets()
    return null
  }
  return (
    <>
      <Button kind={main ? 'main' : 'second'} aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {text('restart.act')}
      </Button>
      {asking && (
        <ReasonDialog
          title={text('restart.title')}
          sentence={text('restart.sentence', { access: access.code })}
          yes={text('restart.act')}
          least={leastReason}
          send={reset}
          close={() => setAsking(false)}
        />
      )}
    </>
  )
}
