import { Problem } from '@hilo/domain/problem.ts'
import { Json, type ReadHandler, type WriteHandler } from '../../http/handler.ts'
import { mine, remove, save, versionOf } from './queries.ts'

/** A person's list configuration: kept per list, so that two open lists never overwrite each other. */
export const uiconfig = {
  'admin_vno/uiconfig/get': (async ({ principal, sql }) => {
    return new Json(`{"record":${await sql.json(mine, [principal.user.id])}}`)
  }) satisfies ReadHandler<'admin_vno/uiconfig/get'>,

  'admin_vno/uiconfig/save': (async ({ principal, sql, audit }, { list, config, version }) => {
    const user = principal.user.id
    const [before] = await sql.rows<{ version: number; config: unknown }>(versionOf, [user, list])
    if (version !== undefined && version !== (before?.version ?? 0)) {
      throw new Problem('VERSION_CONFLICT', { record: JSON.parse((await sql.json(mine, [user])) ?? 'null') })
    }
    if (config === null) await sql.rows(remove, [user, list])
    else await sql.rows(save, [user, list, JSON.stringify(config)])
    audit({ entity: 'ui_config', entityId: list, before: before?.config ?? null, after: config })
    return new Json(`{"record":${await sql.json(mine, [user])}}`)
  }) satisfies WriteHandler<'admin_vno/uiconfig/save'>,
}
