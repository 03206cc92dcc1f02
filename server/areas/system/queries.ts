/** `$1` the platform, `$2` the client's version. Versions are compared number by number. */
import { accountStatus } from '@hilo/domain/status.ts'

export const releaseOf = `
  with release as (select *, string_to_array(version, '.')::int[] as number from app_release where platform = $1)
  select json_build_object(
    'valid', not exists (select from release where number > string_to_array($2, '.')::int[]),
    'latest', coalesce(l.version, $2),
    'mandatory', exists (select from release where mandatory and number > string_to_array($2, '.')::int[]),
    'store_url', l.store_url, 'notes', l.notes)::text as answer
  from (select 1) one left join lateral (select * from release order by number desc limit 1) l on true`

/** Agreements in force, with the acceptance by person `$1`; null: without a person. */
export const agreementsInForce = `
  select coalesce(json_agg(json_build_object('id', a.id, 'kind', a.kind, 'version', a.version, 'title', a.title,
    'html_sanitised', a.html_sanitised, 'mandatory', a.mandatory, 'published_at', wire_time(a.published_at),
    'accepted_at', wire_time(c.accepted_at)) order by a.mandatory desc, a.id), '[]')::text as answer
  from agreement a left join agreement_acceptance c on c.agreement_id = a.id and c.user_id = $1
  where a.version = (select max(version) from agreement b where b.kind = a.kind)`

export const features = `
  select coalesce(json_agg(json_build_object('key', key, 'enabled', enabled, 'min_app_version', min_app_version, 'params', params)
    order by key), '[]')::text as answer from product_feature`

export const sentLately = `select count(*)::text from contact_request where user_id = $1 and created_at > now() - interval '1 hour'`
export const eventSeen = `select to_json(code)::text from event where id = $1 and ($2::int is null or vno_id = $2)
  and ($3::bigint is null or technical_id = $3)`
const request = (name: string, type: string) => `json_build_object('id', c.id, 'version', c.version,
  'created_at', wire_time(c.created_at), 'updated_at', wire_time(c.updated_at),
  'created_by', json_build_object('id', c.user_id, 'name', ${name}::text, 'account_type', ${type}::text, 'origin', 2),
  'subject', c.subject, 'message', c.message, 'category', c.category, 'event_id', c.event_id,
  'event', (select json_build_object('id', v.id, 'code', v.code) from event v where v.id = c.event_id))`
export const insertRequest = `
  with c as (insert into contact_request (vno_id, user_id, subject, message, category, event_id, diagnostics)
    values ($1, $2, $3, $4, $5, $6, $7) returning *)
  select id, ${request('$8', '$9')}::text as record from c`
/** `$1` the person, `$2` the name, `$3` the type of account. */
export const ownRequests = `
  select coalesce(json_agg(record order by id desc), '[]')::text from (
    select c.id, ${request('$2', '$3')} as record from contact_request c where c.user_id = $1 order by c.id desc limit 100) r`
/** `$1` the operator whose people wrote it; null: all, for the neutral operator. */
export const receivedRequests = `
  select coalesce(json_agg(record order by id desc), '[]')::text from (
    select c.id, ${request("coalesce(u.name, '')", 's.type')} as record
    from contact_request c left join app_user u on u.id = c.user_id
    cross join lateral (select case when exists (select from technical_account t where t.user_id = c.user_id) then 'te'
      when c.vno_id is null then 'ad' else 'va' end as type) s
    where $1::int is null or c.vno_id = $1 order by c.id desc limit 200) r`
/** Support addresses for the neutral operator's own people. */
export const attendants = `select u.email from admin_account a join app_user u on u.id = a.user_id
  where a.status = ${accountStatus.is.active} and u.email is not null order by a.id limit 5`
