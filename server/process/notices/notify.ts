import type { Tx } from '../../db/scope.ts'

/** Something that somebody has to be told. */
export interface Notice {
  /** Operator that is told; null for the neutral one. */
  vnoId: number | null
  /** Set: this technician; null: the operator's administrators. */
  technicalId: number | null
  kind: string
  eventId: number | null
  caseId: number | null
  /** What its text is made of; never another operator's customer or person. */
  payload: Record<string, unknown>
}

const write = `
  with made as (
    insert into notification (vno_id, technical_id, kind, event_id, case_id, payload, at, created_at)
    values ($1, $2, $3, $4, $5, $6, app_now(), app_now()) on conflict do nothing returning id)
  select changed('notifications', id, 1, $1, $2), app_add_job('process.deliver', json_build_object('notification_id', id),
    'deliver:' || id) from made`

/** Writes a notice in the transaction of what it tells of; the same one twice is one. In the scope of all operators. */
export async function tell(sql: Tx, { vnoId, technicalId, kind, eventId, caseId, payload }: Notice): Promise<void> {
  await sql.rows(write, [vnoId, technicalId, kind, eventId, caseId, JSON.stringify(payload)])
}
