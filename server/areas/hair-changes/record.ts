import { eventType } from '@hilo/domain/status.ts'
import { recordOf } from '../../db/record.ts'
import type { WriteContext } from '../../http/handler.ts'
import { hairChangeList } from './list.ts'

/** A request as the session may see it. */
export async function hairRecord({ sql, principal }: WriteContext, id: number): Promise<unknown> {
  return JSON.parse(await recordOf(hairChangeList, sql, principal, id)) as unknown
}

const seen = `select json_build_object('id', id, 'code', code, 'type', type, 'process_state', process_state, 'port_id', port_id,
  'version', version)::text from event where id = $1 and type = ${eventType.is.createListener}`

/** The intervention as far as a client needs it to ask again. */
export async function eventRecordOf({ sql }: WriteContext, id: number): Promise<unknown> {
  return JSON.parse((await sql.json(seen, [id])) ?? 'null') as unknown
}
