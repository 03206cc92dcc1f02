import type { ListQuery, ListSpec } from '@hilo/contract/call.ts'
import type { PathOf } from '@hilo/contract/index.ts'
import { visibleEventTypes } from '@hilo/domain/event-type.ts'
import type pg from 'pg'
import { countStatement, listAnswer, listStatement } from '../db/list.ts'
import type { ListSource, Viewer } from '../db/list-source.ts'
import { readScoped } from '../db/scope.ts'
import type { Principal } from './principal.ts'
import { Totals } from './totals.ts'

export type AnySource = ListSource<PathOf<'list'>>

export function viewerOf(principal: Principal): Viewer {
  return {
    vnoId: principal.account_type === 'ad' ? null : (principal.vno?.id ?? 0),
    technicalId: principal.account_type === 'te' ? principal.account_id : null,
    eventTypes: visibleEventTypes(principal.privileges),
  }
}

/** Answers a list call with one statement; the total, when asked, is part of it or remembered. */
export async function answerList(
  pool: pg.Pool,
  totals: Totals,
  spec: ListSpec,
  source: AnySource,
  hash: Buffer,
  principal: Principal,
  query: ListQuery,
): Promise<string> {
  const viewer = viewerOf(principal)
  const key = query.count ? Totals.key(source.path, viewer, [query.filter, query.id], query.search) : ''
  const recount = async () => {
    const [row] = await readScoped(pool, hash, principal.stamp, countStatement(source, viewer, query))
    return Number(row?.[0] ?? 0)
  }
  const remembered = query.count ? totals.remembered(key, recount) : undefined
  const counting = query.count === true && remembered === undefined
  const statement = listStatement(source, spec.list, viewer, query, counting)
  const [row] = await readScoped(pool, hash, principal.stamp, statement)
  if (!query.count) return listAnswer(statement, row)
  const value = remembered ?? Number(row?.[3])
  if (counting) totals.keep(key, value)
  return listAnswer(statement, row, { value, exact: counting })
}
