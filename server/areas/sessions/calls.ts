import { Problem } from '@hilo/domain/problem.ts'
import { Json, type ReadHandler, type WriteHandler } from '../../http/handler.ts'
import { open, revoke } from './queries.ts'

/** A person's own sessions: seen and closed from any of them. */
export const sessions = {
  'admin_vno/sessions/get': (async ({ principal, sql }) => {
    const records = await sql.json(open, [principal.user.id, principal.session_id])
    return new Json(`{"records":${records},"next_cursor":null,"server_time":"${new Date().toISOString()}"}`)
  }) satisfies ReadHandler<'admin_vno/sessions/get'>,

  'admin_vno/sessions/revoke': (async ({ principal, sql, audit }, { id }) => {
    const rows = await sql.rows<{ id: number }>(revoke, [principal.user.id, principal.session_id, id ?? null])
    if (id !== undefined && rows.length === 0) throw new Problem('NOT_FOUND')
    for (const row of rows) audit({ entity: 'session', entityId: row.id, after: { revoked: true } })
    return { result_flag: 1 as const, record: { revoked: rows.length } }
  }) satisfies WriteHandler<'admin_vno/sessions/revoke'>,
}
