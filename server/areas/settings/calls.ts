import { allows } from '@hilo/domain/privilege.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { settingGroups, settings as declared, type SettingGroup, type SettingKey } from '@hilo/domain/settings.ts'
import { resultFlag } from '@hilo/domain/status.ts'
import { asProcess } from '../../kernel/sql/in-process.ts'
import { onePage, type ReadHandler, type WriteHandler } from '../../kernel/handler.ts'
import { isNeutral, type Principal } from '../../kernel/principal.ts'
import { missingDetail, unknownDetail } from '../../kernel/validation.ts'
import { operatorIfNamed } from '../shared/operator.ts'
import { changeSettings, refuseValues } from './edit.ts'
import { loadSettings, shownSettings } from './load.ts'

/** Groups that the session may see or change. */
function groupsOf({ privileges }: Principal, action: 'view' | 'edit'): readonly SettingGroup[] {
  return settingGroups.filter((group) => allows(privileges, `${group}_${action}`))
}

export const settings = {
  'admin_vno/settings/get': (async ({ sql, principal }, { group, vno_id }) => {
    const vnoId = operatorIfNamed(principal, vno_id)
    const groups = groupsOf(principal, 'view')
    if (group !== undefined && !groups.includes(group)) throw new Problem('PRIVILEGE_DENIED')
    const shown = shownSettings(await loadSettings(sql, vnoId), vnoId, group === undefined ? groups : [group])
    return { ...shown, ...onePage() }
  }) satisfies ReadHandler<'admin_vno/settings/get'>,

  'admin_vno/settings/edit': (async (context, { values, bounds = {}, version, vno_id }) => {
    const { sql, principal, audit } = context
    const vnoId = operatorIfNamed(principal, vno_id)
    const groups = groupsOf(principal, 'edit')
    const keys = [...Object.keys(values), ...Object.keys(bounds)] as SettingKey[]
    if (keys.length === 0) throw new Problem('VALIDATION', { details: [missingDetail('values')] })
    if (keys.some((key) => !groups.includes(declared[key].group))) throw new Problem('PRIVILEGE_DENIED')
    if (vnoId !== null && Object.keys(bounds).length > 0)
      throw new Problem('VALIDATION', { details: [unknownDetail('bounds')] })
    refuseValues(values, bounds)
    const work = () => changeSettings(sql, principal, { vnoId, values, bounds, version })
    const { before, after } = isNeutral(principal) ? await asProcess(sql, work) : await work()
    audit({ entity: 'setting', entityId: vnoId ?? 'all', before: before.own, after: after.own })
    return { result_flag: resultFlag.is.success, ...shownSettings(after, vnoId, groups) }
  }) satisfies WriteHandler<'admin_vno/settings/edit'>,
}
export const settingsLists = {}
