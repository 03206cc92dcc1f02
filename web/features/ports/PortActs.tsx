import type { Port } from '@hilo/contract/ports.ts'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { session } from '../../api/session.ts'
import { text } from '../../ui/text.ts'
import { outcomesOf } from './port-facts.ts'

const VerifyDialog = lazy(() => import('./VerifyDialog.tsx').then((part) => ({ default: part.VerifyDialog })))
const EditPortDialog = lazy(() => import('./EditPortDialog.tsx').then((part) => ({ default: part.EditPortDialog })))

/** What may be done to a port: its history for whoever may see it, the rest for the neutral operator. */
export function PortActs({ port, done }: { port: Port; done: () => void }) {
  const [open, setOpen] = useState<'verify' | 'edit' | null>(null)
  const keeps = session.get().accountType === 'ad' && session.can('port_edit')
  const close = () => setOpen(null)
  return (
    <>
      {session.can('portHistorical_view') && (
        <Link className="hl-button" to="/vno/historico/puertos" search={{ port_id: `${port.id}~${port.label}` }}>
          {text('port.history')}
        </Link>
      )}
      {keeps && (
        <button type="button" className="hl-button" aria-haspopup="dialog" onClick={() => setOpen('edit')}>
          {text('form.edit')}
        </button>
      )}
      {keeps && outcomesOf(port).length > 0 && (
        <button
          type="button"
          className="hl-button hl-main-button"
          aria-haspopup="dialog"
          onClick={() => setOpen('verify')}
        >
          {text('port.verify')}
        </button>
      )}
      <Suspense>
        {open === 'verify' && <VerifyDialog port={port} close={close} done={done} />}
        {open === 'edit' && <EditPortDialog port={port} close={close} done={done} />}
      </Suspense>
    </>
  )
}
