import type { Cto } from '@hilo/contract/ctos.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { CallProblem } from '../../api/problem.ts'
import { problemText } from '../../api/problem-text.ts'
import { queryClient } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { Button } from '../../kit/Button.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'

interface ActProps {
  cto: Cto
  refresh: () => void
  /** Shows a permanent message: what failed, and why. Null hides it. */
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
      <Button aria-haspopup="dialog" busy={sending} onClick={() => setAsking(true)}>
        {text('cto.remove')}
      </Button>
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

/** Locks the box for maintenance, or unlocks it: no intervention can start in a locked box. */
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
      <Button
        aria-haspopup={cto.lock ? undefined : 'dialog'}
        busy={sending}
        onClick={() => (cto.lock ? void set(null).then(say) : setAsking(true))}
      >
        {text(cto.lock ? 'cto.unlock' : 'cto.lock')}
      </Button>
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

/** Actions on a box, by privilege. */
export function CtoActs(props: ActProps) {
  const { cto } = props
  const neutral = session.isNeutral()
  const id = String(cto.id)
  return (
    <div className="flex wrap gap-8 push phone-acts">
      <LinkButton to="/vno/mapa" search={{ abierto: id, lugar: `${cto.position.lat},${cto.position.lon},17` }}>
        {text('cto.onMap')}
      </LinkButton>
      {session.can('ctoHistorical_view') && (
        <LinkButton to="/vno/historico/cto" search={{ cto_id: `${id}~${cto.label}` }}>
          {text('port.history')}
        </LinkButton>
      )}
      {neutral && session.can('cto_delete') && <RemoveButton {...props} />}
      {neutral && session.can('cto_edit') && (
        <>
          <LockButton {...props} />
          <LinkButton to="/vno/ctos/$id/editar" params={{ id }}>
            {text('form.edit')}
          </LinkButton>
        </>
      )}
      {session.can('event_create') && (
        <LinkButton kind="main" to="/vno/intervenciones/nueva" search={{ caja: cto.code, id }}>
          {text('event.new')}
        </LinkButton>
      )}
    </div>
  )
}
