/**
 * Uncovered cuts: one customer's LOS in a box without open work, stored with the technicians who may have been there, and
 * notified when a box has several.
 */
import { eventType } from '@hilo/domain/status.ts'
import { inProcess, type ProcessDb } from '../tx.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { writeNotice } from '../notices/notify.ts'

/** Hourly upkeep: deletes cuts after the retention time of personal data. */
export const cutRetention = `delete from uncovered_cut where at < app_now() - interval '2 years'`

/** Seconds of LOS before it is weighed: a dying gasp or falls of siblings may arrive later. */
const settleS = 12
const batch = 500
/** Cuts of a box within seven days from which the neutral operator is notified. */
const tellFrom = 3

// Alarms have ascending ids; the first that is too young ends the batch of its OLT.
const selectDue = `
  select a.id, a.olt_id, a.port_id, a.kind, a.at <= app_now() - $2::int * interval '1 s' as settled
  from olt_lease l cross join lateral (
    select * from olt_alarm a where a.olt_id = l.olt_id and a.id > l.weighed_id order by a.id limit ${batch}) a
  where l.olt_id = any($1::int[]) order by a.id`
const moveOn = `
  update olt_lease l set weighed_id = w.id from unnest($1::int[], $2::bigint[]) as w(olt_id, id)
   where l.olt_id = w.olt_id and l.weighed_id < w.id`

// An ONT's darkness is known by its last alarm, else by its last reading.
const near = `
  select count(*) filter (where fell) as fell, count(*) filter (where lit and not fell) as lit from (
    select exists (select from olt_alarm f where f.cto_id = a.cto_id and f.port_id = s.port_id and f.kind = 'los'
        and f.at between a.at - interval '10 s' and a.at + interval '10 s') as fell,
      coalesce((select k.kind in ('up', 'registered') from olt_alarm k where k.cto_id = a.cto_id and k.port_id = s.port_id
          and k.at <= a.at + interval '10 s' and k.kind in ('los', 'dying_gasp', 'up', 'registered') order by k.id desc limit 1),
        coalesce(nullif(s.ont_state, 'unknown'), p.optical_state) not in ('los', 'offline', 'dying_gasp', 'admin_down')) as lit
    from port_assignment s join port p on p.id = s.port_id
    where s.cto_id = a.cto_id and s.ended_at is null and s.access_id is not null and s.port_id <> a.port_id) t`

// A hand pulls one hair: most of the box and of the tree keeps its light, and the customer has not switched off. With
// open work in the box the cut belongs to the work, and in a gap the other ONTs' light is unknown.
const isLone = `
  not exists (select from olt_alarm g where g.cto_id = a.cto_id and g.port_id = a.port_id and g.kind = 'dying_gasp'
    and g.at between a.at - interval '10 s' and a.at + interval '10 s')
  and coalesce((select k.kind in ('up', 'registered') from olt_alarm k where k.cto_id = a.cto_id and k.port_id = a.port_id
    and k.id < a.id and k.at > a.at - interval '1 day' and k.kind in ('los', 'dying_gasp', 'up', 'registered')
    order by k.id desc limit 1), true)
  and not exists (select from event e where e.cto_id = a.cto_id and e.type = ${eventType.is.createListener} and coalesce(work_ended(e), 'infinity') > a.at
    and least(e.created_at, (select min(r.taken_at) from prepared_reading r where r.event_id = e.id)) <= a.at)
  and not exists (select from olt_alarm t where t.pon_id = a.pon_id and t.kind = 'pon_los'
    and t.at between a.at - interval '30 s' and a.at + interval '10 s')
  and not exists (select from olt_restart r where r.olt_id = a.olt_id
    and r.at between a.at - interval '180 s' and a.at + interval '180 s')
  and not exists (select from olt_gap g where g.olt_id = a.olt_id and g.reason in ('silent', 'storm') and g.from_at <= a.at + interval '10 s'
    and coalesce(g.to_at, 'infinity') >= a.at - interval '10 s')
  and (select count(distinct f.serial) from olt_alarm f where f.pon_id = a.pon_id and f.cto_id is distinct from a.cto_id
    and f.kind = 'los' and f.at between a.at - interval '10 s' and a.at + interval '10 s') < 3
  and exists (select from (${near}) n where n.lit > n.fell)`

// A connector that is moved falls and rises within seconds: stored as one cut.
const keep = `
  with lone as (
    select a.*, u.id as known from olt_alarm a
    left join lateral (select c.id from uncovered_cut c where c.port_id = a.port_id and c.restored_at > a.at - interval '10 s'
      order by c.at desc limit 1) u on true
    where a.id = any($1::bigint[]) and a.port_id is not null and a.vno_id is not null and ${isLone}),
  again as (
    update uncovered_cut c set alarm_id = a.id, restored_at = null, falls = least(c.falls + 1, 32767), version = c.version + 1,
      updated_at = app_now()
    from lone a where c.id = a.known returning c.id, c.cto_id, false as fresh),
  made as (
    insert into uncovered_cut (alarm_id, cto_id, port_id, port, owner_vno_id, access_id, at, created_at, updated_at)
    select a.id, a.cto_id, a.port_id, p.number, a.vno_id, a.access_id, a.at, app_now(), app_now()
    from lone a join port p on p.id = a.port_id where a.known is null
    on conflict (alarm_id) do nothing returning id, cto_id, true as fresh)
  select * from again union all select * from made`
const restore = `
  update uncovered_cut c set restored_at = b.at, version = c.version + 1, updated_at = app_now()
  from uncovered_cut u cross join lateral (
    select k.at from olt_alarm k where k.cto_id = u.cto_id and k.port_id = u.port_id and k.id > u.alarm_id
      and k.kind in ('up', 'registered') order by k.id limit 1) b
  where c.id = u.id and u.restored_at is null and u.port_id = any($1::bigint[])
  returning c.id`
// The alarm of the return may be lost: any reading that finds the light ends the cut as well.
const restoreByReading = `
  update uncovered_cut c set restored_at = p.read_at, version = c.version + 1, updated_at = app_now()
  from port p where c.restored_at is null and p.id = c.port_id and p.optical_state = 'online'
    and p.read_at > c.at + ${settleS} * interval '1 s'
  returning c.id`
const link = 'select link_cut(unnest($1::bigint[]))'
const announce = `
  select changed('uncovered_cuts', u.id, u.version, u.owner_vno_id) from uncovered_cut u where u.id = any($1::bigint[])`
const countOfBox = `
  select c.id, c.code, (select count(*) from uncovered_cut u where u.cto_id = c.id and u.at > app_now() - interval '7 days')::int as cuts,
    exists (select from notification n where n.kind = 'uncovered_cuts' and n.at > app_now() - interval '1 hour'
      and n.payload->>'cto_code' = c.code) as told
  from cto c where c.id = $1`

interface Due {
  id: number
  olt_id: number
  port_id: number | null
  kind: string
  settled: boolean
}

/** Notifies the neutral operator of a box at most once an hour. */
async function notifyBoxCuts(sql: Tx, ctoId: number): Promise<void> {
  const [box] = await sql.rows<{ id: number; code: string; cuts: number; told: boolean }>(countOfBox, [ctoId])
  if (!box || box.told || box.cuts < tellFrom) return
  const payload = { cto_code: box.code, cto_id: box.id, count: box.cuts }
  await writeNotice(sql, {
    kind: 'uncovered_cuts',
    vnoId: null,
    technicalId: null,
    eventId: null,
    caseId: null,
    payload,
  })
}

/** Stores the falls that are uncovered cuts, at most one of each port. */
async function keepCuts(sql: Tx, alarms: readonly number[]): Promise<number[]> {
  const cuts = await sql.rows<{ id: number; cto_id: number; fresh: boolean }>(keep, [alarms])
  const fresh = cuts.filter((one) => one.fresh)
  if (fresh.length > 0) await sql.rows(link, [fresh.map(({ id }) => id)])
  for (const ctoId of new Set(fresh.map(({ cto_id }) => cto_id))) await notifyBoxCuts(sql, ctoId)
  return cuts.map(({ id }) => id)
}

/** Splits falls into rounds with at most one per port: a port's next fall counts only if the light was back before. */
function roundsOf(falls: readonly Due[]): number[][] {
  const rounds: number[][] = []
  for (const some of Map.groupBy(falls, ({ port_id }) => port_id).values())
    for (const [index, { id }] of some.entries()) (rounds[index] ??= []).push(id)
  return rounds
}

/** The alarms of each OLT up to its first one that is too young. */
function settledOf(due: readonly Due[]): Due[] {
  return [...Map.groupBy(due, ({ olt_id }) => olt_id).values()].flatMap((some) => {
    const young = some.findIndex(({ settled }) => !settled)
    return young === -1 ? some : some.slice(0, young)
  })
}

async function weigh(sql: Tx, olts: readonly number[]): Promise<boolean> {
  const due = await sql.rows<Due>(selectDue, [olts, settleS])
  const settled = settledOf(due).toSorted((a, b) => a.id - b.id)
  const placed = settled.filter(({ port_id }) => port_id !== null)
  const ports = [...new Set(placed.map(({ port_id }) => port_id))]
  const changed = (await sql.rows<{ id: number }>(restoreByReading, [])).map(({ id }) => id)
  const seeRestored = async () => {
    if (ports.length > 0) changed.push(...(await sql.rows<{ id: number }>(restore, [ports])).map(({ id }) => id))
  }
  for (const round of roundsOf(placed.filter(({ kind }) => kind === 'los'))) {
    changed.push(...(await keepCuts(sql, round)))
    await seeRestored()
  }
  if (placed.some(({ kind }) => kind === 'up' || kind === 'registered')) await seeRestored()
  if (changed.length > 0) await sql.rows(announce, [changed])
  const last = new Map(settled.map(({ olt_id, id }) => [olt_id, id]))
  if (last.size > 0) await sql.rows(moveOn, [[...last.keys()], [...last.values()]])
  return due.length > 0
}

/**
 * Weighs the new alarms of these OLTs.
 * @returns whether some are left for later
 */
export async function weighAlarms(db: ProcessDb, olts: readonly number[]): Promise<boolean> {
  return olts.length > 0 && (await inProcess(db, (sql) => weigh(sql, olts)))
}
