import type { Input } from '@hilo/contract/index.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { viewerOf } from '../../../kernel/list/viewer.ts'
import { Json, type ReadHandler } from '../../../kernel/handler.ts'
import { ownCuts, visible } from './list.ts'

const mostDays = 366
const mostGroups = 500
const wrong = (field: string) =>
  new Problem('VALIDATION', { details: [{ field, code: 'value', message: 'validation.value' }] })

function assertDays({ from, to }: Input<'admin_vno/uncovered_cuts/report'>): void {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  if (Number.isNaN(first)) throw wrong('from')
  if (Number.isNaN(last) || last < first || (last - first) / 86_400_000 >= mostDays) throw wrong('to')
}

/** @param contractor as SQL, null for cuts without a known technician; @param where further conditions */
const report = (contractor: string, where: readonly string[]) => `
  with cut as (
    select n.*, ${contractor} as known_contractor from uncovered_cut n
    where n.at >= $1::date::timestamp at time zone 'Europe/Madrid'
      and n.at < ($2::date + 1)::timestamp at time zone 'Europe/Madrid' and ($3::bigint is null or n.cto_id = $3)
      and ${where.join(' and ')}),
  grouped as (
    select date_trunc('week', at at time zone 'Europe/Madrid')::date as week, cto_id, known_contractor, count(*)::int as cuts,
      count(distinct port_id)::int as ports, (count(*) filter (where restored_at is null))::int as dark, max(cut_s) as longest_s,
      max(at) as last_at
    from cut where $4::bigint is null or known_contractor = $4
    group by 1, 2, 3 order by 1 desc, 4 desc, 2, 3 limit ${mostGroups + 1})
  select json_build_object('from', $1, 'to', $2,
    'cuts', (select count(*) from cut where $4::bigint is null or known_contractor = $4),
    'more', (select count(*) > ${mostGroups} from grouped),
    'groups', (select coalesce(json_agg(json_build_object('week_from', g.week, 'cto', json_build_object('id', c.id, 'code', c.code),
        'contractor', case when r.id is not null then json_build_object('id', r.id, 'name', r.name) end,
        'cuts', g.cuts, 'ports', g.ports, 'dark', g.dark, 'longest_s', g.longest_s, 'last_at', wire_time(g.last_at))
        order by g.week desc, g.cuts desc, c.code, r.name), '[]')
      from (select * from grouped limit ${mostGroups}) g join cto c on c.id = g.cto_id
      left join contractor r on r.id = g.known_contractor))::text`

/** Uncovered cuts: LOS of customers in a box without open work. */
export const uncoveredCutsCalls = {
  'admin_vno/uncovered_cuts/report': (async ({ sql, principal }, asked) => {
    assertDays(asked)
    const viewer = viewerOf(principal)
    const values: unknown[] = [asked.from, asked.to, asked.cto_id ?? null, asked.contractor_id ?? null]
    const bind = (value: unknown) => `$${values.push(value)}`
    const where = ['true', ...ownCuts(viewer, bind)]
    return new Json((await sql.json(report(visible(viewer, 'n.contractor_id'), where), values)) ?? '')
  }) satisfies ReadHandler<'admin_vno/uncovered_cuts/report'>,
}
