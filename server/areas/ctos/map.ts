import type { Input } from '@hilo/contract/index.ts'
import { ctoState } from '@hilo/domain/status.ts'
import type { ListQuery } from '@hilo/contract/call.ts'
import { parameters, rowsSql } from '../../kernel/list/list.ts'
import type { Bind } from '../../kernel/list/list-source.ts'
import { viewerOf } from '../../kernel/list/viewer.ts'
import { Json, type ReadHandler } from '../../kernel/handler.ts'
import { ctos } from './list.ts'

type Zone = NonNullable<Input<'admin_vno/ctos/map'>['zone']>

/** Up to this many boxes are drawn one by one. */
const most = 2000
/** Minimum number of clusters across the zone. */
const across = 18

const { copada, defectuosa, no_instalada } = ctoState.is
const columns = 'c.id, c.label, c.lat::float8 as lat, c.lon::float8 as lon, c.state, c.ports_free, c.ports_total'
const countOf = (state: number) => `(count(*) filter (where state = ${state}))::int`

const within = ({ south, north, west, east }: Zone, bind: Bind) => [
  `c.lat between ${bind(south)}::numeric and ${bind(north)}::numeric`,
  `c.lon between ${bind(west)}::numeric and ${bind(east)}::numeric`,
]

/** Cells are a power of two of a degree on a fixed grid, so that panning keeps the same clusters. */
const cell = (span: string) =>
  `select power(2, ceil(log(2, greatest(${span}, 0.0001)::numeric / ${across})))::float8 as size from k`

/** The map's statement: one JSON row, whatever the zone contains. */
function mapStatement(rows: string, zone: Zone | undefined, bind: Bind): string {
  const span = zone ? `max(${bind(zone.north - zone.south)}::float8)` : 'coalesce(max(lat) - min(lat), 0)'
  return `
  with k as materialized (${rows}),
    n as (select count(*)::int as total, min(lat) as south, max(lat) as north, min(lon) as west, max(lon) as east from k),
    cell as (${cell(span)})
  select json_build_object('total', n.total,
    'extent', case when n.total > 0 then json_build_object('south', n.south, 'west', n.west, 'north', n.north, 'east', n.east) end,
    'boxes', coalesce((select json_agg(json_build_object('id', id, 'label', label, 'state', state, 'lat', lat, 'lon', lon,
        'ports_free', ports_free, 'ports_total', ports_total) order by id) from k where n.total <= ${most}), '[]'),
    'groups', coalesce((select json_agg(g) from (select avg(lat) as lat, avg(lon) as lon, sum(ports_free)::int as ports_free,
        sum(ports_total)::int as ports_total, count(*)::int as boxes, ${countOf(copada)} as full,
        ${countOf(defectuosa)} as defective, ${countOf(no_instalada)} as not_installed
      from k, cell where n.total > ${most} group by floor(lat / cell.size), floor(lon / cell.size)) g), '[]'))::text
  from n`
}

export const ctoMap = {
  'admin_vno/ctos/map': (async ({ principal, sql }, { zone, filter, search }) => {
    const { values, bind } = parameters()
    const query = { ...(filter && { filter }), ...(search && { search }) } as ListQuery
    const more = zone ? within(zone, bind) : []
    const rows = rowsSql(ctos, viewerOf(principal), query, bind, { columns, more })
    return new Json((await sql.json(mapStatement(rows, zone, bind), values)) ?? '')
  }) satisfies ReadHandler<'admin_vno/ctos/map'>,
}
