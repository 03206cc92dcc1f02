import { eventType } from '@hilo/domain/status.ts'
import { recordOf } from '../../kernel/list/record.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import { hairChangeList } from './list.ts'

/** A request as the session may see it. */
export async function hairRecord({ sql, principal }: WriteContext, id: number): Promise<unknown> {
  return JSON.parse(await recordOf(hairChangeList, sql, principal, id)) as unknown
}

const selectAudited = `select json_build_object('id', id, 'code', code, 'type', type, 'process_state', process_state, 'port_id', port_id,
  'version', version)::text from event where id = $1 and type = ${eventType.is.createListener}`

/** The part of the intervention that a client needs to repeat the request. */
export async function eventRecordOf({ sql }: WriteContext, id: number): Promise<unknown> {
  return JSON.parse((await sql.json(selectAudited, [id])) ?? 'null') as unknown
}
