import { enabledStatus } from '@hilo/domain/status.ts'
import { systemRoles } from '@hilo/domain/role.ts'
import type pg from 'pg'

/** The system's roles as declared by this version. Sessions with a changed role are reloaded; unchanged roles are left alone. */
export async function ensureSystemRoles(owner: pg.Client): Promise<void> {
  await owner.query(
    `insert into role (key, name, description, scope, base, privileges, system)
     select key, name, description, scope, base, privileges, true
       from json_to_recordset($1) as r(key text, name text, description text, scope text, base text, privileges jsonb)
     on conflict (coalesce(vno_id, 0), key) do update
       set name = excluded.name, description = excluded.description, scope = excluded.scope, base = excluded.base,
         privileges = excluded.privileges, status = ${enabledStatus.is.enabled}, system = true, version = role.version + 1, updated_at = now()
       where (role.name, role.description, role.scope, role.base, role.privileges, role.status, role.system)
         is distinct from (excluded.name, excluded.description, excluded.scope, excluded.base, excluded.privileges, 1::smallint, true)`,
    [JSON.stringify(systemRoles)],
  )
}
