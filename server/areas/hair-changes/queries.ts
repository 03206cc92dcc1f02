import { eventType, processState } from '@hilo/domain/status.ts'

/** Records named by a request: `$1` box, `$2` port that is left, `$3` requested port or null, `$4` intervention. */
export const askedOf = `
  select json_build_object('optic', o.optic_class, 'settings', (select settings_of(e.vno_id) from event e where e.id = $4::bigint),
    'from', (select p.number from port p where p.id = $2::bigint and p.cto_id = c.id),
    'to', $3::bigint is null or exists (select from port p where p.id = $3 and p.cto_id = c.id),
    'pictures', (select coalesce(json_agg(json_build_object('id', i.id, 'label_kind', i.label_kind, 'step', i.step,
      'bound', i.bound, 'flags', i.flags)), '[]')
      from picture i where i.event_id = $4::bigint))::text
  from cto c join pon n on n.id = c.pon_id join olt o on o.id = n.olt_id where c.id = $1::bigint`

export const askedBefore = `
  select id, process_state from event where parent_id = $1 and type = ${eventType.is.hairChangeRequest} order by id`

/** `$1` intervention, `$2`–`$8` input, `$9` channel, `$10` requester. Created in the state "being reviewed". */
export const insertRequest = `
  with added as (
    insert into event (code, type, parent_id, process_state, vno_id, technical_id, contractor_id, origin, channel, cto_id, port_id,
      access_id, cev_version, power_dbm, created_by, created_at, updated_at)
    select next_event_code(), ${eventType.is.hairChangeRequest}, e.id, ${processState.is.creating}, e.vno_id, e.technical_id,
      e.contractor_id, e.origin, $9, e.cto_id, $2::bigint, e.access_id, e.cev_version, $6::numeric, $10::json, app_now(), app_now()
    from event e where e.id = $1 returning *),
  kept as (
    insert into hair_change (id, event_id, code, process_state, vno_id, technical_id, contractor_id, cto_id, created_at, port_from_id,
      port_to_id, reason, condition_code, power_dbm, pictures, comment, asked_at)
    select id, parent_id, code, process_state, vno_id, technical_id, contractor_id, cto_id, created_at, $2, $3::bigint, $4::int, $5::int,
      $6, $7::jsonb, $8, created_at from added),
  told as (
    select changed('events', id, version, vno_id, technical_id), changed('hair_changes', id, version, vno_id, technical_id) from added)
  select id, (select count(*) from told) as told from added`

/** `$1` request, `$2`–`$8` new input. Keeps the last answer until there is another one. */
export const askAgain = `
  update hair_change set port_from_id = $2, port_to_id = $3, reason = $4, condition_code = $5, power_dbm = $6, pictures = $7,
    comment = $8, rounds = rounds + 1, asked_at = app_now(), sla_at = null, waiting = false where id = $1`

/** The box of an intervention within reach: `$1` intervention, `$2` operator, `$3` technician. */
export const boxOfEvent = `
  select json_build_object('cto_id', e.cto_id, 'port_id', e.port_id)::text from event e
  where e.id = $1::bigint and e.type = ${eventType.is.createListener} and ($2::int is null or e.vno_id = $2)
    and ($3::bigint is null or e.technical_id = $3)`
