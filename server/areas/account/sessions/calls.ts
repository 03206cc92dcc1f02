import { allowsSubItem } from '@hilo/domain/privilege.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { ownVno } from '../../../kernel/list/viewer.ts'
import { Json, type ReadHandler, type WriteHandler } from '../../../kernel/handler.ts'
import type { Principal } from '../../../kernel/principal.ts'
import { isTechnician, open, openOfTechnician, revoke, revokeOfTechnician } from './queries.ts'

/** The operator whose technicians' sessions the caller may see or close: null all, 0 none. */
function administered(principal: Principal, action: 'view' | 'delete'): number | null {
  const { account_type, privileges } = principal
  if (account_type === 'te' || !allowsSubItem(privileges, 'technician', 'sessions', action)) return 0
  return ownVno(principal)
}

/** The own sessions, listed and closed from any of them; and those of the technicians that the caller administers. */
export const sessions = {
  'admin_vno/sessions/get': (async ({ principal, sql }, { technical_id: technical }) => {
    const records =
      technical === undefined
        ? await sql.json(open, [principal.user.id, principal.session_id])
        : await sql.json(openOfTechnician, [technical, administered(principal, 'view')])
    if (records === null) throw new Problem('NOT_FOUND')
    return new Json(`{"records":${records},"next_cursor":null,"server_time":"${new Date().toISOString()}"}`)
  }) satisfies ReadHandler<'admin_vno/sessions/get'>,

  'admin_vno/sessions/revoke': (async ({ principal, sql, audit }, { id, technical_id: technical }) => {
    const his = technical === undefined ? null : [technical, administered(principal, 'delete')]
    if (his && (await sql.json(isTechnician, his)) !== 'true') throw new Problem('NOT_FOUND')
    const rows = his
      ? await sql.rows<{ id: number }>(revokeOfTechnician, [...his, id ?? null])
      : await sql.rows<{ id: number }>(revoke, [principal.user.id, principal.session_id, id ?? null])
    if (id !== undefined && rows.length === 0) throw new Problem('NOT_FOUND')
    for (const row of rows) audit({ entity: 'session', entityId: row.id, after: { revoked: true } })
    return { result_flag: 1 as const, record: { revoked: rows.length } }
  }) satisfies WriteHandler<'admin_vno/sessions/revoke'>,
}
