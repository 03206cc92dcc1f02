/** The settings that hold for an operator, read where they are used. */
import type { Chosen } from '@hilo/domain/settings.ts'
import type { Sql } from '../db/scope.ts'

/** What was set for an operator, by himself or for everybody; one round trip. `settingIn` says what holds. */
export async function chosenFor(sql: Sql, vnoId: number): Promise<Chosen> {
  return JSON.parse((await sql.json('select settings_of($1)::text', [vnoId])) ?? '{}') as Chosen
}
