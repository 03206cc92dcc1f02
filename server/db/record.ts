import { contract, type PathOf } from '@hilo/contract/index.ts'
import { Problem } from '@hilo/domain/problem.ts'
import type { Principal } from '../http/principal.ts'
import type { Statement } from './batch.ts'
import { listStatement } from './list.ts'
import type { ListSource } from './list-source.ts'
import type { Sql } from './scope.ts'
import { actorViewOf } from './viewer.ts'

/** What asks for the full record of a list as `recordOf` answers it; no row where there is none. */
export function recordStatement<P extends PathOf<'list'>>(
  source: ListSource<P>,
  principal: Principal,
  id: number,
): Statement {
  const viewer = actorViewOf(principal)
  return listStatement(source, contract[source.path].list, viewer, { id }, false)
}

/**
 * The full record of a list as JSON text, as the session may see it: what an action answers of the record it changed.
 * Whoever may act on a record may see it, whatever lists his privileges open.
 * @throws Problem NOT_FOUND
 */
export async function recordOf<P extends PathOf<'list'>>(
  source: ListSource<P>,
  sql: Sql,
  principal: Principal,
  id: number,
): Promise<string> {
  const { text, values } = recordStatement(source, principal, id)
  const record = await sql.json(text, values)
  if (record === null) throw new Problem('NOT_FOUND')
  return record
}
