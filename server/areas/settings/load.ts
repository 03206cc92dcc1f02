import type { SettingRecord } from '@hilo/contract/settings/settings.ts'
import { Problem } from '@hilo/domain/problem.ts'
import {
  settingKeys,
  settingLabel,
  settings,
  type Bounds,
  type SettingGroup,
  type SettingKey,
  type SettingValue,
} from '@hilo/domain/settings.ts'
import type { Sql } from '../../kernel/sql/scope.ts'
import { text } from '../../kernel/texts.ts'

type Chosen = Partial<Record<SettingKey, SettingValue>>
export interface Loaded {
  version: number
  /** The operator's own values; for the common row, the common ones. */
  own: Chosen
  /** The common values. */
  common: Chosen
  bounds: Partial<Record<SettingKey, Bounds>>
}

const load = `
  select json_build_object('known', $1::int is null or exists (select from vno where id = $1),
    'version', coalesce((select version from setting where vno_id is not distinct from $1::int), 0),
    'own', coalesce((select chosen from setting where vno_id is not distinct from $1::int), '{}'),
    'common', coalesce((select chosen from setting where vno_id is null), '{}'),
    'bounds', coalesce((select bounds from setting where vno_id is null), '{}'))::text`

/** @throws Problem NOT_FOUND for an unknown operator */
export async function loadSettings(sql: Sql, vnoId: number | null): Promise<Loaded> {
  const { known, ...found } = JSON.parse((await sql.json(load, [vnoId])) ?? '') as Loaded & { known: boolean }
  if (!known) throw new Problem('NOT_FOUND')
  return found
}

/** Default for an operator without own values. */
export const baseOf = ({ common }: Pick<Loaded, 'common'>, key: SettingKey): SettingValue =>
  common[key] ?? settings[key].default

function record(loaded: Loaded, vnoId: number | null, key: SettingKey): SettingRecord {
  const setting = settings[key]
  const { own, common, bounds } = loaded
  const base = vnoId === null ? setting.default : baseOf(loaded, key)
  const source = own[key] !== undefined ? (vnoId === null ? 'neutral' : 'vno') : common[key] === undefined ? 'default' : 'neutral' // prettier-ignore
  const range = setting.kind === 'integer' ? { min: setting.min, max: setting.max, ...bounds[key] } : null
  return {
    key,
    group: setting.group,
    kind: setting.kind,
    label: text(settingLabel(key)),
    value: copied(own[key] ?? base),
    default: copied(base),
    source,
    rule: setting.rule,
    min: range?.min ?? null,
    max: range?.max ?? null,
    options: setting.kind === 'set' ? [...setting.options] : null,
  }
}

/** A copy for the wire, so that the declaration's list cannot be changed. */
const copied = (value: SettingValue): SettingRecord['value'] =>
  typeof value === 'object' && 'high' in value ? { ...value } : typeof value === 'object' ? [...value] : value

interface Shown {
  version: number
  vno_id: number | null
  records: SettingRecord[]
}

export function shownSettings(loaded: Loaded, vnoId: number | null, groups: readonly SettingGroup[]): Shown {
  const keys = settingKeys.filter((key) => groups.includes(settings[key].group))
  return { version: loaded.version, vno_id: vnoId, records: keys.map((key) => record(loaded, vnoId, key)) }
}
