/** Effective settings of an operator. */
import type { StoredSettings } from '@hilo/domain/settings.ts'
import type { Sql } from '../kernel/sql/scope.ts'

/** Settings stored for an operator or for all; one round trip. `settingIn` resolves the effective value. */
export async function chosenFor(sql: Sql, vnoId: number): Promise<StoredSettings> {
  return JSON.parse((await sql.json('select settings_of($1)::text', [vnoId])) ?? '{}') as StoredSettings
}
