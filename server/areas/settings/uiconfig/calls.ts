import { Problem } from '@hilo/domain/problem.ts'
import type { Output } from '@hilo/contract/index.ts'
import { Json, type ReadHandler, type WriteHandler } from '../../../kernel/handler.ts'
import { change, mine } from './queries.ts'

interface Changed {
  refused: boolean
  before: object | null
  record: Output<'admin_vno/uiconfig/save'>['record']
}

/** A person's list configuration, stored per list, so that two open lists never overwrite each other. */
export const uiconfig = {
  'admin_vno/uiconfig/get': (async ({ principal, sql }) => {
    return new Json(`{"record":${await sql.json(mine, [principal.user.id])}}`)
  }) satisfies ReadHandler<'admin_vno/uiconfig/get'>,

  'admin_vno/uiconfig/save': (async ({ principal, sql, audit }, { list, config, version }) => {
    const stored = config && JSON.stringify(config)
    const changed = JSON.parse(
      (await sql.json(change, [principal.user.id, list, stored, version ?? null])) ?? '',
    ) as Changed
    if (changed.refused) throw new Problem('VERSION_CONFLICT', { record: changed.record })
    audit({ entity: 'ui_config', entityId: list, before: changed.before, after: config })
    return { record: changed.record }
  }) satisfies WriteHandler<'admin_vno/uiconfig/save'>,
}
