/** SQL of the operators. Of an operator's session `$2` is the operator; null for the neutral one. */
import { vnoStatus } from '@hilo/domain/status.ts'

/** One that is there, locked. */
export const locked = `select row_to_json(o)::text from (
  select v.id, v.version, v.name, v.description, v.external_id, v.tax_id, v.status, v.status_comments, v.contact, v.color, v.logo_file_id,
    v.sla
    from vno v where v.id = $1::bigint and v.deleted_at is null and ($2::int is null or v.id = $2) for update) o`

export const added = `
  with made as (
    insert into vno (name, external_id, description, tax_id, contact, color, sla, created_by, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, app_now(), app_now()) returning id, version),
  told as (select changed('vno', id, version, id) from made)
  select id::text from made, (select count(*) from told) t`

export const edited = `
  with made as (
    update vno set name = $2, external_id = $3, description = $4, tax_id = $5, contact = $6, color = $7, sla = $8, status = $9,
      status_comments = $10, logo_file_id = $11, version = version + 1, updated_at = app_now()
     where id = $1 returning id, version),
  told as (select changed('vno', id, version, id) from made)
  select (select count(*) from told)::text`

/** Whether it ever had an access, and whether it has one. */
export const accessesOf = `select json_build_object('ever', exists (select from access where vno_id = $1),
  'now', exists (select from access where vno_id = $1 and state <> 'baja'))::text`

/** Its people and keys have no way in from here on, because it is not enabled. */
export const deleted = `
  with made as (
    update vno set deleted_at = app_now(), status = ${vnoStatus.is.suspended}, status_comments = 'Operador dado de baja',
      version = version + 1, updated_at = app_now() where id = $1 returning id, version),
  told as (select changed('vno', id, version, id) from made)
  select (select count(*) from told)::text`

export const setSecret = 'select set_webhook_secret($1, $2)'
