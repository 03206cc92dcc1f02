/** SQL of neighbour states. Operator and technician are the session's, null if it has none. */
import { accountStatus, eventType } from '@hilo/domain/status.ts'
import { openStates } from '../../kernel/sql/states.ts'

/**
 * A box that the session may read, with its intervention: `$1` code or label, `$2` box, `$3` port,
 * `$4` intervention, `$5` operator, `$6` technician, `$7` whether a stored reading of the intervention is requested.
 */
export const findBox = `
  select json_build_object('ctoId', c.id, 'eventId', e.id)::text
  from cto c left join event e on e.id = $4::bigint and e.cto_id = c.id and ($5::int is null or e.vno_id = $5)
    and ($6::bigint is null or e.technical_id = $6)
  where (c.code = $1::text or c.label = $1::text or c.id = $2::bigint or c.id = (select cto_id from port where id = $3::bigint))
    and ($4::bigint is null or e.id is not null)
    and ($6::bigint is null or ($7::boolean and e.id is not null) or exists (
      select from event o where o.cto_id = c.id and o.type = ${eventType.is.createListener} and o.process_state in (${openStates}) and o.vno_id = $5::int
        and o.technical_id = $6))
  order by c.code = $1 desc limit 1`

/** A reading stored with an intervention, which was checked: `$1` intervention, `$2` phase. */
export const keptReading = `
  select json_build_object('record', s.snapshot)::text
  from event_snapshot($1::bigint, $2::text) as s (snapshot) where s.snapshot is not null`

/** A reading as the session may see it: `$1` box, `$2` intervention, `$3` taken at, `$4` source, `$5` percent, `$6` age, `$7` readings. */
export const liveReading = `
  select json_build_object('record', json_build_object('id', null, 'event_id', $2::bigint, 'cto_id', c.id,
    'cto', json_build_object('id', c.id, 'code', c.code), 'phase', 'live', 'taken_at', wire_time($3::timestamptz),
    'source', $4::text, 'complete_pct', $5::int, 'age_s', $6::int, 'items', box_view(c.id, $7::jsonb)))::text
  from cto c where c.id = $1::bigint`

/** The work to prepare: `$1` box, `$2` technician, `$3` operator, null for the neutral one, `$4` order or null. */
export const findWork = `
  with t as (select id, vno_id from technical_account where id = $2::bigint and status = ${accountStatus.is.active} and ($3::int is null or vno_id = $3))
  select json_build_object('technical', (select json_build_object('id', id, 'vnoId', vno_id) from t),
    'cto', (select json_build_object('locked', cto_locked(c.lock_reason, c.lock_until)) from cto c
      where c.id = $1::bigint and c.removed_at is null),
    'order', (select json_build_object('ctoId', coalesce(x.cto_id, o.cto_id)) from service_order o
      left join access x on x.id = o.access_id and x.vno_id = o.vno_id
      where o.id = $4::bigint and o.vno_id = (select vno_id from t)))`

/** Codes of accesses by id: `$1` ids, `$2` operator. */
export const codesById = `
  select coalesce(json_object_agg(x.id, x.code), '{}')::text from access x
  where x.id = any($1::bigint[]) and ($2::int is null or x.vno_id = $2)`
