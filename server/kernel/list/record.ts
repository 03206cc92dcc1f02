import { contract, type PathOf } from '@hilo/contract/index.ts'
import { Problem } from '@hilo/domain/problem.ts'
import type { Principal } from '../principal.ts'
import type { Statement } from '../sql/batch.ts'
import { listStatement } from './list.ts'
import type { ListSource } from './list-source.ts'
import type { Sql } from '../sql/scope.ts'
import { actorViewOf } from './viewer.ts'

/**
 * Optimistic locking: refuses a change based on an older version of its record. A caller that sends no version is not checked.
 * @param record the current record, or its JSON text; evaluated on conflict only
 * @param least oldest version whose later changes do not concern this change
 * @throws Problem VERSION_CONFLICT with the record
 */
export async function assertVersion(
  asked: number | undefined,
  current: number,
  record: () => unknown,
  least = current,
): Promise<void> {
  if (asked === undefined || (asked >= least && asked <= current)) return
  const known = await record()
  throw new Problem('VERSION_CONFLICT', { record: typeof known === 'string' ? (JSON.parse(known) as unknown) : known })
}

/** Statement for the full record of a list as `recordOf` returns it; no row without one. */
export function recordStatement<P extends PathOf<'list'>>(
  source: ListSource<P>,
  principal: Principal,
  id: number,
): Statement {
  const viewer = actorViewOf(principal)
  return listStatement(source, contract[source.path].list, viewer, { id }, false)
}

/**
 * The full record of a list as JSON text, as visible to the session: the answer of an action. A session that may act on a
 * record may see it, whatever its list privileges.
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
