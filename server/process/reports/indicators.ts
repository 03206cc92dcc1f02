/** Indicators of a period in one statement, filtered by operator, contractor, technician and municipality. */
import { warnedVerdicts } from '@hilo/domain/neighbour-look.ts'
import { indicatorKeys, indicatorUnits, type IndicatorKey } from '@hilo/contract/reports/indicators.ts'
import { kindsOf } from '@hilo/domain/order.ts'
import { ctoState, eventType, portState, processState } from '@hilo/domain/status.ts'

/** Active filters; each adds its condition with its fixed parameter number. */
interface Narrowed {
  vno: boolean
  contractor: boolean
  technical: boolean
  zone: boolean
}

const state = processState.is
const finalized = [state.finalized, state.finalizedSync].join()
const cancelled = [state.cancelled, state.canceledSync].join()
const failed = [state.error, state.wronglyCreated, state.wronglyFinalized, state.wronglyCancelled].join()
const doing = [state.iddle, state.creating, state.created, state.finalizing].join()
/** A port in review for longer than this is late. */
export const reviewOldAfter = '72 hours'
const warned = `verdict in (${warnedVerdicts.map((one) => `'${one}'`).join()})`
/** The pace covers this many weeks. */
const paceWeeks = 8
const mostZones = 60
const mostContractors = 40

const when = (narrowed: boolean, condition: string) => (narrowed ? ` and ${condition}` : '')
const works = (of: Narrowed, alias: string) =>
  when(of.vno, `${alias}.vno_id = $3::int`) +
  when(of.contractor, `${alias}.contractor_id = $4::bigint`) +
  when(of.technical, `${alias}.technical_id = $5::bigint`) +
  when(of.zone, `${alias}.cto_id in (select id from cto where ine_code = $6::text)`)
/** Filter for tables that have a technician but no contractor column. */
const people = (of: Narrowed, alias: string, vno = 'vno_id', technical = 'technical_id') =>
  when(of.vno, `${alias}.${vno} = $3::int`) +
  when(of.contractor, `${alias}.${technical} in (select id from technical_account where contractor_id = $4::bigint)`) +
  when(of.technical, `${alias}.${technical} = $5::bigint`) +
  when(of.zone, `${alias}.cto_id in (select id from cto where ine_code = $6::text)`)
const boxes = (of: Narrowed, column: string) =>
  when(of.zone, `${column} in (select id from cto where ine_code = $6::text)`)

/** Whole days in Madrid; the previous period has the same length and ends at the same hour while the current day lasts. */
const period = `
  asked as (select $1::date as first, $2::date as last, $2::date - $1::date + 1 as days, $3::int as vno, $4::bigint as contractor,
    $5::bigint as technical, $6::text as zone, app_now() as now),
  p as (select first, last, days, now, first::timestamp at time zone 'Europe/Madrid' as since,
    least(now, (last + 1)::timestamp at time zone 'Europe/Madrid') as until,
    (first - days)::timestamp at time zone 'Europe/Madrid' as before_since,
    least(first::timestamp, now at time zone 'Europe/Madrid' - make_interval(days => days)) at time zone 'Europe/Madrid' as before_until,
    case when days <= 31 then 'day' when days <= 190 then 'week' else 'month' end as every from asked)`

/** Which of the two periods contains a time. */
const keyOf = (at: string) => `case when ${at} >= p.since then 'now' when ${at} < p.before_until then 'before' end`
const within = (at: string) => `${at} >= (select before_since from p) and ${at} < (select until from p)`
const count = (condition: string) => `count(*) filter (where ${condition})`
const median = (value: string, condition = 'true', decimals = 1, at = 0.5) =>
  `round((percentile_cont(${at}) within group (order by ${value}) filter (where ${condition}))::numeric, ${decimals})`

const terms = ['install', 'repair', 'restore'] as const
const counts = (term: string, more = '') => count(`term = '${term}'${more}`)

const measured = (of: Narrowed) => `
  refused as (select distinct r.parent_id as id from event r where r.type = ${eventType.is.finalizeListener} and r.process_state = ${state.wronglyFinalized}
    ${when(of.vno, 'r.vno_id = $3::int')} and r.created_at >= (select before_since from p)),
  e as materialized (
    select * from (select e.id, ${keyOf('e.created_at')} as key, (e.created_at at time zone 'Europe/Madrid')::date as day,
      e.process_state as state, e.verdict, e.contractor_id, e.work_kind, e.port_id, e.steps, e.offline_ms,
      extract(epoch from e.finished_at - e.started_at) / 60 as minutes,
      e.process_state in (${finalized}) and e.override is null and r.id is null as first_time
      from event e cross join p left join refused r on r.id = e.id
      where e.type = ${eventType.is.createListener}${works(of, 'e')} and ${within('e.created_at')}) found where key is not null),
  steps as materialized (
    select e.key, e.port_id, e.work_kind, e.state, s ->> 'step' as step,
      extract(epoch from (s ->> 'done_at')::timestamptz - (s ->> 'started_at')::timestamptz) / 60 as minutes,
      (s -> 'data' ->> 'rx_dbm')::numeric as rx
    from e cross join lateral json_array_elements(e.steps) s where s ->> 'status' = 'done'),
  worked as (select key, count(*) as opened, ${count(`state in (${finalized})`)} as finalized,
      ${count(`state in (${cancelled})`)} as cancelled, ${count(`state in (${failed})`)} as failed,
      ${count('first_time')} as first_time, ${count(`state in (${finalized}, ${state.wronglyFinalized})`)} as tried,
      ${median('minutes', `state in (${finalized})`)} as minutes, ${count(`verdict = 'con_desconectados'`)} as harmed,
      ${count(`verdict = 'degradada'`)} as degraded, ${count(`verdict = 'no_concluyente'`)} as inconclusive,
      ${count(`verdict <> 'no_concluyente'`)} as conclusive, ${count('verdict is not null')} as judged,
      ${count(`work_kind = 'alta'`)} as additions, round(max(offline_ms) / 3600000.0, 1) as offline_h,
      ${count('offline_ms > 0')} as offline from e group by key),
  cuts as (select key, count(*) as cuts, ${median('cut_s', 'true', 0)} as restored, ${median('cut_s', 'true', 0, 0.9)} as p90
    from (select ${keyOf('k.detected_at')} as key, k.cut_s from neighbour_case k cross join p join event e on e.id = k.event_id
      where k.cut_s is not null${when(of.vno, 'k.worker_vno_id = $3::int')}${works(of, 'e')} and ${within('k.detected_at')}) k
    where key is not null group by key),
  hair as (select key, count(*) as asked from (select ${keyOf('h.created_at')} as key from hair_change h cross join p
      where ${within('h.created_at')}${works(of, 'h')}) h where key is not null group by key),
  looked as (select key, count(*) as looked, ${count('unfounded')} as unfounded from (
      select ${keyOf('b.reported_at')} as key, b.unfounded from port_problem b cross join p
      where b.verified_at is not null and b.request_id is not null and ${within('b.reported_at')}
        ${when(of.vno, 'b.vno_id = $3::int')}${when(of.contractor, 'b.contractor_id = $4::bigint')}
        ${when(of.technical, 'b.technical_id = $5::bigint')}${when(of.zone, 'b.port_id in (select q.id from port q join cto c on c.id = q.cto_id where c.ine_code = $6::text)')}) b
    where key is not null group by key),
  light as (select key, count(*) as lit, round(avg(s.rx), 2) as rx, round(avg(a.rx_dbm - s.rx), 2) as drift, count(a.rx_dbm) as read
    from steps s left join port_assignment a on a.port_id = s.port_id and a.ended_at is null${when(of.vno, 'a.vno_id = $3::int')}
    where s.work_kind = 'alta' and s.state in (${finalized}) and s.rx is not null group by key),
  labels as (select key, count(*) as labels, ${count(`label_source = 'manual'`)} as manual from (
      select ${keyOf('m.created_at')} as key, m.label_source from enrollment m cross join p
      where not m.removal and ${within('m.created_at')}${people(of, 'm')}) m where key is not null group by key),
  waiting as (select count(*) as waiting, round(extract(epoch from (select now from p) - min(m.created_at)) / 3600, 1) as oldest
    from enrollment m where m.verification_state = 'pendiente'${people(of, 'm')}),
  shots as (select key, count(*) as shots, ${count(`'duplicate' = any(flags)`)} as repeated from (
      select ${keyOf('f.received_at')} as key, f.flags from picture f cross join p where ${within('f.received_at')}
        ${when(of.vno, 'f.vno_id = $3::int')}${when(of.contractor, 'f.contractor_id = $4::bigint')}
        ${when(of.technical, 'f.technical_id = $5::bigint')}
        ${when(of.zone, 'f.event_id in (select v.id from event v join cto c on c.id = v.cto_id where c.ine_code = $6::text)')}) f
    where key is not null group by key),
  api as (select key, count(*) as asked, ${count('http_status >= 400')} as wrong from (
      select ${keyOf('q.at')} as key, q.http_status from api_request q cross join p
      where ${within('q.at')}${when(of.vno, 'q.vno_id = $3::int')}) q where key is not null group by key)`

const inList = (words: readonly string[]) => words.map((word) => `'${word}'`).join()
const termOf = `case when o.kind in (${inList(kindsOf('install_days'))}) then 'install'
    when o.kind in (${inList(kindsOf('repair_hours'))}) then 'repair' end`
/** Items due by now with an agreed deadline: orders, and neighbours without light. */
const promised = (of: Narrowed) => `
  promised as materialized (select * from (
      select ${keyOf('o.deadline_at')} as key, o.vno_id, ${termOf} as term, coalesce(o.completed_at <= o.deadline_at, false) as kept
        from service_order o cross join p where ${within('o.deadline_at')} and o.state not in ('cancelada', 'rechazada')
          ${people(of, 'o', 'vno_id', 'assigned_technical_id')}
      union all select ${keyOf('k.restore_deadline_at')}, k.owner_vno_id, 'restore', coalesce(k.restored_at <= k.restore_deadline_at, false)
        from neighbour_case k cross join p where ${within('k.restore_deadline_at')} and k.state <> 'aceptado'
          ${people(of, 'k', 'owner_vno_id')}) d where key is not null),
  terms as (select key, ${terms.map((term) => `${counts(term)} as ${term}, ${counts(term, ' and kept')} as ${term}_kept`).join(', ')}
    from promised group by key)`

/** An operator's own ports and free unassigned ones, as in its list; all ports for the neutral operator. */
const plant = (of: Narrowed) => `
  held as materialized (${
    of.vno
      ? `select a.state, a.ont_state = 'online' as lit, q.last_change_at from port_assignment a join port q on q.id = a.port_id
          where a.ended_at is null and a.vno_id = $3::int${boxes(of, 'a.cto_id')}
        union all select q.state, q.optical_state = 'online', q.last_change_at from port q
          where q.state = ${portState.is.disponible} and q.removed_at is null${boxes(of, 'q.cto_id')}`
      : `select q.state, q.optical_state = 'online', q.last_change_at from port q where q.removed_at is null${boxes(of, 'q.cto_id')}`
  }),
  stock(state, lit, changed) as (select * from held),
  ports as (select ${count(`state = ${portState.is.pendiente_revision}`)} as review, ${count(`state = ${portState.is.pendiente_revision} and changed < (select now from p) - interval '${reviewOldAfter}'`)} as review_old,
      ${count(`state = ${portState.is.cesado}`)} as ceased, ${count(`state = ${portState.is.cesado} and lit`)} as ceased_lit, ${count(`state = ${portState.is.disponible}`)} as free,
      ${count(`state = ${portState.is.disponible} and lit`)} as free_lit from stock),
  standing as (select count(*) as boxes, ${count(`c.state = ${ctoState.is.copada}`)} as full_boxes from cto c where c.removed_at is null${boxes(of, 'c.id')}),
  pace as (select c.ine_code, count(*)::numeric / ${paceWeeks} as weekly from event e join cto c on c.id = e.cto_id
    where e.type = ${eventType.is.createListener} and e.work_kind = 'alta' and e.process_state in (${finalized})${when(of.vno, 'e.vno_id = $3::int')}
      and e.created_at >= (select now from p) - interval '${paceWeeks} weeks' and e.created_at <= (select now from p) group by 1),
  zones as (select c.ine_code, min(c.municipality) as municipality, count(*) as boxes, ${count(`c.state = ${ctoState.is.copada}`)} as full_boxes,
      sum(c.ports_free) as free_ports, coalesce(max(pace.weekly), 0) as weekly
    from cto c left join pace using (ine_code) where c.removed_at is null group by c.ine_code)`

interface Source {
  from: string
  part?: string
  whole?: string
  /** If absent: the share of the part in the whole, or the part if there is no whole. */
  value?: string
  /** Only known for the present, not for past periods. */
  now?: true
}
const sources: Readonly<Record<IndicatorKey, Source>> = {
  opened: { from: 'worked', part: 'opened' },
  finalized: { from: 'worked', part: 'finalized' },
  cancelled: { from: 'worked', part: 'cancelled' },
  failed: { from: 'worked', part: 'failed' },
  first_time_right: { from: 'worked', part: 'first_time', whole: 'tried' },
  median_minutes: { from: 'worked', whole: 'finalized', value: 'minutes' },
  harmed_rate: { from: 'worked', part: 'harmed', whole: 'conclusive' },
  degraded_rate: { from: 'worked', part: 'degraded', whole: 'conclusive' },
  inconclusive_rate: { from: 'worked', part: 'inconclusive', whole: 'judged' },
  restore_median_s: { from: 'cuts', whole: 'cuts', value: 'restored' },
  restore_p90_s: { from: 'cuts', whole: 'cuts', value: 'p90' },
  install_on_time: { from: 'terms', part: 'install_kept', whole: 'install' },
  repair_on_time: { from: 'terms', part: 'repair_kept', whole: 'repair' },
  restore_on_time: { from: 'terms', part: 'restore_kept', whole: 'restore' },
  hair_per_100: { from: 'worked left join hair using (key)', part: 'coalesce(asked, 0)', whole: 'additions' },
  hair_unfounded: { from: 'looked', part: 'unfounded', whole: 'looked' },
  install_rx: { from: 'light', whole: 'lit', value: 'rx' },
  rx_drift: { from: 'light', whole: 'read', value: 'drift' },
  full_boxes: { from: 'standing', part: 'full_boxes', whole: 'boxes', now: true },
  review_old: { from: 'ports', part: 'review_old', whole: 'review', value: 'review_old', now: true },
  ceased_lit: { from: 'ports', part: 'ceased_lit', whole: 'ceased', value: 'ceased_lit', now: true },
  free_lit: { from: 'ports', part: 'free_lit', whole: 'free', value: 'free_lit', now: true },
  to_verify: { from: 'waiting', part: 'waiting', now: true },
  to_verify_age_h: { from: 'waiting', whole: 'waiting', value: 'oldest', now: true },
  manual_labels: { from: 'labels', part: 'manual', whole: 'labels' },
  duplicate_pictures: { from: 'shots', part: 'repeated', whole: 'shots', value: 'repeated' },
  api_errors: { from: 'api', part: 'wrong', whole: 'asked' },
  offline_max_h: { from: 'worked', whole: 'offline', value: 'offline_h' },
}

/** Without events a count is 0 and a measure is absent. */
function indicator(key: IndicatorKey): string {
  const { from, part, whole, value, now } = sources[key]
  const shown = value ?? (whole === undefined ? part : `round(100.0 * ${part} / nullif(${whole}, 0), 1)`)
  const read = (what: string | undefined, when: string) =>
    what === undefined ? 'null' : `(select ${what} from ${from}${now ? '' : ` where key = '${when}'`})`
  const none = indicatorUnits[key] === 'count' ? '0' : 'null'
  const number = (what: string | undefined) => (what === undefined ? 'null' : `coalesce(${read(what, 'now')}, 0)`)
  return `json_build_object('key', '${key}', 'unit', '${indicatorUnits[key]}', 'value', coalesce(${read(shown, 'now')}, ${none}),
    'previous', ${now ? 'null' : `coalesce(${read(shown, 'before')}, ${none})`}, 'part', ${number(part)}, 'whole', ${number(whole)})`
}

const list = (rows: string, order: string) => `(select coalesce(json_agg(r order by ${order}), '[]') from (${rows}) r)`

const spans = `select greatest(d::date, p.first) as "from", least((d + ('1 ' || p.every)::interval)::date - 1, p.last) as "to",
    ${count(`e.state in (${finalized}) and not coalesce(${warned}, false)`)} as finalized,
    ${count(`e.state in (${finalized}) and ${warned}`)} as warned, ${count(`e.state in (${cancelled})`)} as cancelled,
    ${count(`e.state in (${failed})`)} as failed, ${count(`e.state in (${doing})`)} as doing
  from p cross join generate_series(date_trunc(p.every, p.first::timestamp), p.last::timestamp, ('1 ' || p.every)::interval) d
  left join e on e.key = 'now' and e.day >= d::date and e.day < (d + ('1 ' || p.every)::interval)::date
  group by d, p.first, p.last, p.every`
const stepTimes = `select step, ${count(`key = 'now'`)} as works, ${median('minutes', `key = 'now'`)} as median_minutes,
    ${median('minutes', `key = 'before'`)} as previous from steps where minutes is not null group by step`
const byContractor = `select json_build_object('id', n.id, 'name', n.name) as contractor, ${count(`key = 'now'`)} as opened,
    ${count(`key = 'now' and e.state in (${finalized})`)} as finalized,
    round(100.0 * ${count(`key = 'now' and first_time`)} / nullif(${count(`key = 'now' and e.state in (${finalized}, ${state.wronglyFinalized})`)}, 0), 1) as first_time_right,
    ${median('minutes', `key = 'now' and e.state in (${finalized})`)} as median_minutes,
    ${count(`key = 'now' and verdict = 'con_desconectados'`)} as harmed,
    round(100.0 * ${count(`key = 'now' and verdict = 'con_desconectados'`)} / nullif(${count(`key = 'now' and verdict <> 'no_concluyente'`)}, 0), 1) as harmed_rate,
    round(100.0 * ${count(`key = 'before' and verdict = 'con_desconectados'`)} / nullif(${count(`key = 'before' and verdict <> 'no_concluyente'`)}, 0), 1) as harmed_before
  from e join contractor n on n.id = e.contractor_id group by n.id, n.name having ${count(`key = 'now'`)} > 0
  order by harmed_rate desc nulls last, opened desc limit ${mostContractors}`
const agreed = { install: 'install_days', repair: 'repair_hours', restore: 'neighbour_restore_minutes' } as const
const keptOf = (term: keyof typeof agreed) => `json_build_object('agreed', (v.sla ->> '${agreed[term]}')::int,
    'part', ${counts(term, ' and kept')}, 'whole', ${counts(term)}) as ${term}`
const byOperator = `select json_build_object('id', v.id, 'name', v.name) as vno, ${terms.map(keptOf).join(', ')}
  from promised d join vno v on v.id = d.vno_id where d.key = 'now' group by v.id`
const forecast = `select ine_code, municipality, boxes, full_boxes, free_ports, round(weekly, 1) as weekly,
    case when weekly > 0 then round(free_ports / weekly, 1) end as weeks_left from zones
  order by weeks_left nulls last, free_ports limit ${mostZones}`

/**
 * `$1` and `$2` the days, `$3` the operator, `$4` the contractor, `$5` the technician, `$6` the municipality.
 * @returns text of a statement whose one value is the answer
 */
export function indicatorReport(of: Narrowed): string {
  return `with ${period}, ${measured(of)}, ${promised(of)}, ${plant(of)}
  select json_build_object('record', json_build_object('from', p.first, 'to', p.last, 'previous_from', p.first - p.days,
    'previous_to', p.first - 1, 'indicators', json_build_array(${indicatorKeys.map(indicator).join(', ')}), 'every', p.every,
    'spans', ${list(spans, 'r."from"')}, 'steps', ${list(stepTimes, 'r.step')},
    'contractors', ${list(byContractor, 'r.harmed_rate desc nulls last, r.opened desc')},
    'operators', ${list(byOperator, `r.vno ->> 'name'`)},
    'ports', ${list('select state, count(*) from stock group by state', 'r.state')},
    'zones', ${list(forecast, 'r.weeks_left nulls last, r.free_ports')}))::text
  from p`
}
