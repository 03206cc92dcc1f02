import type { AnyCall, ListQuery, ListSpec } from '@hilo/contract/call.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { countStatement, listAnswer, listStatement, recordsText } from '../list/list.ts'
import type { AnySource } from '../list/list-source.ts'
import { readScoped } from '../sql/scope.ts'
import { viewerOf } from '../list/viewer.ts'
import { mayCall } from './admission.ts'
import type { Kernel } from './request.ts'
import type { Records } from '../handler.ts'
import type { Principal } from '../principal.ts'
import { Totals } from '../list/totals.ts'
import { twiceDetail } from '../validation.ts'

/**
 * A request with all filters in `filter`, wherever they were given.
 * @throws Problem VALIDATION for one given in both places
 */
export function gathered(spec: AnyCall, asked: unknown): unknown {
  const beside = 'list' in spec ? (spec.list.beside ?? []) : []
  const query = asked as ListQuery & Record<string, unknown>
  const present = beside.filter((name) => query[name] !== undefined)
  if (present.length === 0) return asked
  const twice = present.filter((name) => query.filter?.[name] !== undefined)
  if (twice.length > 0) throw new Problem('VALIDATION', { details: twice.map(twiceDetail) })
  return { ...query, filter: { ...query.filter, ...Object.fromEntries(present.map((name) => [name, query[name]])) } }
}

/** Key of a total: everything in a request except its page and its fields. */
function counted({
  search: _search,
  sort: _sort,
  limit: _limit,
  cursor: _cursor,
  count: _count,
  fields: _fields,
  ...asked
}: ListQuery): object {
  return asked
}

/** Answers a list call with one statement; the total, if requested, is part of it or cached. */
export async function answerList(
  { db, totals, config }: Pick<Kernel, 'db' | 'totals' | 'config'>,
  { spec, source }: { spec: ListSpec; source: AnySource },
  hash: Buffer,
  principal: Principal,
  query: ListQuery,
): Promise<string> {
  const viewer = viewerOf(principal, config)
  const key = query.count ? Totals.key(source.path, viewer, counted(query), query.search) : ''
  const recount = async () => {
    const [row] = await readScoped(db.app, hash, principal, countStatement(source, viewer, query))
    return Number(row?.[0] ?? 0)
  }
  const remembered = query.count ? totals.remembered(key, recount) : undefined
  const counting = query.count === true && remembered === undefined
  const statement = listStatement(source, spec.list, viewer, query, counting)
  const rows = await readScoped(db.app, hash, principal, statement)
  if (!query.count) return listAnswer(statement, rows)
  const value = remembered ?? Number(rows[0]?.at(-1) ?? 0)
  if (counting) totals.keep(key, value)
  return listAnswer(statement, rows, { value, exact: counting })
}

/** Lets a handler read whole records of lists as its caller: one statement per list, for any number. */
export function recordsFor({ db, routes }: Pick<Kernel, 'db' | 'routes'>, principal: Principal, hash: Buffer): Records {
  return async (path, query) => {
    const route = routes.get(path)
    if (route?.kind !== 'list') throw new Error(`${path} is no list`)
    if (!mayCall(principal, route.spec)) return []
    const statement = listStatement(route.source, route.spec.list, viewerOf(principal), query, false, true)
    const rows = await readScoped(db.app, hash, principal, statement)
    return JSON.parse(`[${recordsText(rows)}]`) as never
  }
}
