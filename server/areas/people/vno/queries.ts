/** SQL of operators. `$2` is the session's operator; null for the neutral one. */
import { vnoStatus } from '@hilo/domain/status.ts'

/** An operator that is not deleted, locked. */
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

/** Whether it ever had an access, and whether it has one now. */
export const accessesOf = `select json_build_object('ever', exists (select from access where vno_id = $1),
  'now', exists (select from access where vno_id = $1 and state <> 'baja'))::text`

/** Not enabled any more, so its people and keys cannot sign in. */
export const deleted = `
  with made as (
    update vno set deleted_at = app_now(), status = ${vnoStatus.is.suspended}, status_comments = 'Operador dado de baja',
      version = version + 1, updated_at = app_now() where id = $1 returning id, version),
  told as (select changed('vno', id, version, id) from made)
  select (select count(*) from told)::text`

export const setSecret = 'select set_webhook_secret($1, $2)'
