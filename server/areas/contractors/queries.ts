/** SQL of the contractors. Of an operator's session `$2` of `locked` is the operator; null for the neutral one. */

export const locked = `select row_to_json(c)::text from (
  select id, version, vno_id, name, cif, status from contractor where id = $1 and ($2::int is null or vno_id = $2) for update) c`

/** Of an operator that is there, and not gone. */
export const added = `
  with made as (
    insert into contractor (vno_id, name, cif, created_by, created_at, updated_at)
    select v.id, $2, $3, $4, app_now(), app_now() from vno v where v.id = $1::bigint and v.deleted_at is null
    returning id, version, vno_id),
  told as (select changed('contractors', id, version, vno_id) from made)
  select id::text from made, (select count(*) from told) t`

export const edited = `
  with made as (
    update contractor set name = $2, cif = $3, status = $4, version = version + 1, updated_at = app_now()
     where id = $1 returning id, version, vno_id),
  told as (select changed('contractors', id, version, vno_id) from made)
  select (select count(*) from told)::text`
