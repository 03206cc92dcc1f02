import type { Privilege } from '@hilo/domain/privilege.ts'
import { Link } from '@tanstack/react-router'
import { session } from '../../api/session.ts'

const pages = {
  access: { to: '/vno/accesos/$id', privilege: 'retrieve-access-vno_view' },
  order: { to: '/vno/ordenes/$id', privilege: 'assignment_view' },
} as const satisfies Record<string, { to: string; privilege: Privilege }>

/** Code as a link to its page, if the session may open it. */
export function CodeLink({ of, record }: { of: keyof typeof pages; record: { id: number; code: string } }) {
  const { to, privilege } = pages[of]
  if (!session.can(privilege)) return <span className="code">{record.code}</span>
  return (
    <Link className="code" to={to} params={{ id: String(record.id) }}>
      {record.code}
    </Link>
  )
}
