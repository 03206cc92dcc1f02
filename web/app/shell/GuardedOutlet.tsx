import { Outlet, useLocation, useParams } from '@tanstack/react-router'
import { session, useSession } from '../../api/session.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { Message } from '../../ui/Message.tsx'
import { RecordNotFound } from '../../ui/RecordNotFound.tsx'
import { text } from '../../ui/text.ts'
import { mayOpen } from '../menu.ts'

/** Valid ids in a URL; interventions begun offline have negative ids. */
const isId = (id: string): boolean => /^[1-9]\d{0,14}$/.test(id)
const isFieldId = (id: string): boolean => isId(id.replace(/^-/, ''))
/** CTOs are also found by code. */
const byCode = /^\/tecnico\/cto\//

/** The screen at the URL; or a message that it is not permitted, or does not exist. */
export function GuardedOutlet() {
  useSession()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { id } = useParams({ strict: false })
  if (!mayOpen(path, session.can)) return <Denied />
  if (id !== undefined && !isId(String(id))) return <RecordNotFound />
  return <Outlet />
}

/** The same for technician screens, which every technician may open. */
export function FieldOutlet() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { id } = useParams({ strict: false })
  if (id === undefined || byCode.test(path) || isFieldId(String(id))) return <Outlet />
  return <RecordNotFound />
}

function Denied() {
  return (
    <Message whole={false} title={text('app.denied.title')} sentence={text('app.denied.text')}>
      <LinkButton kind="main" size="large" to="/vno">
        {text('app.to_start')}
      </LinkButton>
    </Message>
  )
}
