import type { Input } from '@hilo/contract/index.ts'
import { Problem, type ProblemDetail } from '@hilo/domain/problem.ts'
import {
  isSettingValue,
  mayChoose,
  settingGroups,
  settings,
  type Bounds,
  type SettingKey,
} from '@hilo/domain/settings.ts'
import { assertVersion } from '../../kernel/list/record.ts'
import { authorOf } from '../../kernel/sql/author.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import type { Principal } from '../../kernel/principal.ts'
import { baseOf, loadSettings, shownSettings, type Loaded } from './load.ts'

type Asked = Input<'admin_vno/settings/edit'>
interface Change {
  vnoId: number | null
  values: Asked['values']
  bounds: NonNullable<Asked['bounds']>
  version: number | undefined
}

const wrong = (field: string): ProblemDetail => ({ field, code: 'value', message: 'validation.value' })
const outside = (field: string): ProblemDetail => ({ field, code: 'limit', message: 'validation.limit' })
const entries = <T>(of: Partial<Record<string, T>>) => Object.entries(of) as [SettingKey, T | null][]

function refuse(details: ProblemDetail[]): void {
  if (details.length > 0) throw new Problem('VALIDATION', { details })
}

/** Values that are invalid for every author. */
export function refuseValues(values: Asked['values'], bounds: Change['bounds']): void {
  const senseless = entries(values).filter(([key, value]) => value !== null && !isSettingValue(key, value))
  const odd = entries<Bounds | null>(bounds).filter(([key, one]) => one !== null && !isBounds(key, one))
  refuse([...senseless.map(([key]) => wrong(`values.${key}`)), ...odd.map(([key]) => wrong(`bounds.${key}`))])
}

function isBounds(key: SettingKey, { min, max }: Bounds): boolean {
  const setting = settings[key]
  if (setting.kind !== 'integer') return false
  const { min: least, max: most } = setting
  return (min ?? least) >= least && (max ?? most) <= most && (min ?? least) <= (max ?? most)
}

/** An object with some keys replaced; null removes a key. */
function merged<T>(before: Partial<Record<SettingKey, T>>, changes: Partial<Record<string, T | null>>) {
  const all = { ...before, ...changes } as Partial<Record<SettingKey, T | null>>
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value != null)) as Partial<Record<SettingKey, T>>
}

const keep = `
  insert into setting (vno_id, chosen, bounds, created_by, created_at, updated_at) values ($1, $2, $3, $4, app_now(), app_now())
  on conflict (vno_id) do update set chosen = excluded.chosen, bounds = excluded.bounds, version = setting.version + 1,
    updated_at = app_now()`
const others = `select vno_id, chosen from setting where vno_id is not null order by vno_id for update`
const rewrite = 'update setting set chosen = $2, version = version + 1, updated_at = app_now() where vno_id = $1'
/** Serializes changes of common settings with those of operators, in both directions. */
const turn = `select pg_advisory_xact_lock(hashtextextended('setting', 0))::text`

/** Operators' values that are no longer allowed fall back to the common ones. */
async function withdrawChoices(sql: Tx, now: Loaded): Promise<void> {
  for (const { vno_id, chosen } of await sql.rows<{ vno_id: number; chosen: Loaded['own'] }>(others, [])) {
    const remaining = Object.fromEntries(
      entries(chosen).filter(
        ([key, value]) => value != null && mayChoose(key, value, baseOf(now, key), now.bounds[key]),
      ),
    )
    if (Object.keys(remaining).length < Object.keys(chosen).length)
      await sql.rows(rewrite, [vno_id, JSON.stringify(remaining)])
  }
}

/**
 * Writes the settings of an operator, or the common ones.
 * @throws Problem NOT_FOUND, VERSION_CONFLICT, VALIDATION for values outside the limits
 */
export async function changeSettings(
  sql: Tx,
  principal: Principal,
  { vnoId, values, bounds, version }: Change,
): Promise<{ before: Loaded; after: Loaded }> {
  await sql.json(turn, [])
  const before = await loadSettings(sql, vnoId)
  await assertVersion(version, before.version, () => shownSettings(before, vnoId, settingGroups))
  const own = merged(before.own, values as Loaded['own'])
  const limits = vnoId === null ? merged(before.bounds, bounds) : {}
  if (vnoId !== null)
    refuse(
      entries(values)
        .filter(([key]) => own[key] !== undefined && !mayChoose(key, own[key], baseOf(before, key), before.bounds[key]))
        .map(([key]) => outside(`values.${key}`)),
    )
  await sql.rows(keep, [vnoId, JSON.stringify(own), JSON.stringify(limits), JSON.stringify(authorOf(principal))])
  const after = await loadSettings(sql, vnoId)
  if (vnoId === null) await withdrawChoices(sql, after)
  return { before, after }
}
