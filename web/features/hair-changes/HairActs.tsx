import type { HairChange } from '@hilo/contract/hair-changes.ts'
import { processState } from '@hilo/domain/status.ts'
import { lazy, Suspense, useState } from 'react'
import { problemText } from '../../api/problem-text.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { Button } from '../../kit/Button.tsx'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { unanswered } from './hair-words.ts'

const AnswerDialog = lazy(() => import('./AnswerDialog.tsx').then((part) => ({ default: part.AnswerDialog })))
const AgainDialog = lazy(() => import('./NewHairChange.tsx').then((part) => ({ default: part.AgainDialog })))

interface ActsProps {
  change: HairChange
  refresh: () => void
  say: (problem: string | null) => void
}

const { iddle, creating, created, wronglyFinalized } = processState.is
/** States in which the request can be withdrawn. */
const withdrawable: readonly number[] = [iddle, creating, created, wronglyFinalized]

/** Actions on a request: answered by the neutral operator, withdrawn or repeated by its author. */
export function HairActs({ change, refresh, say }: ActsProps) {
  const [open, setOpen] = useState<'answer' | 'withdraw' | 'again' | null>(null)
  const { send } = useSend('admin_vno/hair_changes/withdraw')
  const close = () => setOpen(null)
  const asks = session.can('hairChange_create')
  const answers = session.isNeutral() && session.can('hairChange_edit', 'hairChange.resolve_edit')
  const withdraw = async (reason: string): Promise<string | null> => {
    const sent = await send({ request_id: change.id, version: change.version, reason })
    if (sent?.answer == null) {
      refresh()
      return sent === null ? null : problemText(sent.problem)
    }
    toast.success(text('hair.withdraw.done'))
    say(null)
    refresh()
    return null
  }
  const offered = change.decision === 'alternativa' && change.port_assigned_id !== null
  return (
    <>
      {asks && withdrawable.includes(change.process_state) && (
        <Button aria-haspopup="dialog" onClick={() => setOpen('withdraw')}>
          {text(offered ? 'hair.refuseOffer' : 'hair.withdraw')}
        </Button>
      )}
      {asks && change.process_state === wronglyFinalized && (
        <Button aria-haspopup="dialog" onClick={() => setOpen('again')}>
          {text(offered ? 'hair.takeOffer' : 'hair.again')}
        </Button>
      )}
      {answers && change.waiting && unanswered(change) && (
        <Button kind="main" aria-haspopup="dialog" onClick={() => setOpen('answer')}>
          {text('hair.answer')}
        </Button>
      )}
      {open === 'withdraw' && (
        <ReasonDialog
          title={text('hair.withdraw.title', { code: change.code })}
          sentence={text('hair.withdraw.sentence')}
          yes={text(offered ? 'hair.refuseOffer' : 'hair.withdraw')}
          least={5}
          send={withdraw}
          close={close}
        />
      )}
      <Suspense>
        {open === 'answer' && <AnswerDialog change={change} close={close} done={refresh} />}
        {open === 'again' && <AgainDialog change={change} close={close} done={refresh} />}
      </Suspense>
    </>
  )
}
