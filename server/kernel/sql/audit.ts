import type { Statement } from './batch.ts'

/** One audit row: who did what to which record, from where. */
interface AuditRow {
  /** Null for the process itself. */
  actorId: number | null
  accountType: string
  vnoId: number | null
  call: string
  entity: string
  entityId: string | number | undefined
  before?: unknown
  after?: unknown
  channel: string
  /** Installation of the native application, or the browser's user agent. */
  device: string
  address: string
  requestId: string
}

const text = `insert into audit (actor_id, account_type, vno_id, call, entity, entity_id, before, after, channel, device, address, request_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`

const textOfMany = `insert into audit (actor_id, account_type, vno_id, call, entity, channel, device, address, request_id, entity_id, after)
  select $1, $2, $3, $4, $5, $6, $7, $8, $9, e.id, e.after from jsonb_to_recordset($10::jsonb) as e(id text, after jsonb)`

/** Adds a row for each of many records of one entity, as after the change. */
export function auditsStatement(
  row: Omit<AuditRow, 'entityId' | 'before' | 'after'>,
  records: readonly { id: number; after: unknown }[],
): Statement {
  const who = [row.actorId, row.accountType, row.vnoId, row.call, row.entity]
  const whence = [row.channel, row.device, row.address, row.requestId]
  return { text: textOfMany, values: [...who, ...whence, JSON.stringify(records)] }
}

/** Adds the row; run in the transaction of the change itself. */
export function auditStatement(row: AuditRow): Statement {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
  const entityId = row.entityId === undefined ? null : String(row.entityId)
  const what = [row.call, row.entity, entityId, json(row.before), json(row.after)]
  const whence = [row.channel, row.device, row.address, row.requestId]
  return { text, values: [row.actorId, row.accountType, row.vnoId, ...what, ...whence] }
}
