import type { Port } from '@hilo/contract/ports/ports.ts'
import { lazy, Suspense, useState } from 'react'
import { session } from '../../api/session.ts'
import { Button } from '../../kit/Button.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { text } from '../../ui/text.ts'
import { outcomesOf } from './port-facts.ts'

const VerifyDialog = lazy(() => import('./VerifyDialog.tsx').then((part) => ({ default: part.VerifyDialog })))
const EditPortDialog = lazy(() => import('./EditPortDialog.tsx').then((part) => ({ default: part.EditPortDialog })))

/** Actions on a port: history by privilege, the rest for the neutral operator. */
export function PortActs({ port, done }: { port: Port; done: () => Promise<void> }) {
  const [open, setOpen] = useState<'verify' | 'edit' | null>(null)
  const keeps = session.isNeutral() && session.can('port_edit')
  const close = () => setOpen(null)
  return (
    <>
      {session.can('portHistorical_view') && (
        <LinkButton to="/vno/historico/puertos" search={{ port_id: `${port.id}~${port.label}` }}>
          {text('port.history')}
        </LinkButton>
      )}
      {keeps && (
        <Button aria-haspopup="dialog" onClick={() => setOpen('edit')}>
          {text('form.edit')}
        </Button>
      )}
      {keeps && outcomesOf(port).length > 0 && (
        <Button kind="main" aria-haspopup="dialog" onClick={() => setOpen('verify')}>
          {text('port.verify')}
        </Button>
      )}
      <Suspense>
        {open === 'verify' && <VerifyDialog port={port} close={close} done={done} />}
        {open === 'edit' && <EditPortDialog port={port} close={close} done={done} />}
      </Suspense>
    </>
  )
}
