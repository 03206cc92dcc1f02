/**
 * Actual query plans for every declared filter, sort and search of every list, for each kind of viewer, with enough rows for
 * the plans of a large network: no list call may cost more as tables grow.
 */
import { stressPlan } from '../test/stress-plan.ts'
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { contract, type PathOf } from '@hilo/contract/index.ts'
import type { ListQuery, ListSpec } from '@hilo/contract/call.ts'
import type { FilterSpec } from '@hilo/contract/filter.ts'
import pg from 'pg'
import { sources } from '../http/calls.ts'
import { silentLog } from '../log.ts'
import { seed } from '../seed/index.ts'
import { startTestDatabase } from '../test/database.ts'
import { downloadQuery, listStatement, type ListStatement } from '../kernel/list/list.ts'
import type { AnySource, Field, Viewer } from '../kernel/list/list-source.ts'
import { roleUrl } from './roles.ts'
import { manyRows } from '../test/many-rows.ts'

/** Both directions of every order for every filter in `npm run soak`; else alternating. */
const thorough = process.env['HILO_PLANS'] === 'all'
const directions = (turn: number) =>
  thorough ? (['asc', 'desc'] as const) : turn % 2 === 0 ? (['asc'] as const) : (['desc'] as const)
const ports = 20_480
/** Rows from which reading a whole table is a fault. */
const large = 1_000
/** People, searched by any part of the name: thousands at most in any network. */
const readWhole: readonly string[] = ['technical_account']
/** Lists that count rows of few operators by an index-only scan. */
const countsWhole: readonly string[] = ['admin_vno/vno/get']
/** Tables of lists that hold few rows in any network, so that their plans say nothing. */
const staysSmall: readonly string[] = [
  'role',
  'vno',
  'api_key',
  'contractor',
  'vno_admin_account',
  'admin_account',
  'invitation',
  'report_schedule',
  'olt',
]
/** Rows that one scan may discard: fifty rows that are one in eighty leave 4,000 on average, with a deviation of 560. */
const mostWaste = 6_500
/** Rows that one scan may read. */
const mostRead = 5_000

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

interface Case {
  name: string
  query: ListQuery
  /** Field with a range filter: in another order either the range or the order is read, and neither is short. */
  range?: string
  /** May match a large part of the rows. */
  wide?: true
}

interface Watcher {
  name: (typeof watcherNames)[number]
  viewer: Viewer
}

const watcherNames = ['the neutral operator', 'an operator', 'one who sees some types', 'a technician'] as const

const lists = Object.entries(sources) as unknown as [PathOf<'list'>, AnySource][]
const specOf = (path: PathOf<'list'>) => (contract[path] as unknown as ListSpec).list

/** A value as an `execute` argument. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `'{${value.map((one) => JSON.stringify(one)).join(',')}}'`
  return value === null ? 'null' : pg.escapeLiteral(String(value))
}

function nodes(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodes)]
}

describe('plans of the lists', async () => {
  const db = await startTestDatabase()
  await seed(db, { size: stressPlan(ports), log: silentLog })
  for (const rows of manyRows) await db.owner.query(rows)
  await db.owner.query('vacuum analyze')
  const app = new pg.Client({ connectionString: roleUrl(db.ownerUrl, 'hilo_app') })
  await app.connect()
  const { rows } = await db.owner.query<{ name: string; rows: number }>(
    // A partitioned table has the rows of its partitions.
    `select c.relname as name, greatest(c.reltuples, 0)::int + coalesce((select sum(greatest(p.reltuples, 0))::int from pg_inherits i
         join pg_class p on p.oid = i.inhrelid where i.inhparent = c.oid), 0)::int as rows
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  )
  const sizes = new Map(rows.map((row) => [row.name, row.rows]))
  const { rows: busiest } = await db.owner.query<{ vno_id: number; technical_id: number }>(
    'select vno_id, technical_id from event where technical_id is not null group by 1, 2 order by count(*) desc limit 1',
  )
  const { vno_id: vnoId = 0, technical_id: technicalId = 0 } = busiest[0] ?? {}
  const watchers: Watcher[] = [
    { name: 'the neutral operator', viewer: { vnoId: null, technicalId: null, eventTypes: null } },
    { name: 'an operator', viewer: { vnoId, technicalId: null, eventTypes: null } },
    { name: 'one who sees some types', viewer: { vnoId, technicalId: null, eventTypes: [2, 3, 7, 8] } },
    { name: 'a technician', viewer: { vnoId, technicalId, eventTypes: null } },
  ]
  after(async () => {
    await app.end()
    await db.close()
  })

  /** The rarest and the commonest value of an expression among the viewer's rows. */
  async function extremes(source: AnySource, viewer: Viewer, name: string): Promise<unknown[]> {
    const found: unknown[] = []
    for (const { from, where, fields } of source.branches(viewer, literal, {})) {
      const field = (fields as Record<string, Field>)[name]
      const text = `select (array_agg(v order by n))[1] as a, (array_agg(v order by n desc))[1] as z
        from (select ${field?.sql} as v, count(*) as n from ${from} ${where.length > 0 ? `where ${where.join(' and ')}` : ''}
          group by 1) f where v is not null`
      const { rows } = await db.owner.query<{ a: unknown; z: unknown }>(text)
      found.push(rows[0]?.a, rows[0]?.z)
    }
    return [...new Set(found)].filter((value) => value !== null && value !== undefined)
  }

  const ranged = new Set<FilterSpec['kind']>(['integer', 'number', 'time'])

  /** A code or text of a visible row, whole and as a typed prefix, for each such column. */
  async function searchCases(path: PathOf<'list'>, source: AnySource, viewer: Viewer): Promise<Case[]> {
    const list = specOf(path)
    if (!list.search) return []
    const columns = source.columns(viewer) as Record<string, string>
    const names = Object.keys(list.columns).filter((name) => ['code', 'text'].includes(list.columns[name] ?? ''))
    const cells = names.map((name) => `${columns[name]} as "${name}"`)
    const rows = downloadQuery(source, list, viewer, {}, literal, cells)
    const firsts = names.map((name) => `(array_agg("${name}") filter (where "${name}" is not null))[1] as "${name}"`)
    const { rows: found } = await db.owner.query<Record<string, string | null>>(
      `select ${firsts.join(', ')} from (${rows} limit 2000) r`,
    )
    const texts = Object.values(found[0] ?? {}).filter((text) => text !== null)
    const typed = (part: (text: string) => string) => [...new Set(texts.map(part))]
    const search = (text: string) => ({ name: `search ${text}`, query: { search: text } })
    return [
      ...typed((text) => text).map(search),
      ...typed((text) => text.slice(0, -1)).map(search),
      ...typed((text) => text.slice(0, 3)).map((text) => ({ ...search(text), wide: true as const })),
    ]
  }

  async function filterCases(source: AnySource, viewer: Viewer, name: string, filter: FilterSpec): Promise<Case[]> {
    if (filter.kind === 'near') {
      const near = { lat: 39.47, lon: -0.376, metres: 300 }
      return [{ name: `${name} near`, query: { filter: { [name]: near } } }]
    }
    const raw = await extremes(source, viewer, name)
    const values = raw.map((value) => (value instanceof Date ? value.toISOString() : value))
    const cases: Case[] = values.map((value) => ({
      name: `${name} = ${String(value)}`,
      query: { filter: { [name]: value } },
    }))
    if (values.length > 1)
      cases.push({ name: `${name} in ${values.join(', ')}`, query: { filter: { [name]: values } } })
    const [value] = values
    if (ranged.has(filter.kind))
      cases.push({ name: `${name} ≥ ${String(value)}`, query: { filter: { [name]: { gte: value } } }, range: name })
    if (filter.kind === 'code')
      cases.push({
        name: `${name} like ${String(value)}`,
        query: { filter: { [name]: { like: String(value).slice(0, -2) } } },
        range: name,
      })
    return cases
  }

  async function planOf({ text, values, planned }: ListStatement, { viewer }: Watcher): Promise<PlanNode> {
    await app.query('begin')
    try {
      await app.query(
        `select set_config('app.scope', $1, true), set_config('app.vno_id', $2, true), set_config('app.technical_id', $3, true)`,
        [viewer.vnoId === null ? 'all' : 'vno', String(viewer.vnoId ?? ''), String(viewer.technicalId ?? '')],
      )
      if (planned) await app.query('set local plan_cache_mode = force_custom_plan')
      await app.query(`prepare list as ${text}`)
      const execute = `execute list${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''}`
      const { rows } = await app.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `explain (analyze, timing off, buffers off, format json) ${execute}`,
      )
      const [first] = rows[0]?.['QUERY PLAN'] ?? []
      assert.ok(first)
      return first.Plan
    } finally {
      await app.query('rollback')
      await app.query('deallocate all')
    }
  }

  /** Parts of a plan whose cost grows with its table. */
  function faults(plan: PlanNode, { range, wide }: Case, sort: string): string[] {
    return nodes(plan).flatMap((node) => {
      const table = node['Relation Name']
      const size = sizes.get(table ?? '') ?? 0
      if (table === undefined || size < large || readWhole.includes(table)) return []
      const loops = node['Actual Loops']
      const removed = ((node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) * loops
      const read = node['Actual Rows'] * loops + removed
      const name = `${node['Node Type']} of ${table} by ${node['Index Name'] ?? 'nothing'}`
      if (node['Node Type'] === 'Seq Scan' && loops > 0) return [name]
      if (range !== undefined && range !== sort) return []
      if (removed > mostWaste) return [`${name} throws away ${removed} of ${size}`]
      return read > mostRead && !wide ? [`${name} reads ${read} of ${size}`] : []
    })
  }

  /** Statements checked already; in a list without technicians a technician's statement equals the operator's. */
  const seenByVno = new Map<number | null, Set<string>>()
  function seenOf({ vnoId }: Viewer): Set<string> {
    const seen = seenByVno.get(vnoId) ?? new Set()
    seenByVno.set(vnoId, seen)
    return seen
  }

  async function slow(path: PathOf<'list'>, source: AnySource, watcher: Watcher, cases: Case[]): Promise<string[]> {
    const list = specOf(path)
    const found: string[] = []
    const seen = seenOf(watcher.viewer)
    for (const [index, one] of cases.entries()) {
      const { name, query } = one
      for (const [place, sort] of list.sorts.entries()) {
        for (const direction of query.search ? (['desc'] as const) : directions(index + place)) {
          const statement = listStatement(source, list, watcher.viewer, { ...query, sort: [[sort, direction]] }, false)
          const key = JSON.stringify([statement.text, statement.values])
          if (seen.has(key)) continue
          seen.add(key)
          const bad = faults(await planOf(statement, watcher), one, sort)
          if (bad.length > 0) found.push(`${name}, by ${sort} ${direction}: ${bad.join('; ')}`)
        }
      }
    }
    return found
  }

  it('a filter without an index is refused', async () => {
    const [watcher] = watchers
    assert.ok(watcher)
    const of = (text: string): ListStatement => ({ text, values: [], sort: [], limit: 50 })
    const asked = async (text: string) => faults(await planOf(of(text), watcher), { name: '', query: {} }, 'id')
    assert.equal((await asked('select id from event where offline_ms = -1 limit 50')).length, 1)
    assert.equal((await asked('select id from event where offline_ms = -1 order by created_at limit 50')).length, 1)
    assert.deepEqual(await asked('select id from event order by created_at limit 50'), [])
  })

  it('every list reads a table of many rows, or one that stays small', () => {
    const [watcher] = watchers
    assert.ok(watcher)
    const small = lists.flatMap(([path, source]) => {
      const tables = source.branches(watcher.viewer, literal, {}).map(({ from }) => /\w+/.exec(from)?.[0] ?? '')
      const isLarge = tables.some((table) => (sizes.get(table) ?? 0) >= large)
      return isLarge || tables.every((table) => staysSmall.includes(table)) ? [] : [`${path}: ${tables.join(', ')}`]
    })
    assert.deepEqual(small, [], 'rows belong in server/test/many-rows.ts')
  })

  for (const [path, source] of lists) {
    const kinds = contract[path].scope === 'network' ? watcherNames.slice(0, 1) : watcherNames
    for (const name of kinds) {
      it(`${path}: no read grows with the network, as ${name}`, async () => {
        const watcher = watchers.find((one) => one.name === name)
        assert.ok(watcher)
        const cases: Case[] = [{ name: 'everything', query: {} }]
        for (const [field, filter] of Object.entries(specOf(path).filters))
          cases.push(...(await filterCases(source, watcher.viewer, field, filter)))
        cases.push(...(await searchCases(path, source, watcher.viewer)))
        const asked = countsWhole.includes(path) ? cases.map((one): Case => ({ ...one, wide: true })) : cases
        assert.deepEqual(await slow(path, source, watcher, asked), [])
      })
    }
  }
})
