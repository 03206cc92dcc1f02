/** Enrolments within the session's reach. Operator and technician are null for unrestricted sessions. */

/** `$1` the intervention, `$2` operator, `$3` technician: null if out of reach. */
export const eventOf = `select json_build_object('id', e.id, 'type', e.type, 'process_state', e.process_state, 'vno_id', e.vno_id,
    'technical_id', e.technical_id, 'cto_id', e.cto_id)
  from event e where e.id = $1 and ($2::int is null or e.vno_id = $2) and ($3::bigint is null or e.technical_id = $3)`

const picture = `coalesce(json_agg(json_build_object('id', p.id, 'label_kind', p.label_kind, 'flags', p.flags, 'bound', p.bound) order by p.id), '[]')`
/** `$1` their ids, `$2` operator, `$3` the intervention: those not used as proof yet. */
export const picturesById = `select ${picture} from picture p
  where p.id = any($1::bigint[]) and p.vno_id = $2 and ($3::bigint is null or p.event_id = $3) and p.enrollment_id is null`
/** `$1` the intervention, already checked, `$2` label kind; null: any kind. */
export const picturesOfKind = `select ${picture} from picture p
  where p.event_id = $1 and ($2::int is null or p.label_kind = $2) and p.enrollment_id is null`

/** `$1` the enrolment, `$2` operator, `$3` technician; locked. */
export const lockEnrollment = `select e.id, e.version, e.removal, e.verification_state, e.entered_by, e.vno_id, e.technical_id, e.event_id,
    e.label_read, c.code as cto_code, e.kind, e.label_expected, e.replaced_label,
    (select coalesce(json_agg(json_build_object('label_kind', p.label_kind, 'flags', p.flags)), '[]') from picture p
      where p.enrollment_id = e.id) as pictures
  from enrollment e join cto c on c.id = e.cto_id
  where e.id = $1 and ($2::int is null or e.vno_id = $2) and ($3::bigint is null or e.technical_id = $3) for update of e`
/** `$1` the enrolment, `$2` its state, `$3` who decides, `$4` reason, `$5` whether it has to be repeated. */
export const decide = `
  with decided as (
    update enrollment set verification_state = $2, reject_reason = $4, version = version + 1, updated_at = app_now(),
      verified_by = case when not $5 then $3::bigint end, verified_at = case when not $5 then app_now() end,
      repeat_asked_at = case when $5 then app_now() else repeat_asked_at end
     where id = $1 returning id, version, vno_id, technical_id, removal)
  select changed(case when removal then 'unenrollments' else 'enrollments' end, id, version, vno_id, technical_id) from decided`

/** `$1` codes of boxes, in order of preference. */
export const firstBox = `select c.id::text from unnest($1::text[]) with ordinality as n(code, i) join cto c on c.code = n.code order by n.i limit 1`
