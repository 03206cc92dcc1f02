import { portState } from '@hilo/domain/status.ts'
import { prefixed } from '../../kernel/list/list-source.ts'
import { tableList } from '../../kernel/list/table-list.ts'

const states = `left join olt_gate g on g.olt_id = o.id left join olt_lease l on l.olt_id = o.id
  left join olt_clock m on m.olt_id = o.id`

/** Gates and leases run by the database's clock, people read business time. Null once it has passed. */
const stillUntil = (sql: string) => `case when ${sql} > clock_timestamp()
  then ${sql} + make_interval(secs => (select offset_s from demo_clock)) end`

// Counted per PON: each count reads one short range of an index, however large the network is.
const boxes = `(select coalesce(sum((select count(*) from cto c where c.pon_id = n.id and c.removed_at is null)), 0)
  from pon n where n.olt_id = o.id)`

const usedPorts = `(select count(*) from port p where p.cto_id = c.id and p.removed_at is null
  and p.state in (${portState.is.asignado}, ${portState.is.ocupado}))`

const pons = `(select coalesce(json_agg(json_build_object('id', n.id, 'code', n.code, 'tx_dbm', n.tx_dbm, 'boxes', b.boxes,
    'ports_total', b.ports, 'ports_used', b.used, 'strays', (select count(*) from pon_stray s where s.pon_id = n.id))
    order by n.slot, n.port, n.code), '[]')
  from pon n cross join lateral (
    select count(*) as boxes, coalesce(sum(c.ports_total), 0) as ports, coalesce(sum(${usedPorts}), 0) as used
    from cto c where c.pon_id = n.id and c.removed_at is null) b
  where n.olt_id = o.id)`

/** OLTs of the network, visible to the neutral operator only: their figures come from every operator's customers. */
const olts = tableList('admin_vno/olts/get', {
  table: 'olt o',
  where: ({ vnoId }) => (vnoId === null ? [] : ['false']),
  join: states,
  filterJoin: states,
  record: {
    listening: `case when l.expires_at is null or l.expires_at <= clock_timestamp() then 'sin_escucha'
      when exists (select from olt_gap a where a.olt_id = o.id and a.to_at is null) then 'muda' else 'escuchada' end`,
    last_alarm_at: '(select max(a.at) from olt_alarm a where a.olt_id = o.id)',
    reading: `case when g.closed_until > clock_timestamp() then 'cerrada'
      when g.power_closed_until > clock_timestamp() then 'sin_potencias' else 'normal' end`,
    sessions_most: 'g.sessions',
    sessions_peak: 'coalesce(g.peak, 0)',
    reads: 'coalesce(g.reads, 0)',
    closed_until: stillUntil('g.closed_until'),
    powers_closed_until: stillUntil('g.power_closed_until'),
    clock: `case when m.olt_id is null then 'sin_medir' when m.trusted then 'fiable' else 'no_fiable' end`,
    clock_offset_ms: 'm.offset_ms',
    clock_measured_at: 'm.measured_at',
    pons_count: '(select count(*) from pon n where n.olt_id = o.id)',
    boxes_count: boxes,
    pons,
    updated_at: 'coalesce(o.updated_at, o.created_at)',
  },
  detail: ['pons'],
  keys: { code: { natural: true }, vendor: { sql: 'lower(o.vendor) collate "C"', letters: 'small' } },
  search: (text, _viewer, bind) => [
    { where: [prefixed('o.code', text, bind)] },
    { where: [prefixed('o.exchange_code collate "C"', text, bind)] },
  ],
})
export const oltsLists = { 'admin_vno/olts/get': olts }
