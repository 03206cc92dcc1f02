import { coveringKinds } from '@hilo/domain/notice.ts'
import { sameMoment } from '@hilo/domain/proof/marks.ts'
import type { Tx } from '../../kernel/sql/scope.ts'

/** What happened to a port, or to a whole box, between two moments. */
export interface Harm {
  ctoId: number
  /** Null for the whole box. */
  portId: number | null
  /** Each begin and end as now known; the end is null while it lasts. */
  spans: readonly { from: Date; to: Date | null }[]
}

/** A notice to write. */
export interface Notice {
  /** Recipient operator; null for the neutral one. */
  vnoId: number | null
  /** Recipient technician; null for the operator's administrators. */
  technicalId: number | null
  kind: string
  eventId: number | null
  caseId: number | null
  /** Values for its text; never another operator's customer or person. */
  payload: Record<string, unknown>
  /** The harm that it is about; without one it is sent once for its intervention, the `version` of it in the payload, and case. */
  harm?: Harm
}

const insert = (values: string) => `
  with made as (
    insert into notification (vno_id, technical_id, kind, event_id, case_id, payload, at, created_at, harm_cto_id, harm_port_id,
      harm_from, harm_to)
    ${values}
    on conflict do nothing returning id)
  select id, changed('notifications', id, 1, $1, $2), app_add_job('process.deliver', json_build_object('notification_id', id),
    'deliver:' || id) from made`
const head = '$1::int, $2::bigint, $3::text, $4::bigint, $5::bigint'
const now = 'app_now(), app_now()'

const writeOnce = insert(`values (${head}, $6::jsonb, ${now}, null, null, null, null)`)

// Spans that begin at the same moment, or overlap, are one harm: its begin moves when the OLT's memory arrives, and each work that
// sees it dates it by its own readings. A case is notified although a line without one was. Only what is new is dated.
const writeOfHarm = insert(`
  select ${head}, case when $6::jsonb ? 'at' then $6::jsonb || jsonb_build_object('at', wire_time(min(s.since))) else $6::jsonb end,
    ${now}, $7::bigint, $8::bigint, min(s.since), max(s.until)
  from (select since, greatest(since, coalesce(until, app_now())) as until
    from unnest($9::timestamptz[], $10::timestamptz[]) u (since, until)) s
  where not exists (select from notification n
    where n.harm_cto_id = $7 and n.harm_port_id is not distinct from $8::bigint and n.kind = any($11::text[])
      and n.vno_id is not distinct from $1::int and n.technical_id is not distinct from $2::bigint
      and ($5::bigint is null or n.case_id is not null)
      and ((n.harm_from < s.until and s.since < n.harm_to)
        or abs(extract(epoch from n.harm_from - s.since)) * 1000 <= ${sameMoment}))
  having count(*) > 0`)

/** Held until the commit: works of one box are judged side by side, and each sees what the others have notified. */
const lockBox = `select pg_advisory_xact_lock(hashtextextended('notices of a box', $1))`

/**
 * Writes a notice in the transaction of its cause; a duplicate is written once. Runs in the scope of all operators.
 * @returns whether it was written now
 */
export async function writeNotice(sql: Tx, notice: Notice): Promise<boolean> {
  const { vnoId, technicalId, kind, eventId, caseId, payload, harm } = notice
  const values = [vnoId, technicalId, kind, eventId, caseId, JSON.stringify(payload)]
  if (!harm) return (await sql.rows(writeOnce, values)).length > 0
  await sql.rows(lockBox, [harm.ctoId])
  const spans = [harm.spans.map(({ from }) => from), harm.spans.map(({ to }) => to)]
  const made = await sql.rows(writeOfHarm, [...values, harm.ctoId, harm.portId, ...spans, coveringKinds(kind)])
  return made.length > 0
}
