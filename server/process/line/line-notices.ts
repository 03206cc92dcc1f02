/** Notices of line changes to the operator, and to the neutral operator that maintains the box. */
import type { Tx } from '../../kernel/sql/scope.ts'
import type { EventRow } from '../event-row.ts'
import { writeNotice } from '../notices/notify.ts'

const names = `select json_build_object('access_code', x.code, 'cto_code', c.code, 'port', p.number)::text
  from access x join cto c on c.id = x.cto_id join port p on p.id = $2 where x.id = $1`

export async function notifyLine(
  sql: Tx,
  event: EventRow,
  kind: 'light_after_cease' | 'unsubscription_failed',
): Promise<void> {
  const named = JSON.parse((await sql.json(names, [event.access_id, event.port_id])) ?? '{}') as object
  const payload = { event_code: event.code, error: event.error, ...named }
  for (const vnoId of [event.vno_id, null])
    await writeNotice(sql, { vnoId, technicalId: null, kind, eventId: event.id, caseId: null, payload })
}
