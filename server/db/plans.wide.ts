/**
 * What PostgreSQL really does for every declared filter, sort and search of every list, for each kind of viewer, on enough
 * rows for its plans to be those of a large network: no list call may cost more as the tables grow.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { contract, type PathOf } from '@hilo/contract/index.ts'
import type { FilterSpec, ListQuery, ListSpec } from '@hilo/contract/call.ts'
import pg from 'pg'
import { sources } from '../http/calls.ts'
import type { AnySource } from '../http/list-call.ts'
import { silentLog } from '../log.ts'
import { seed } from '../seed/index.ts'
import { startTestDatabase, type TestDatabase } from '../test/database.ts'
import { downloadQuery, listStatement, type ListStatement } from './list.ts'
import type { Field, Viewer } from './list-source.ts'
import { roleUrl } from './roles.ts'
import { manyCases, manyEnrollments, manyApiRequests, manyHairChanges, manyLineWorks } from '../test/many-rows.ts'

/** Both directions of every order for every filter, by `npm run soak`; else one of them, in turn. */
const thorough = process.env['HILO_PLANS'] === 'all'
const directions = (turn: number) =>
  thorough ? (['asc', 'desc'] as const) : turn % 2 === 0 ? (['asc'] as const) : (['desc'] as const)
const ports = 20_480
/** Rows from which reading a whole table is a fault. */
const large = 1_000
/** People, found by any part of their name: thousands at most, however large the network. */
const readWhole: readonly string[] = ['technical_account']
/** Lists that count what each of a few operators has, from an index alone. */
const countsWhole: readonly string[] = ['admin_vno/vno/get']
/** Rows that one scan may throw away: a page of what one row in eighty is. */
const mostWaste = 4_000
/** Rows that one scan may read at all. */
const mostRead = 5_000

/** What is told, asked for by the hundred and sent by itself. */
const manyTidings = [
  `insert into notification (vno_id, technical_id, kind, event_id, payload, at)
   select e.vno_id, case when e.id % 2 = 0 then e.technical_id end, case when e.id % 80 < 2 then 'event_error' else 'technical_gone' end, e.id, '{}',
     e.created_at from event e order by e.id limit 20000 on conflict do nothing`,
  `insert into neighbour_job (vno_id, state, total, expires_at, created_at)
   select e.vno_id, case when e.id % 80 = 0 then 'error' else 'hecho' end, 1, now(), e.created_at from event e order by e.id limit 20000`,
  `insert into neighbour_job_row (job_id, vno_id, line, code, done, error)
   select j.id, j.vno_id, 1 + j.id % 5000, 'AC' || j.id, true, case when j.id % 80 = 0 then 'NOT_FOUND' end from neighbour_job j on conflict do nothing`,
].join(';')

/** Histories and the audit: few rows of each kind but the commonest. */
const manyRecords = [
  `insert into event_history (event_id, cto_id, vno_id, technical_id, from_state, to_state, cause, before, after, at)
   select e.id, e.cto_id, e.vno_id, e.technical_id, 2, case when e.id % 80 = 0 then 10 else 8 end, 'opened', '{}', '{}', e.created_at
   from event e order by e.id limit 20000`,
  `insert into cto_history (cto_id, technical_id, from_state, to_state, cause, before, after, event_id, at)
   select e.cto_id, e.technical_id, 1, case when e.id % 80 = 0 then 3 else 2 end, 'ports', '{}', '{}', e.id, e.created_at
   from event e order by e.id limit 20000`,
  `insert into port_history (port_id, cto_id, vno_id, technical_id, from_state, to_state, cause, event_id, at)
   select p.id, e.cto_id, e.vno_id, e.technical_id, 1, case when e.id % 80 = 0 then 6 else 2 end, 'assign', e.id, e.created_at
   from event e join port p on p.cto_id = e.cto_id and p.number = 1 where e.type = 1 order by e.id limit 20000`,
  `insert into audit (at, actor_id, account_type, vno_id, call, entity, entity_id, request_id)
   select now() - e.id * interval '1 second', 1 + e.id % 400, 'va', e.vno_id,
     (array['admin_vno/orders/edit', 'admin_vno/roles/edit'])[1 + (e.id % 80 = 0)::int],
     (array['service_order', 'role'])[1 + (e.id % 80 = 0)::int], e.id::text, 'r' || e.id from event e order by e.id limit 20000`,
].join(';')

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
  /** Field of which a range is asked: in another order either the range or the order is read, and neither is short. */
  range?: string
  /** May find a large part of the rows. */
  wide?: true
}

interface Watcher {
  name: (typeof watcherNames)[number]
  viewer: Viewer
}

const watcherNames = ['the neutral operator', 'an operator', 'one who sees some types', 'a technician'] as const

const lists = Object.entries(sources) as unknown as [PathOf<'list'>, AnySource][]
const specOf = (path: PathOf<'list'>) => (contract[path] as unknown as ListSpec).list

/** A value as `execute` takes it. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `'{${value.map((one) => JSON.stringify(one)).join(',')}}'`
  return value === null ? 'null' : pg.escapeLiteral(String(value))
}

function nodes(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodes)]
}

describe('plans of the lists', () => {
  let db: TestDatabase
  let app: pg.Client
  let watchers: Watcher[]
  let sizes: ReadonlyMap<string, number>

  before(async () => {
    db = await startTestDatabase()
    await seed(db, { size: 'stress', ports, log: silentLog })
    await db.owner.query(manyCases)
    await db.owner.query(manyEnrollments)
    await db.owner.query(manyApiRequests)
    await db.owner.query(manyLineWorks)
    await db.owner.query(manyHairChanges)
    await db.owner.query(manyRecords)
    await db.owner.query(manyTidings)
    await db.owner.query('vacuum analyze')
    app = new pg.Client({ connectionString: roleUrl(db.ownerUrl, 'hilo_app') })
    await app.connect()
    const { rows } = await db.owner.query<{ name: string; rows: number }>(
      `select relname as name, reltuples::int as rows from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    sizes = new Map(rows.map((row) => [row.name, row.rows]))
    const { rows: busiest } = await db.owner.query<{ vno_id: number; technical_id: number }>(
      'select vno_id, technical_id from event where technical_id is not null group by 1, 2 order by count(*) desc limit 1',
    )
    const { vno_id: vnoId = 0, technical_id: technicalId = 0 } = busiest[0] ?? {}
    watchers = [
      { name: 'the neutral operator', viewer: { vnoId: null, technicalId: null, eventTypes: null } },
      { name: 'an operator', viewer: { vnoId, technicalId: null, eventTypes: null } },
      { name: 'one who sees some types', viewer: { vnoId, technicalId: null, eventTypes: [2, 3, 7, 8] } },
      { name: 'a technician', viewer: { vnoId, technicalId, eventTypes: null } },
    ]
  })
  after(async () => {
    await app.end()
    await db.close()
  })

  /** The rarest and the commonest value of an expression among the rows that a viewer sees. */
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

  /** A code or a text of a row that the viewer sees, whole and as far as one has typed it, for each column that has them. */
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

  /** What a plan does that would grow with its table. */
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

  /** Statements already looked at; what a technician sees of a list without technicians is what his operator sees. */
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

  for (const [path, source] of lists) {
    const kinds = contract[path].scope === 'network' ? watcherNames.slice(0, 1) : watcherNames
    for (const name of kinds) {
      it(`${path}: nothing is read that grows with the network, as ${name}`, async () => {
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
