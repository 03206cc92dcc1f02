import { warnedVerdicts } from '@hilo/domain/neighbour-look.ts'
import { isOrderClosed, orderStates } from '@hilo/domain/order.ts'
import { ctoState, eventType, portState, processState } from '@hilo/domain/status.ts'

/** Filter of the figures: one operator or all (null), one technician or all (null). */
interface Whose {
  vno: number | null
  technical: number | null
}
/** Parts of the to-do list that the session may open. */
interface May {
  events: boolean
  neighbours: boolean
  orders: boolean
  ports: boolean
}

const state = processState.is
const finalized = [state.finalized, state.finalizedSync].join()
const cancelled = [state.cancelled, state.canceledSync].join()
const failed = [state.error, state.wronglyCreated, state.wronglyFinalized, state.wronglyCancelled].join()
const doing = [state.iddle, state.creating, state.created, state.finalizing].join()
const watched = [state.created, state.finalizing, state.wronglyFinalized, state.wronglyCancelled].join()
const openOrders = orderStates.flatMap((one) => (isOrderClosed(one) ? [] : `'${one}'`)).join()
/** Rows read per kind; more is beyond one day's work. */
const most = 50
/** Rows sent to the screen. */
const shown = 6

/** Conditions of the session on a table; `$2` the operator, `$3` the technician, both in every statement. */
const own = ({ vno, technical }: Whose, alias: string) =>
  (vno === null ? '' : ` and ${alias}.vno_id = $2`) + (technical === null ? '' : ` and ${alias}.technical_id = $3`)
const ownCases = ({ vno, technical }: Whose) =>
  (vno === null ? '' : ' and (k.owner_vno_id = $2 or k.worker_vno_id = $2)') +
  (technical === null ? '' : ' and k.technical_id = $3')
const worked = ({ vno, technical }: Whose) =>
  (vno === null ? '' : ' and k.worker_vno_id = $2') + (technical === null ? '' : ' and k.technical_id = $3')

/** The period, the previous one up to the same moment, and the fourteen days of the charts: days in Madrid. */
const period = (now: string) => `
  asked as (select $1::text as period, $2::int as vno, $3::bigint as technical),
  local as (select ${now} as now, ${now} at time zone 'Europe/Madrid' as at),
  starts as (select now, at, date_trunc(period, at) as start, date_trunc('day', at) as today,
    case period when 'month' then interval '1 month' else interval '7 days' end as back,
    case period when 'month' then 30 else 7 end as window_days from local, asked),
  p as (select now, start at time zone 'Europe/Madrid' as since,
    (start - back) at time zone 'Europe/Madrid' as before_since,
    least(at - back, start) at time zone 'Europe/Madrid' as before_until,
    (today - interval '13 days')::date as first_day, today::date as last_day,
    (today - make_interval(days => window_days - 1)) at time zone 'Europe/Madrid' as rate_since,
    (today - make_interval(days => 2 * window_days - 1)) at time zone 'Europe/Madrid' as rate_before from starts),
  reach as (select now, least(before_since, rate_before, first_day::timestamp at time zone 'Europe/Madrid') as since from p)`

/** Counts a row in the period, in the previous one and in its day. */
const counted = (row: string) => `cross join p cross join lateral (
    select 'now' as key where ${row}.at >= p.since
    union all select 'before' where ${row}.at >= p.before_since and ${row}.at < p.before_until
    union all select ${row}.day::text where ${row}.day >= p.first_day) counted`

const share = (part: string, whole: string) =>
  `round(100.0 * count(*) filter (where ${part}) / nullif(count(*) filter (where ${whole}), 0), 1)`
const harmed = (when = 'true') =>
  share(`${when} and verdict = 'con_desconectados'`, `${when} and verdict <> 'no_concluyente'`)

const measured = (whose: Whose) => `
  refused as (select distinct e.parent_id as id from event e
    where e.type = ${eventType.is.finalizeListener} and e.process_state = ${state.wronglyFinalized}${own(whose, 'e')}
      and e.created_at >= (select since from reach) and e.created_at <= (select now from reach)),
  e as materialized (
    select e.created_at as at, (e.created_at at time zone 'Europe/Madrid')::date as day, e.process_state as state, e.verdict,
      e.contractor_id, extract(epoch from e.finished_at - e.started_at) as seconds,
      e.process_state in (${finalized}) and e.override is null and r.id is null as first_time
    from event e left join refused r on r.id = e.id
    where e.type = ${eventType.is.createListener}${own(whose, 'e')}
      and e.created_at >= (select since from reach) and e.created_at <= (select now from reach)),
  works as (
    select key, count(*)::int as opened,
      ${share('first_time', `state in (${finalized}, ${state.wronglyFinalized})`)} as first_time_right,
      round((percentile_cont(0.5) within group (order by seconds) filter (where state in (${finalized})) / 60)::numeric, 1)
        as median_minutes,
      ${harmed()} as harmed_rate
    from e ${counted('e')} group by key),
  k as materialized (
    select k.detected_at as at, (k.detected_at at time zone 'Europe/Madrid')::date as day, k.cut_s from neighbour_case k
    where k.cut_s is not null${worked(whose)}
      and k.detected_at >= (select since from reach) and k.detected_at <= (select now from reach)),
  cuts as (select key, round(percentile_cont(0.5) within group (order by cut_s)) as restore_median_s
    from k ${counted('k')} group by key)`

const figure = (
  key: string,
  from: string,
  unit: string,
  none: string,
) => `json_build_object('key', '${key}', 'unit', '${unit}',
    'value', coalesce((select ${key} from ${from} where key = 'now'), ${none}),
    'previous', coalesce((select ${key} from ${from} where key = 'before'), ${none}),
    'series', (select json_agg(coalesce(${key}, ${none}) order by d) from days left join ${from} on ${from}.key = d::date::text))`
const standing = (key: string, count: string) =>
  `json_build_object('key', '${key}', 'unit', 'count', 'value', (${count}), 'previous', null, 'series', json_build_array())`

const reviewPorts = ({ vno }: Whose) =>
  vno === null
    ? `select count(*) from port where state = ${portState.is.pendiente_revision} and removed_at is null`
    : `select count(*) from port_assignment a where a.vno_id = $2 and a.state = ${portState.is.pendiente_revision} and a.ended_at is null`

const ref = (id: string, name: string, of: string) =>
  `case when ${id} is not null then json_build_object('id', ${id}, '${name}', ${of}) end`
const technician = `left join technical_account t on t.id = e.technical_id left join app_user u on u.id = t.user_id
    left join contractor n on n.id = e.contractor_id`
const work = `${ref('e.id', 'code', 'e.code')} as event, ${ref('c.id', 'code', 'c.code')} as cto`
const people = `${ref('t.id', 'name', 'u.name')} as technical, ${ref('n.id', 'name', 'n.name')} as contractor`

/** Interventions with a neighbour dark right now that did not switch off. */
const alarms = (whose: Whose) => `
  select 1 as rank, 'alarm' as kind, 'danger' as level, ${work}, null::bigint as case_id, dark.ports, cardinality(dark.ports) as count,
    false as victim, e.process_state::int, ${people}, dark.at, e.id as about
  from event e join cto c on c.id = e.cto_id ${technician}
  cross join lateral (
    select array_agg((a->>'port')::int order by (a->>'port')::int) as ports, min((a->>'down_at')::timestamptz) as at
    from json_array_elements(case when json_typeof(e.alarms) = 'array' then e.alarms else '[]' end) a
    where a->>'up_at' is null and not (a->>'gasp')::boolean) dark
  where e.type = ${eventType.is.createListener} and e.process_state in (${watched}) and e.alarms is not null and dark.ports is not null${own(whose, 'e')}
  order by dark.at desc limit ${most}`

const failures = (whose: Whose) => `
  select case when asked then 4 else 3 end, case when asked then 'override_request' else 'failed' end,
    case when asked then 'warning' else 'danger' end, ${work}, null::bigint, '{}'::int[], coalesce(e.harmed_count, 0)::int, false,
    e.process_state::int, ${people}, coalesce(e.finished_at, e.updated_at), e.id
  from event e join cto c on c.id = e.cto_id ${technician}
  cross join lateral (select e.process_state = ${state.wronglyFinalized} and e.override_request is not null
    and e.override is null as asked) request
  where e.type = ${eventType.is.createListener} and e.process_state in (${failed})${own(whose, 'e')}
    and e.created_at >= (select now from p) - interval '7 days' and e.created_at <= (select now from p)
  order by e.created_at desc limit ${most}`

const cases = (whose: Whose) => `
  select 2, 'case', 'danger', ${ref('e.id', 'code', 'e.code')}, json_build_object('id', k.cto_id, 'code', c.code),
    min(k.id), array_agg(distinct k.port::int), count(*)::int, e.id is null, e.process_state::int, ${people}, min(k.detected_at),
    coalesce(e.id, -k.event_id)
  from neighbour_case k join cto c on c.id = k.cto_id
  left join event e on e.id = k.event_id${own(whose, 'e')} ${technician}
  where k.state in ('abierto', 'escalado')${ownCases(whose)}
  group by k.event_id, k.cto_id, c.code, e.id, e.code, e.process_state, t.id, u.name, n.id, n.name
  order by min(k.detected_at) desc limit ${most}`

const fullBoxes = (whose: Whose) => `
  select 5, 'full_box', 'warning', null, json_build_object('id', c.id, 'code', c.code), null::bigint, '{}'::int[], count(*)::int,
    false, null::int, null, null, min(o.appointment_from), null::bigint
  from service_order o join access x on x.id = o.access_id join cto c on c.id = x.cto_id
  where o.kind = 'alta' and o.state in ('recibida', 'asignada') and c.state = ${ctoState.is.copada}
    and o.appointment_from >= (select now from p) and o.appointment_from < (select now from p) + interval '7 days'
    ${whose.vno === null ? '' : 'and o.vno_id = $2 and x.vno_id = $2'}
  group by c.id, c.code order by count(*) desc limit ${most}`

const overdueOrders = (whose: Whose) => `
  select 4, 'overdue_order', 'warning', null, null, null::bigint, '{}'::int[], count(*)::int, false, null::int, null, null,
    min(o.deadline_at), null::bigint
  from service_order o where o.state in (${openOrders}) and o.deadline_at < (select now from p)
    ${whose.vno === null ? '' : 'and o.vno_id = $2'} having count(*) > 0`

const ceasedLit = ({ vno }: Whose) => `
  select 5, 'ceased_lit', 'warning', null, null, null::bigint, '{}'::int[], count(*)::int, false, null::int, null, null,
    null::timestamptz, null::bigint
  from ${
    vno === null
      ? `port q where q.state = ${portState.is.cesado} and q.optical_state = 'online' and q.removed_at is null`
      : `port_assignment a where a.state = ${portState.is.cesado} and a.ont_state = 'online' and a.ended_at is null and a.vno_id = $2`
  } having count(*) > 0`

const review = (whose: Whose) => `
  select 6, 'review_ports', 'medium', null, null, null::bigint, '{}'::int[], ports.count::int, false, null::int, null, null,
    null::timestamptz, null::bigint
  from (${reviewPorts(whose)}) ports where ports.count > 0`

/** Pending work. An intervention appears once, under its most severe item. */
function waiting(whose: Whose, may: May): string {
  const field = whose.technical === null
  const kinds = [
    may.events && alarms(whose),
    may.neighbours && cases(whose),
    may.events && failures(whose),
    field && may.orders && overdueOrders(whose),
    field && may.orders && fullBoxes(whose),
    field && may.ports && ceasedLit(whose),
    field && may.ports && review(whose),
  ].filter((kind) => kind !== false)
  const columns = `rank, kind, level, event, cto, case_id, ports, count, victim, process_state, technical, contractor, at, about`
  const none = `select 0, '', '', null::json, null::json, null::bigint, null::int[], 0, false, 0, null::json, null::json,
    null::timestamptz, null::bigint where false`
  const all = [none, ...kinds].map((kind) => `(${kind})`).join(' union all ')
  return `found (${columns}) as (${all}),
  worst as (select *, row_number() over (partition by coalesce(about::text, kind || coalesce(cto->>'id', ''))
    order by rank, at desc) as place from found),
  todo as (select * from worst where place = 1)`
}

const dayCount = (states: string, more = '') => `count(e.state) filter (where e.state in (${states})${more})::int`
const warned = `e.verdict in (${warnedVerdicts.map((one) => `'${one}'`).join()})`

/**
 * The whole report in one statement. `$1` the period (`day`, `week`, `month`), `$2` the operator, `$3` the technician.
 * @returns text of a statement whose one value is the answer
 */
export function dayReport(whose: Whose, may: May, now = 'app_now()'): string {
  return `with ${period(now)}, ${measured(whose)},
  days as (select d from p, generate_series(first_day, last_day, interval '1 day') d),
  rates as (
    select e.contractor_id as id, count(*) filter (where e.at >= p.rate_since)::int as interventions,
      ${harmed('e.at >= p.rate_since')} as rate, ${harmed('e.at < p.rate_since')} as previous
    from e cross join p where e.contractor_id is not null and e.at >= p.rate_before group by 1),
  ${waiting(whose, may)}
  select json_build_object('record', json_build_object('period', $1::text, 'from', wire_time(p.since), 'to', wire_time(p.now),
    'previous_from', wire_time(p.before_since), 'previous_to', wire_time(p.before_until),
    'figures', json_build_array(
      ${figure('opened', 'works', 'count', '0')},
      ${figure('first_time_right', 'works', 'pct', 'null')},
      ${figure('median_minutes', 'works', 'min', 'null')},
      ${figure('harmed_rate', 'works', 'pct', 'null')},
      ${figure('restore_median_s', 'cuts', 's', 'null')},
      ${standing('open_now', `select count(*) from event e where e.type = ${eventType.is.createListener} and e.process_state in (${doing})${own(whose, 'e')}`)},
      ${standing('to_verify', whose.technical === null ? reviewPorts(whose) : 'select 0')}),
    'by_day', (select json_agg(b order by b.day) from (
      select d::date::text as day, ${dayCount(finalized, ` and not coalesce(${warned}, false)`)} as finalized,
        ${dayCount(finalized, ` and ${warned}`)} as warned, ${dayCount(cancelled)} as cancelled,
        ${dayCount(failed)} as failed, ${dayCount(doing)} as doing
      from days left join e on e.day = d::date group by d) b),
    'by_contractor', (select coalesce(json_agg(json_build_object('contractor', json_build_object('id', n.id, 'name', n.name),
        'interventions', r.interventions, 'harmed_rate', r.rate, 'previous', r.previous)
        order by r.rate desc, r.interventions desc, n.name), '[]')
      from (select * from rates where rate is not null order by rate desc, interventions desc limit 6) r
      join contractor n on n.id = r.id),
    'to_do', (select coalesce(json_agg(json_build_object('kind', kind, 'level', level, 'event', event, 'cto', cto,
        'case_id', case_id, 'ports', ports, 'count', count, 'victim', victim, 'process_state', process_state,
        'technical', technical, 'contractor', contractor, 'at', wire_time(at)) order by rank, at desc), '[]')
      from (select * from todo order by rank, at desc limit ${shown}) first),
    'to_do_total', (select json_build_object('urgent', count(*) filter (where level = 'danger'),
      'more', count(*) filter (where level <> 'danger')) from todo)))::text
  from p`
}
