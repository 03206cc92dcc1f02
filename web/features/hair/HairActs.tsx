import type { HairChange } from '@hilo/contract/hair-changes.ts'
import { processState } from '@hilo/domain/status.ts'
import { lazy, Suspense, useState } from 'react'
import { problemText } from '../../api/problem-text.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { unanswered } from './hair-words.ts'

const AnswerDialog = lazy(() => import('./AnswerDialog.tsx').then((part) => ({ default: part.AnswerDialog })))
const AgainDialog = lazy(() => import('./NewHairChange.tsx').then((part) => ({ default: part.AgainDialog })))

interface ActsProps {
  change: HairChange
  refresh: () => void
  say: (problem: string | null) => void
}

const { iddle, creating, created, wronglyFinalized } = processState.is
/** States in which the request can be taken back. */
const withdrawable: readonly number[] = [iddle, creating, created, wronglyFinalized]

/** What may be done about a request: answered by the neutral operator, taken back or asked again by whoever asked. */
export function HairActs({ change, refresh, say }: ActsProps) {
  const [open, setOpen] = useState<'answer' | 'withdraw' | 'again' | null>(null)
  const { send } = useSend('admin_vno/hair_changes/withdraw')
  const close = () => setOpen(null)
  const asks = session.can('hairChange_create')
  const answers = session.get().accountType === 'ad' && session.can('hairChange_edit', 'hairChange.resolve_edit')
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
        <button type="button" className="hl-button" aria-haspopup="dialog" onClick={() => setOpen('withdraw')}>
          {text(offered ? 'hair.refuseOffer' : 'hair.withdraw')}
        </button>
      )}
      {asks && change.process_state === wronglyFinalized && (
        <button type="button" className="hl-button" aria-haspopup="dialog" onClick={() => setOpen('again')}>
          {text(offered ? 'hair.takeOffer' : 'hair.again')}
        </button>
      )}
      {answers && change.waiting && unanswered(change) && (
        <button
          type="button"
          className="hl-button hl-main-button"
          aria-haspopup="dialog"
          onClick={() => setOpen('answer')}
        >
          {text('hair.answer')}
        </button>
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
