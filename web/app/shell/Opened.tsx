import { Link, Outlet, useLocation, useParams } from '@tanstack/react-router'
import { session, useSession } from '../../api/session.ts'
import { Message } from '../../ui/Message.tsx'
import { Missing } from '../../ui/Missing.tsx'
import { text } from '../../ui/text.ts'
import { mayOpen } from '../menu.ts'

/** What an address may hold where a record's id belongs; what was begun without coverage counts below nought. */
const isId = (id: string): boolean => /^[1-9]\d{0,14}$/.test(id)
const isFieldId = (id: string): boolean => isId(id.replace(/^-/, ''))
/** Boxes are found by their code too. */
const byCode = /^\/tecnico\/cto\//

/** The screen of the address; or, kindly, that it is not for whoever came here, or that there is none. */
export function Opened() {
  useSession()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { id } = useParams({ strict: false })
  if (!mayOpen(path, session.can)) return <Denied />
  if (id !== undefined && !isId(String(id))) return <Missing />
  return <Outlet />
}

/** The same for the technician's screens, all of which are his. */
export function FieldOpened() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { id } = useParams({ strict: false })
  if (id === undefined || byCode.test(path) || isFieldId(String(id))) return <Outlet />
  return <Missing />
}

function Denied() {
  return (
    <Message whole={false} title={text('app.denied.title')} sentence={text('app.denied.text')}>
      <Link className="button" data-main to="/vno">
        {text('app.to_start')}
      </Link>
    </Message>
  )
}
