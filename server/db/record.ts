import { contract, type PathOf } from '@hilo/contract/index.ts'
import { Problem } from '@hilo/domain/problem.ts'
import type { Principal } from '../http/principal.ts'
import { listStatement } from './list.ts'
import type { ListSource } from './list-source.ts'
import type { Sql } from './scope.ts'
import { viewerOf } from './viewer.ts'

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
  const viewer = { ...viewerOf(principal), eventTypes: null }
  const { list } = contract[source.path]
  const statement = listStatement(source, list, viewer, { id }, false)
  const record = await sql.json(statement.text, statement.values)
  if (record === null) throw new Problem('NOT_FOUND')
  return record
}
