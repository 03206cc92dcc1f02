import type { Cto } from '@hilo/contract/ctos.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { CallProblem } from '../../api/problem.ts'
import { problemText } from '../../api/problem-text.ts'
import { queryClient } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'

interface ActProps {
  cto: Cto
  refresh: () => void
  /** A sentence that stays: what could not be done, and why. */
  say: (problem: string | null) => void
}

function RemoveButton({ cto, refresh, say }: ActProps) {
  const [asking, setAsking] = useState(false)
  const { send, sending } = useSend('admin_vno/ctos/delete')
  const navigate = useNavigate()
  const remove = async () => {
    say(null)
    const sent = await send({ id: cto.id, version: cto.version })
    if (sent === null) return
    if (sent.answer === null) {
      say(problemText(sent.problem))
      if (sent.problem instanceof CallProblem && sent.problem.code === 'VERSION_CONFLICT') refresh()
      return
    }
    toast.success(text('cto.remove.done', { code: cto.label }))
    void queryClient.invalidateQueries({ queryKey: ['admin_vno/ctos/map'] })
    await navigate({ to: '/vno/ctos', replace: true })
  }
  return (
    <>
      <button
        type="button"
        className="hl-button"
        aria-haspopup="dialog"
        aria-busy={sending}
        onClick={() => setAsking(true)}
      >
        {text('cto.remove')}
      </button>
      {asking && (
        <ConfirmDialog
          title={text('cto.remove.title', { code: cto.label })}
          sentence={text('cto.remove.sentence')}
          yes={text('cto.remove.yes')}
          confirm={() => void remove()}
          close={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** Keeps the box for maintenance, or gives it back: nobody opens an intervention in one that is kept. */
function LockButton({ cto, refresh, say }: ActProps) {
  const [asking, setAsking] = useState(false)
  const { send, sending } = useSend('admin_vno/ctos/edit')
  const set = async (lock: { reason: string } | null): Promise<string | null> => {
    const sent = await send({ id: cto.id, version: cto.version, lock })
    if (sent === null) return null
    if (sent.answer === null) return problemText(sent.problem)
    toast.success(text(lock ? 'cto.lock.done' : 'cto.unlock.done'))
    refresh()
    return null
  }
  return (
    <>
      <button
        type="button"
        className="hl-button"
        aria-haspopup={cto.lock ? undefined : 'dialog'}
        aria-busy={sending}
        onClick={() => (cto.lock ? void set(null).then(say) : setAsking(true))}
      >
        {text(cto.lock ? 'cto.unlock' : 'cto.lock')}
      </button>
      {asking && (
        <ReasonDialog
          title={text('cto.lock.title', { code: cto.label })}
          sentence={text('cto.lock.sentence')}
          yes={text('cto.lock')}
          least={5}
          send={(reason) => set({ reason })}
          close={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** What may be done to a box, for whoever may. */
export function CtoActs(props: ActProps) {
  const { cto } = props
  const neutral = session.get().accountType === 'ad'
  const id = String(cto.id)
  return (
    <div className="hl-page-acts">
      <Link
        className="hl-button"
        to="/vno/mapa"
        search={{ abierto: id, lugar: `${cto.position.lat},${cto.position.lon},17` }}
      >
        {text('cto.onMap')}
      </Link>
      {session.can('ctoHistorical_view') && (
        <Link className="hl-button" to="/vno/historico/cto" search={{ cto_id: `${id}~${cto.label}` }}>
          {text('port.history')}
        </Link>
      )}
      {neutral && session.can('cto_delete') && <RemoveButton {...props} />}
      {neutral && session.can('cto_edit') && (
        <>
          <LockButton {...props} />
          <Link className="hl-button" to="/vno/ctos/$id/editar" params={{ id }}>
            {text('form.edit')}
          </Link>
        </>
      )}
      {session.can('event_create') && (
        <Link className="hl-button hl-main-button" to="/vno/intervenciones/nueva" search={{ caja: cto.code, id }}>
          {text('event.new')}
        </Link>
      )}
    </div>
  )
}
