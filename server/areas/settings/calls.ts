import { allows } from '@hilo/domain/privilege.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { settingGroups, settings as declared, type SettingGroup, type SettingKey } from '@hilo/domain/settings.ts'
import { resultFlag } from '@hilo/domain/status.ts'
import { asProcess } from '../../db/in-process.ts'
import { onePage, type ReadHandler, type WriteHandler } from '../../http/handler.ts'
import type { Principal } from '../../http/principal.ts'
import { missingDetail, unknownDetail } from '../../http/validation.ts'
import { changeSettings, refuseValues } from './edit.ts'
import { loadSettings, shownSettings } from './load.ts'

/** Whose settings: one's own operator's, or those that the neutral operator names; null for everybody's. */
function ownerOf({ account_type, vno }: Principal, asked: number | undefined): number | null {
  if (account_type === 'ad') return asked ?? null
  if (asked !== undefined) throw new Problem('VALIDATION', { details: [unknownDetail('vno_id')] })
  return vno?.id ?? 0
}

/** Groups that the session may see or change. */
function groupsOf({ privileges }: Principal, action: 'view' | 'edit'): readonly SettingGroup[] {
  return settingGroups.filter((group) => allows(privileges, `${group}_${action}`))
}

export const settings = {
  'admin_vno/settings/get': (async ({ sql, principal }, { group, vno_id }) => {
    const vnoId = ownerOf(principal, vno_id)
    const groups = groupsOf(principal, 'view')
    if (group !== undefined && !groups.includes(group)) throw new Problem('PRIVILEGE_DENIED')
    const shown = shownSettings(await loadSettings(sql, vnoId), vnoId, group === undefined ? groups : [group])
    return { ...shown, ...onePage() }
  }) satisfies ReadHandler<'admin_vno/settings/get'>,

  'admin_vno/settings/edit': (async (context, { values, bounds = {}, version, vno_id }) => {
    const { sql, principal, audit } = context
    const vnoId = ownerOf(principal, vno_id)
    const groups = groupsOf(principal, 'edit')
    const keys = [...Object.keys(values), ...Object.keys(bounds)] as SettingKey[]
    if (keys.length === 0) throw new Problem('VALIDATION', { details: [missingDetail('values')] })
    if (keys.some((key) => !groups.includes(declared[key].group))) throw new Problem('PRIVILEGE_DENIED')
    if (vnoId !== null && Object.keys(bounds).length > 0)
      throw new Problem('VALIDATION', { details: [unknownDetail('bounds')] })
    refuseValues(values, bounds)
    const work = () => changeSettings(sql, principal, { vnoId, values, bounds, version })
    const { before, after } = principal.account_type === 'ad' ? await asProcess(sql, work) : await work()
    audit({ entity: 'setting', entityId: vnoId ?? 'all', before: before.own, after: after.own })
    return { result_flag: resultFlag.is.success, ...shownSettings(after, vnoId, groups) }
  }) satisfies WriteHandler<'admin_vno/settings/edit'>,
}
export const settingsLists = {}
